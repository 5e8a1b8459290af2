import StreamMap

extension InferredSchema {
  /// All paths. The root is first, and each path is followed by the paths below it, in the order of their first
  /// appearance.
  ///
  /// - Complexity: O(n log n) in the number of paths.
  public var entries: [SchemaEntry] {
    var entries: [SchemaEntry] = []
    forEachEntry { entries.append($0) }
    return entries
  }

  /// Calls a closure with each of ``entries``, without holding them all. The paths of deep objects are long.
  package func forEachEntry(_ body: (SchemaEntry) throws -> Void) rethrows {
    let view = SchemaView(trie)
    try view.forEachNode { number, segments in
      if view.trie.nodes[number].counts.all > 0 || number == 0 { try body(view.entry(number, segments)) }
      return true
    }
  }
}

/// A trie prepared for display: its dictionaries are found, and its children are ordered.
struct SchemaView {
  let trie: SchemaTrie
  /// For each node, its children in the order of their first values.
  let children: [[Int]]

  init(_ trie: SchemaTrie) {
    var trie = trie
    trie.fold()
    while trie.markDictionaries() { trie.fold() }
    self.trie = trie
    var children = [[Int]](repeating: [], count: trie.nodes.count)
    for (number, node) in trie.nodes.enumerated() where node.parent >= 0 {
      children[Int(node.parent)].append(number)
    }
    self.children = children.map { $0.sorted { trie.nodes[$0].first < trie.nodes[$1].first } }
  }

  /// Calls a closure with the number and the path of each node, in the order of ``InferredSchema/entries``.
  ///
  /// - Parameter body: returns whether to go on with the nodes below.
  func forEachNode<Failure: Error>(
    _ body: (Int, [RecordPath.Segment]) throws(Failure) -> Bool
  ) throws(Failure) {
    // Use a stack, because values nest as deep as the limits allow.
    var waiting = [(number: 0, depth: 0)]
    var segments: [RecordPath.Segment] = []
    while let (number, depth) = waiting.popLast() {
      if depth > 0 {
        segments.removeLast(segments.count - depth + 1)
        segments.append(segment(of: number))
      }
      guard try body(number, segments) else { continue }
      for child in children[number].reversed() { waiting.append((child, depth + 1)) }
    }
  }

  func name(of number: Int) -> String {
    String(decoding: trie.name(of: trie.nodes[number]), as: UTF8.self)
  }

  func segment(of number: Int) -> RecordPath.Segment {
    switch trie.nodes[number].step {
    case .member: .name(name(of: number))
    case .element: .everyElement
    case .anyMember, .root: .everyMember
    }
  }

  func entry(_ number: Int, _ segments: [RecordPath.Segment]) -> SchemaEntry {
    let node = trie.nodes[number]
    let isMember = node.step == .member
    let parents = isMember ? trie.nodes[Int(node.parent)].counts.objects : 0
    return SchemaEntry(
      path: RecordPath(writing: segments), counts: node.counts.byType,
      absences: max(0, parents - node.presence),
      parents: parents, duplicates: node.duplicates, integers: node.integers.range,
      decimals: node.decimals.range,
      outOfRange: node.misfits, lengths: node.lengths.range, times: node.times.type,
      elements: node.elements.range,
      members: node.members.range, examples: node.examples.map(\.json), isDictionary: node.isDictionary)
  }
}

extension SchemaExample {
  fileprivate var json: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard isString || isCut else { return text }
    var json = JSONWriter()
    json.string(isCut ? text + "…" : text)
    return String(decoding: json.take(), as: UTF8.self)
  }
}

extension SchemaCounts {
  var byType: [SchemaEntry.ValueType: Int] {
    let all: [(SchemaEntry.ValueType, Int)] = [
      (.null, nulls), (.boolean, bools), (.integer, integers), (.decimal, decimals), (.string, strings),
      (.array, arrays), (.object, objects),
    ]
    return Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
  }
}
