// Which objects are dictionaries, of those that have not had too many names anyway.
extension SchemaTrie {
  /// Objects with fewer names are never taken for dictionaries.
  private static let fewestKeys = 16

  /// Dictionaries in each other are looked for so many levels down.
  private static let deepest = 16

  /// Marks objects that are used as dictionaries: they have had many names, of which each one had few, and
  /// the values are alike.
  ///
  /// What is decided depends on all that is known and on nothing else, so that it must not be decided
  /// before the end.
  ///
  /// - Returns: whether there are any that were not marked before. Their members may be dictionaries once
  ///   they are taken together.
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

  /// Whether the members of some objects are the keys of dictionaries.
  ///
  /// - Parameter members: of each node, its members.
  private func areKeys(_ keys: [Int], of objects: Int, _ members: [[Int]], depth: Int = 0) -> Bool {
    guard keys.count >= Self.fewestKeys, depth < Self.deepest else { return false }
    let names = Set(keys.map { name(of: nodes[$0]) }).count
    let presence = keys.reduce(0) { $0 + nodes[$1].presence }
    // On average, an object has at most a quarter of the names.
    return names >= Self.fewestKeys && presence * 4 <= names * objects
      && areAlike(keys, members, depth: depth)
  }

  /// Whether values could have one type: all of them scalars of it, or arrays of such, or objects of which
  /// each has at least half of the names that any of them has, or dictionaries.
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
  /// How many types there are, null apart; numbers are of one.
  var kindCount: Int {
    [bools, integers + decimals, strings, arrays, objects].count { $0 > 0 }
  }
}
