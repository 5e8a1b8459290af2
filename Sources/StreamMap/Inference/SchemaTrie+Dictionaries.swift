// Which objects are dictionaries, of those that have not had too many names anyway.
extension SchemaTrie {
  /// Objects with fewer names are never taken for dictionaries.
  private static let fewestKeys = 16

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
    var found = false
    for number in nodes.indices where !nodes[number].isDictionary {
      let keys = members[number]
      guard keys.count >= Self.fewestKeys else { continue }
      let presence = keys.reduce(0) { $0 + nodes[$1].presence }
      // On average, an object has at most a quarter of the names.
      guard presence * 4 <= keys.count * nodes[number].counts.objects, areAlike(keys, members) else { continue }
      nodes[number].isDictionary = true
      found = true
    }
    if found { needsFolding = true }
    return found
  }

  /// Whether values could have one type: all of them scalars of it, or arrays of such, or objects of which
  /// each has at least half of the names that any of them has.
  private func areAlike(_ numbers: [Int], _ members: [[Int]]) -> Bool {
    var numbers = numbers
    while !numbers.isEmpty {
      let kinds = numbers.reduce(into: SchemaCounts()) { $0.merge(nodes[$1].counts) }
      guard kinds.kindCount == 1 else { return false }
      guard kinds.arrays > 0 else { return kinds.objects == 0 || areAlike(objects: numbers, members) }
      numbers = numbers.map { Int(nodes[$0].elementNode) }.filter { $0 >= 0 }
    }
    return true
  }

  private func areAlike(objects: [Int], _ members: [[Int]]) -> Bool {
    if objects.contains(where: { nodes[$0].isDictionary }) { return true }
    let names = Set(objects.flatMap { members[$0].map { Array(name(of: nodes[$0])) } })
    let pairs = objects.reduce(0) { $0 + members[$1].count }
    return pairs * 2 >= objects.count * names.count
  }
}

extension SchemaCounts {
  /// How many types there are, null apart; numbers are of one.
  var kindCount: Int {
    [bools, integers + decimals, strings, arrays, objects].count { $0 > 0 }
  }
}
