extension SchemaTrie {
  /// Adds the summary of the next part of the input.
  mutating func merge(_ next: SchemaTrie) {
    graft(next, shift: clock)
    records += next.records
    clock += next.clock
    if needsFolding, nodes.count > 2 * foldedCount { fold() }
  }

  /// Merges the members of each dictionary into one node.
  ///
  /// The trie is rebuilt, so that a dictionary is known before its members are added to one node. That node can then
  /// exceed the limit of names in turn.
  mutating func fold() {
    while needsFolding {
      var folded = SchemaTrie(bounds: bounds)
      folded.graft(self, shift: 0)
      folded.records = records
      folded.clock = clock
      folded.objectCount = objectCount
      folded.foldedCount = max(foldedCount, folded.nodes.count)
      self = folded
    }
  }

  /// Adds the nodes of another trie.
  private mutating func graft(_ other: SchemaTrie, shift: Int) {
    isTruncated = isTruncated || other.isTruncated
    var places = [Int32](repeating: -1, count: other.nodes.count)
    for (number, node) in other.nodes.enumerated() {
      var place: Int32 = 0
      if node.parent >= 0 {
        place = places[Int(node.parent)]
        guard place >= 0 else { continue }
        place = child(of: Int(place), like: node, in: other)
        guard place >= 0 else { continue }
      }
      places[number] = place
      let wasDictionary = nodes[Int(place)].isDictionary
      nodes[Int(place)].absorb(node, shift: shift, bounds: bounds)
      if node.isDictionary, !wasDictionary, nodes[Int(place)].names > 0 { needsFolding = true }
    }
  }

  private mutating func child(of parent: Int, like node: SchemaNode, in other: SchemaTrie) -> Int32 {
    switch node.step {
    case .root: 0
    case .element: elementNode(of: parent)
    case .anyMember: anyMemberNode(of: parent)
    case .member: memberNode(of: parent, after: -1, named: other.name(of: node).span)
    }
  }
}
