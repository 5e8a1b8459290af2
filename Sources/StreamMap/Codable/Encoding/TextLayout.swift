/// Lays compact JSON text out as `JSONEncoder` does: the members of objects in the order of their names' bytes,
/// a line for each.
///
/// A first pass finds the end of each container, so that the second looks at no text more often than twice,
/// however deep it nests.
struct TextLayout {
  private let isPretty: Bool
  private let isSorted: Bool
  private var output: [UInt8] = []
  /// Of the containers, in the order in which they begin.
  private var containers: [Container] = []
  /// Of the objects that are being written.
  private var members: [Member] = []

  init(isPretty: Bool, isSorted: Bool) {
    self.isPretty = isPretty
    self.isSorted = isSorted
  }

  private struct Container {
    var end = 0
    /// The number of the first container behind it.
    var next = 0
  }

  private struct Member {
    /// Between the quotes.
    let name: Range<Int>
    let hasEscapes: Bool
    let value: Int
    /// The number of the first container in its value, or behind it.
    let container: Int
  }

  /// - Complexity: O(n) in the bytes, and of the sorting of names.
  mutating func lay(_ text: Span<UInt8>) -> [UInt8] {
    output.removeAll(keepingCapacity: true)
    findContainers(text)
    _ = write(text, 0, 0, depth: 0)
    return output
  }

  private mutating func findContainers(_ text: Span<UInt8>) {
    containers.removeAll(keepingCapacity: true)
    var open: [Int] = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case ASCII.quote:
        index = CompactText.end(ofStringAt: index, in: text)
        continue
      case ASCII.openBrace, ASCII.openBracket:
        open.append(containers.count)
        containers.append(Container())
      case ASCII.closeBrace, ASCII.closeBracket:
        if let innermost = open.popLast() {
          containers[innermost] = Container(end: index + 1, next: containers.count)
        }
      default: break
      }
      index += 1
    }
  }

  /// The end of a value, and the number of the first container behind it.
  private func end(_ text: Span<UInt8>, _ start: Int, _ container: Int) -> (offset: Int, container: Int) {
    switch text[start] {
    case ASCII.openBrace, ASCII.openBracket: (containers[container].end, containers[container].next)
    default: (CompactText.end(ofValueAt: start, in: text), container)
    }
  }

  /// Writes the value at an offset.
  private mutating func write(_ text: Span<UInt8>, _ start: Int, _ container: Int, depth: Int) -> Int {
    let end = end(text, start, container)
    switch text[start] {
    case ASCII.openBrace: object(text, start, end.offset, container, depth: depth)
    case ASCII.openBracket: array(text, start, end.offset, container, depth: depth)
    default: output.append(text.extracting(start..<end.offset))
    }
    return end.offset
  }

  private mutating func array(_ text: Span<UInt8>, _ start: Int, _ end: Int, _ number: Int, depth: Int) {
    output.append(ASCII.openBracket)
    if isPretty { output.append(ASCII.lineFeed) }
    var index = start + 1
    var container = number + 1
    while index < end - 1 {
      if index > start + 1 { separate() }
      indent(depth + 1)
      let next = self.end(text, index, container)
      _ = write(text, index, container, depth: depth + 1)
      container = next.container
      index = next.offset + 1
    }
    if isPretty { output.append(ASCII.lineFeed) }
    indent(depth)
    output.append(ASCII.closeBracket)
  }

  private mutating func object(_ text: Span<UInt8>, _ start: Int, _ end: Int, _ number: Int, depth: Int) {
    let base = members.count
    var index = start + 1
    var container = number + 1
    while index < end - 1 {
      let name = (index + 1)..<(CompactText.end(ofStringAt: index, in: text) - 1)
      let value = name.upperBound + 2
      let hasEscapes = name.contains { text[$0] == ASCII.backslash }
      members.append(Member(name: name, hasEscapes: hasEscapes, value: value, container: container))
      let next = self.end(text, value, container)
      container = next.container
      index = next.offset + 1
    }
    if isSorted {
      members[base...].sort { left, right in Self.precedes(left, right, text) }
    }
    output.append(ASCII.openBrace)
    if isPretty { output.append(ASCII.lineFeed) }
    for place in base..<members.count {
      let member = members[place]
      if place > base { separate() }
      indent(depth + 1)
      output.append(text.extracting((member.name.lowerBound - 1)..<(member.name.upperBound + 1)))
      if isPretty { output.append(ASCII.space) }
      output.append(ASCII.colon)
      if isPretty { output.append(ASCII.space) }
      _ = write(text, member.value, member.container, depth: depth + 1)
    }
    members.removeSubrange(base...)
    if isPretty { output.append(ASCII.lineFeed) }
    indent(depth)
    output.append(ASCII.closeBrace)
  }

  private static func precedes(_ left: Member, _ right: Member, _ text: Span<UInt8>) -> Bool {
    if left.hasEscapes || right.hasEscapes {
      return unescaped(left, text).lexicographicallyPrecedes(unescaped(right, text))
    }
    let shorter = min(left.name.count, right.name.count)
    for index in 0..<shorter {
      let (first, second) = (text[left.name.lowerBound + index], text[right.name.lowerBound + index])
      if first != second { return first < second }
    }
    return left.name.count < right.name.count
  }

  private static func unescaped(_ member: Member, _ text: Span<UInt8>) -> [UInt8] {
    var raw: [UInt8] = []
    raw.append(text.extracting(member.name))
    var bytes: [UInt8] = []
    Unescaping.append(raw, to: &bytes)
    return bytes
  }

  private mutating func separate() {
    output.append(ASCII.comma)
    if isPretty { output.append(ASCII.lineFeed) }
  }

  private mutating func indent(_ depth: Int) {
    guard isPretty else { return }
    for _ in 0..<depth { output.append(contentsOf: [ASCII.space, ASCII.space]) }
  }
}
