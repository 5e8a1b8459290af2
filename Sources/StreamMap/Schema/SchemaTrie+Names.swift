// Lookup of a member's node.
extension SchemaTrie {
  /// Returns the node of a member, or -1 if there is none and none can be added.
  ///
  /// - Parameter previous: the previous member in the same object. Usually the same member follows as in the last
  ///   object, and no lookup is needed.
  @inline(__always)
  mutating func memberNode(of parent: Int, after previous: Int32, named name: Span<UInt8>) -> Int32 {
    if nodes[parent].isDictionary { return anyMemberNode(of: parent) }
    let guess = previous >= 0 ? nodes[Int(previous)].next : nodes[parent].head
    if guess >= 0, isName(name, of: Int(guess)) { return guess }
    let node = lookUp(name, in: parent)
    if previous >= 0 { nodes[Int(previous)].next = node } else { nodes[parent].head = node }
    return node
  }

  mutating func elementNode(of parent: Int) -> Int32 {
    if nodes[parent].elementNode < 0 {
      nodes[parent].elementNode = append(SchemaNode(.element, parent: Int32(parent)))
    }
    return nodes[parent].elementNode
  }

  mutating func anyMemberNode(of parent: Int) -> Int32 {
    if nodes[parent].anyMemberNode < 0 {
      nodes[parent].anyMemberNode = append(SchemaNode(.anyMember, parent: Int32(parent)))
    }
    return nodes[parent].anyMemberNode
  }

  func name(of node: SchemaNode) -> ArraySlice<UInt8> {
    names[node.nameStart..<(node.nameStart + node.nameCount)]
  }

  private mutating func lookUp(_ name: Span<UInt8>, in parent: Int) -> Int32 {
    let hash = hash(of: name, in: parent)
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[place] != 0 {
      let node = Int(table[place])
      if nodes[node].hash == hash, nodes[node].parent == parent, isName(name, of: node) { return Int32(node) }
      place = (place + 1) & (table.count - 1)
    }
    guard nodes[parent].names < bounds.names else {
      nodes[parent].isDictionary = true
      needsFolding = true
      return anyMemberNode(of: parent)
    }
    let node = append(
      SchemaNode(
        .member, parent: Int32(parent), nameStart: names.count, nameCount: name.count, hash: hash))
    guard node >= 0 else { return -1 }
    names.append(name)
    nodes[parent].names += 1
    memberCount += 1
    table[place] = node
    if memberCount * 2 > table.count { growTable() }
    return node
  }

  private mutating func append(_ node: SchemaNode) -> Int32 {
    var node = node
    node.depth = nodes[Int(node.parent)].depth + 1
    node.pathBytes = nodes[Int(node.parent)].pathBytes + node.nameCount + 3
    guard nodes.count < bounds.paths, node.depth <= RecordPath.maximumSteps,
      pathBytes + node.pathBytes <= bounds.pathBytes
    else {
      isTruncated = true
      return -1
    }
    pathBytes += node.pathBytes
    nodes.append(node)
    return Int32(nodes.count - 1)
  }

  private mutating func growTable() {
    table = [Int32](repeating: 0, count: table.count * 2)
    for (number, node) in nodes.enumerated() where node.step == .member {
      var place = Int(truncatingIfNeeded: node.hash) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Int32(number)
    }
  }

  private func hash(of name: Span<UInt8>, in parent: Int) -> UInt64 {
    let seed = KeyHash.fold(seed ^ UInt64(truncatingIfNeeded: parent))
    return KeyHash.hash(name, seed: seed)
  }

  @inline(__always)
  private func isName(_ name: Span<UInt8>, of node: Int) -> Bool {
    let count = nodes[node].nameCount
    guard count == name.count, nodes[node].step == .member else { return false }
    let start = nodes[node].nameStart
    return names.span.extracting(start..<start + count).equals(name)
  }
}
