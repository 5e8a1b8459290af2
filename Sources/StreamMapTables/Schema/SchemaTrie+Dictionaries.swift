// Detection of dictionaries among objects that have not exceeded the limit of names.
extension SchemaTrie {
  /// Objects with fewer names are never treated as dictionaries.
  private static let fewestKeys = 16

  /// Objects with as many names, each in most of the objects, may be dictionaries of objects.
  private static let manyKeys = 100

  /// The maximum number of nested dictionaries to detect.
  private static let deepest = 16

  /// Marks objects that are used as dictionaries. Such objects have many names, each name occurs in few of them, and
  /// the values are similar. Or they have very many names, and the values are objects with the same names.
  ///
  /// The decision depends only on the complete summary. So it must be made at the end.
  ///
  /// - Returns: whether new objects were marked. Their members may in turn be dictionaries once they are merged.
  mutating func markDictionaries() -> Bool {
    var members = [[Int]](repeating: [], count: nodes.count)
    for (number, node) in nodes.enumerated() where node.step == .member {
      members[Int(node.parent)].append(number)
    }
    let found = nodes.indices.filter { number in
      !nodes[number].isDictionary && areKeys(members[number], of: nodes[number].counts.objects, members)
    }
    for number in found { nodes[number].isDictionary = true }
    if !found.isEmpty { needsFolding = true }
    return !found.isEmpty
  }

  /// Returns whether the members of some objects are the keys of dictionaries.
  ///
  /// - Parameter members: for each node, its members.
  private func areKeys(_ keys: [Int], of objects: Int, _ members: [[Int]], depth: Int = 0) -> Bool {
    guard keys.count >= Self.fewestKeys, depth < Self.deepest else { return false }
    let names = Set(keys.map { name(of: nodes[$0]) }).count
    guard names >= Self.fewestKeys else { return false }
    let presence = keys.reduce(0) { $0 + nodes[$1].presence }
    // On average, an object has at most a quarter of the names.
    if presence * 4 <= names * objects { return areAlike(keys, members, depth: depth) }
    // A single object has all of its names. Its many members are records if they are objects with the same names.
    let kinds = keys.reduce(into: SchemaCounts()) { $0.merge(nodes[$1].counts) }
    return names >= Self.manyKeys && kinds.kindCount == 1 && kinds.objects > 0 && haveSameNames(keys, members)
  }

  /// Returns whether values could have one type. They must all be scalars of one type, or arrays of such values, or
  /// dictionaries, or objects that on average have at least half of the names that any of them has.
  private func areAlike(_ numbers: [Int], _ members: [[Int]], depth: Int) -> Bool {
    var numbers = numbers
    while !numbers.isEmpty {
      let kinds = numbers.reduce(into: SchemaCounts()) { $0.merge(nodes[$1].counts) }
      guard kinds.kindCount == 1 else { return false }
      if kinds.objects > 0 {
        return numbers.contains { nodes[$0].isDictionary } || haveSameNames(numbers, members)
          || areKeys(numbers.flatMap { members[$0] }, of: kinds.objects, members, depth: depth + 1)
      }
      guard kinds.arrays > 0 else { return true }
      numbers = numbers.map { Int(nodes[$0].elementNode) }.filter { $0 >= 0 }
    }
    return true
  }

  private func haveSameNames(_ objects: [Int], _ members: [[Int]]) -> Bool {
    let names = Set(objects.flatMap { members[$0].map { name(of: nodes[$0]) } }).count
    return objects.reduce(0) { $0 + members[$1].count } * 2 >= objects.count * names
  }
}

extension SchemaCounts {
  /// The number of types except null. All numbers count as one type.
  var kindCount: Int {
    [bools, integers + decimals, strings, arrays, objects].count { $0 > 0 }
  }
}
