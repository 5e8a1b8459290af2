import StreamMap

// The summary's updates for each event. The trie takes events from any parser. It reads validated records itself.
extension SchemaTrie: EventSink {
  mutating func startObject() -> EventAction {
    let node = beginValue()
    objectCount += 1
    if node >= 0 { nodes[Int(node)].addObject(clock) }
    open.append(top)
    top = Container(node: node, isArray: false, object: objectCount)
    return .proceed
  }

  mutating func key(_ utf8: Span<UInt8>) -> EventAction {
    top.count += 1
    guard top.node >= 0 else {
      member = -1
      return .proceed
    }
    member = memberNode(of: Int(top.node), after: top.last, named: utf8)
    top.last = member
    guard member >= 0 else { return .proceed }
    let isFirst =
      nodes[Int(top.node)].isDictionary
      ? self.isFirst(utf8, inDictionary: Int(top.node)) : nodes[Int(member)].countPresence(in: top.object)
    if !isFirst {
      // As everywhere, the first of two members of one name counts.
      nodes[Int(member)].duplicates += 1
      top.count -= 1
      member = -1
    }
    return .proceed
  }

  mutating func endObject() -> EventAction { endContainer() }

  mutating func startArray() -> EventAction {
    let node = beginValue()
    if node >= 0 { nodes[Int(node)].addArray(clock) }
    open.append(top)
    top = Container(node: node, isArray: true)
    return .proceed
  }

  mutating func endArray() -> EventAction { endContainer() }

  mutating func string(_ utf8: Span<UInt8>) -> EventAction {
    let node = Int(beginValue())
    if node >= 0 {
      if nodes[node].times.areAlike { nodes[node].times.include(utf8) }
      nodes[node].addString(count: utf8.count, clock)
      addExample(to: node, utf8, isString: true)
    }
    return endValue()
  }

  mutating func number(_ literal: Span<UInt8>) -> EventAction {
    let node = Int(beginValue())
    if node >= 0 {
      nodes[node].addNumber(literal, clock)
      addExample(to: node, literal, isString: false)
    }
    return endValue()
  }

  mutating func bool(_ value: Bool) -> EventAction {
    let node = Int(beginValue())
    if node >= 0, nodes[node].addBool(value, clock) {
      addExample(to: node, Array((value ? "true" : "false").utf8).span, isString: false)
    }
    return endValue()
  }

  mutating func null() -> EventAction {
    let node = beginValue()
    if node >= 0 { nodes[Int(node)].addNull(clock) }
    return endValue()
  }

  /// Returns the node of the value that begins.
  private mutating func beginValue() -> Int32 {
    clock += 1
    if open.isEmpty { return 0 }
    // In text that is not JSON, a value without a name may follow that of a dropped object.
    guard top.isArray else { return top.node < 0 ? -1 : member }
    top.count += 1
    return top.node < 0 ? -1 : elementNode(of: Int(top.node))
  }

  /// Leaves the innermost container. There may be none in text that is not JSON.
  mutating func endContainer() -> EventAction {
    guard let outer = open.popLast() else { return .proceed }
    if top.node >= 0 { nodes[Int(top.node)].end(top) }
    if isDictionary(top.object) { closeDictionary() }
    top = outer
    return endValue()
  }

  private mutating func endValue() -> EventAction {
    if open.isEmpty {
      records += 1
      if needsFolding, nodes.count > 2 * foldedCount { fold() }
    }
    return .proceed
  }

  private mutating func addExample(to node: Int, _ text: Span<UInt8>, isString: Bool) {
    guard !nodes[node].hasAllExamples, isString || !NumberText.isNonFinite(text) else { return }
    var count = text.count
    if count > bounds.exampleBytes {
      count = bounds.exampleBytes
      // Do not cut within a character.
      while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
    }
    let isCut = count < text.count
    let example = text.extracting(..<count)
    if nodes[node].examples.contains(example, isString: isString, isCut: isCut) { return }
    var bytes: [UInt8] = []
    bytes.append(example)
    nodes[node].examples.append(SchemaExample(first: clock, isString: isString, bytes: bytes, isCut: isCut))
    nodes[node].hasAllExamples = nodes[node].examples.count >= bounds.examples
  }
}
