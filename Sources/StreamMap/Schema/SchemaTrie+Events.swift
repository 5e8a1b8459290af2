// The summary's updates for each event. The trie takes events from any parser. It reads validated records itself.
extension SchemaTrie: EventSink {
  mutating func startObject() -> EventAction {
    let node = beginValue()
    objectCount += 1
    if node >= 0 { nodes[Int(node)].counts.objects += 1 }
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
    if member >= 0 { nodes[Int(member)].countPresence(in: top.object) }
    return .proceed
  }

  mutating func endObject() -> EventAction {
    let container = closeTop()
    if container.node >= 0 { nodes[Int(container.node)].members.include(container.count) }
    return endValue()
  }

  mutating func startArray() -> EventAction {
    let node = beginValue()
    if node >= 0 { nodes[Int(node)].counts.arrays += 1 }
    open.append(top)
    top = Container(node: node, isArray: true)
    return .proceed
  }

  mutating func endArray() -> EventAction {
    let container = closeTop()
    if container.node >= 0 { nodes[Int(container.node)].elements.include(container.count) }
    return endValue()
  }

  mutating func string(_ utf8: Span<UInt8>) -> EventAction {
    let node = Int(beginValue())
    if node >= 0 {
      nodes[node].addString(utf8.count)
      addExample(to: node, utf8, isString: true)
    }
    return endValue()
  }

  mutating func number(_ literal: Span<UInt8>) -> EventAction {
    let node = Int(beginValue())
    if node >= 0 {
      addNumber(to: node, literal)
      addExample(to: node, literal, isString: false)
    }
    return endValue()
  }

  mutating func bool(_ value: Bool) -> EventAction {
    let node = Int(beginValue())
    if node >= 0 {
      nodes[node].counts.bools += 1
      addExample(to: node, (value ? Self.trueText : Self.falseText).span, isString: false)
    }
    return endValue()
  }

  mutating func null() -> EventAction {
    let node = beginValue()
    if node >= 0 { nodes[Int(node)].counts.nulls += 1 }
    return endValue()
  }

  private static let trueText = Array("true".utf8)
  private static let falseText = Array("false".utf8)

  /// Returns the node of the value that begins.
  private mutating func beginValue() -> Int32 {
    clock += 1
    var node: Int32 = 0
    if !open.isEmpty {
      if top.isArray {
        top.count += 1
        node = top.node < 0 ? -1 : elementNode(of: Int(top.node))
      } else {
        node = member
      }
    }
    if node >= 0, nodes[Int(node)].first == .max { nodes[Int(node)].first = clock }
    return node
  }

  /// Leaves the innermost container, and returns it.
  private mutating func closeTop() -> Container {
    let container = top
    top = open.removeLast()
    return container
  }

  private mutating func endValue() -> EventAction {
    if open.isEmpty {
      records += 1
      if needsFolding, nodes.count > 2 * foldedCount { fold() }
    }
    return .proceed
  }

  private mutating func addExample(to node: Int, _ text: Span<UInt8>, isString: Bool) {
    guard nodes[node].examples.count < bounds.examples else { return }
    var count = text.count
    if count > bounds.exampleBytes {
      count = bounds.exampleBytes
      // Do not cut within a character.
      while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
    }
    let isCut = count < text.count
    for example in nodes[node].examples where example.isString == isString && example.isCut == isCut {
      if text.extracting(..<count).isEqual(to: example.bytes) { return }
    }
    var bytes: [UInt8] = []
    bytes.append(text.extracting(..<count))
    nodes[node].examples.append(SchemaExample(first: clock, isString: isString, bytes: bytes, isCut: isCut))
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(to bytes: [UInt8]) -> Bool {
    count == bytes.count && starts(with: bytes)
  }
}
