// Reads records that are known to be valid: what a string ends with, and what a literal is made of, need not be
// looked at.
extension SchemaTrie {
  /// Adds a record.
  ///
  /// - Parameter text: one JSON text that has been checked in full.
  /// - Complexity: O(n) in its length, without recursion.
  mutating func add(validated text: Span<UInt8>) {
    var index = 0
    var isName = false
    while index < text.count {
      switch text[index] {
      case ASCII.quote:
        index = addString(of: text, from: index &+ 1, isName: isName) &+ 1
        isName = false
        continue
      case ASCII.openBrace:
        _ = startObject()
        isName = true
      case ASCII.openBracket:
        _ = startArray()
      case ASCII.closeBrace:
        _ = endObject()
        isName = false
      case ASCII.closeBracket:
        _ = endArray()
      case ASCII.comma:
        isName = open.last?.isArray == false
      case ASCII.lowerT:
        _ = bool(true)
        index &+= 3
      case ASCII.lowerF:
        _ = bool(false)
        index &+= 4
      case ASCII.lowerN:
        _ = null()
        index &+= 3
      case ASCII.minus, ASCII.zero...ASCII.nine:
        let start = index
        repeat { index &+= 1 } while index < text.count && JSONNumber.isPart(text[index])
        _ = number(text.extracting(start..<index))
        continue
      default:
        // A colon, or white space.
        break
      }
      index &+= 1
    }
  }

  /// Adds a string or a name, and returns where its closing quote stands.
  @inline(__always)
  private mutating func addString(of text: Span<UInt8>, from start: Int, isName: Bool) -> Int {
    var index = text.endOfPlainText(from: start)
    guard text[index] == ASCII.backslash else {
      let value = text.extracting(start..<index)
      _ = isName ? key(value) : string(value)
      return index
    }
    while text[index] == ASCII.backslash { index = text.endOfPlainText(from: index &+ 2) }
    let count = index &- start
    if scratch.count < count { scratch = [UInt8](repeating: 0, count: max(count, scratch.count * 2)) }
    // Lent for the event, which needs the rest of the trie.
    var decoded: [UInt8] = []
    swap(&decoded, &scratch)
    // SAFETY: there is room for as many bytes as are read, and both are used during the call alone.
    let length = unsafe text.extracting(start..<index).withUnsafeBufferPointer { raw in
      unsafe decoded.withUnsafeMutableBufferPointer { output in
        guard let raw = raw.baseAddress, let output = output.baseAddress else { return 0 }
        return unsafe Unescaping.decode(raw, count, into: output) ?? 0
      }
    }
    _ = isName ? key(decoded.span.extracting(..<length)) : string(decoded.span.extracting(..<length))
    swap(&decoded, &scratch)
    return index
  }

  /// Counts a number, and what it fits.
  mutating func addNumber(to node: Int, _ literal: Span<UInt8>) {
    // SAFETY: the text is used during the call alone.
    unsafe literal.withUnsafeBufferPointer { text in
      guard let bytes = text.baseAddress else { return }
      if unsafe text.contains(where: { $0 == ASCII.dot || $0 | 0x20 == ASCII.lowerE }) {
        nodes[node].counts.decimals += 1
        if let value = unsafe NumberText.nearestDouble(bytes, text.count) {
          // Minus zero is no less than zero, and would depend on which of them came first.
          nodes[node].decimals.include(value + 0.0)
        } else {
          nodes[node].misfits += 1
        }
      } else {
        nodes[node].counts.integers += 1
        if let value: Int = unsafe try? NumberText.integer(bytes, text.count, .exact) {
          nodes[node].integers.include(value)
        } else {
          nodes[node].misfits += 1
        }
      }
    }
  }
}
