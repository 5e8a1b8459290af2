import StreamMap

// Lookup of a member's node.
extension SchemaTrie {
  /// Returns the node of a member, or -1 if there is none and none can be added.
  ///
  /// - Parameter previous: the previous member in the same object.
  mutating func memberNode(of parent: Int, after previous: Int32, named name: Span<UInt8>) -> Int32 {
    if nodes[parent].isDictionary { return anyMemberNode(of: parent) }
    let node = lookUp(name, in: parent)
    if nodes[parent].isDictionary { return node }
    // A name with a quote or a backslash is not predicted: its decoded bytes can be the text of other members.
    let link = name.endOfPlainText(from: 0) < name.count ? -1 : node
    if previous >= 0 { nodes[Int(previous)].next = link } else { nodes[parent].head = link }
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
    names[node.nameRange]
  }

  /// Whether a name is new in the innermost object, which is a dictionary. Of an object with very many names, only the
  /// first ones are remembered.
  mutating func isFirst(_ name: Span<UInt8>, inDictionary parent: Int) -> Bool {
    if !isDictionary(top.object) { openDictionary() }
    let (last, hash) = (openDictionaries - 1, hash(of: name, in: parent))
    guard dictionaries[last].names.count < Self.rememberedNames else {
      return !dictionaries[last].names.contains(hash)
    }
    return dictionaries[last].names.insert(hash).inserted
  }

  /// The maximum number of names of a dictionary that are remembered until its end.
  private static let rememberedNames = 1 << 16

  /// Makes an object a dictionary. If it is open, the members that it has had are remembered.
  private mutating func makeDictionary(_ parent: Int) {
    nodes[parent].isDictionary = true
    needsFolding = true
    guard !open.isEmpty else { return }
    let earlier = nodes.lazy.filter { [object = top.object] in $0.parent == parent && $0.lastObject == object
    }
    openDictionary()
    dictionaries[openDictionaries - 1].names.formUnion(earlier.map(\.hash))
  }

  /// Whether the names of the innermost object, which has a number, are remembered.
  func isDictionary(_ object: Int) -> Bool {
    openDictionaries > 0 && dictionaries[openDictionaries - 1].object == object
  }

  private mutating func openDictionary() {
    if openDictionaries == dictionaries.count { dictionaries.append((0, [])) }
    dictionaries[openDictionaries].object = top.object
    openDictionaries += 1
  }

  mutating func closeDictionary() {
    openDictionaries -= 1
    // The time to empty a set grows with its capacity.
    if dictionaries[openDictionaries].names.capacity > 256 {
      dictionaries[openDictionaries].names = []
    } else {
      dictionaries[openDictionaries].names.removeAll(keepingCapacity: true)
    }
  }

  private mutating func lookUp(_ name: Span<UInt8>, in parent: Int) -> Int32 {
    let hash = hash(of: name, in: parent)
    let (found, place) = find(name, hash, in: parent, nodes.span, names.span)
    if found > 0 { return found }
    guard nodes[parent].names < bounds.names else {
      makeDictionary(parent)
      return anyMemberNode(of: parent)
    }
    let node = append(
      SchemaNode(
        .member, parent: Int32(parent), name: name, nameStart: names.count, hash: hash))
    guard node >= 0 else { return -1 }
    names.append(name)
    names += [ASCII.quote, ASCII.colon]
    nodes[parent].names += 1
    memberCount += 1
    table[place] = node
    if memberCount * 2 > table.count { growTable() }
    return node
  }

  /// Returns the node of a name, or 0 and its place in the table.
  @inline(__always)
  func find(
    _ name: Span<UInt8>, _ hash: UInt64, in parent: Int, _ nodes: Span<SchemaNode>, _ names: Span<UInt8>
  ) -> (node: Int32, place: Int) {
    var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
    while table[place] != 0 {
      let node = Int(table[place])
      if nodes[node].hash == hash, nodes[node].parent == parent,
        names.extracting(nodes[node].nameRange).equals(name)
      {
        return (table[place], place)
      }
      place = (place + 1) & (table.count - 1)
    }
    return (0, place)
  }

  private mutating func append(_ node: SchemaNode) -> Int32 {
    var node = node
    node.hasAllExamples = bounds.examples == 0
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

  func hash(of name: Span<UInt8>, in parent: Int) -> UInt64 {
    let seed = KeyHash.fold(seed ^ UInt64(truncatingIfNeeded: parent))
    return KeyHash.hash(name, seed: seed)
  }
}
