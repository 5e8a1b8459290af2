// Reads records that are known to be valid.
//
// SAFETY, for all pointers: they are those of the record's text, used during the call alone. In valid JSON a
// string ends with a quote, and behind the last byte nothing is looked for.
extension SchemaTrie {
  /// Adds a record.
  ///
  /// - Parameter text: one JSON text that has been checked in full.
  /// - Complexity: O(n) in its length, without recursion.
  mutating func add(validated text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe addEvents(of: $0) }
  }

  private mutating func addEvents(of text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var isName = false
    while index < text.count {
      let byte = unsafe text[index]
      switch byte {
      case ASCII.quote:
        let end = unsafe addString(of: text, from: index &+ 1, isName: isName)
        index = end &+ 1
        isName = false
      case ASCII.openBrace:
        _ = startObject()
        isName = true
        index &+= 1
      case ASCII.openBracket:
        _ = startArray()
        index &+= 1
      case ASCII.closeBrace:
        _ = endObject()
        isName = false
        index &+= 1
      case ASCII.closeBracket:
        _ = endArray()
        index &+= 1
      case ASCII.comma:
        isName = open.last?.isArray == false
        index &+= 1
      case ASCII.lowerT:
        _ = bool(true)
        index &+= 4
      case ASCII.lowerF:
        _ = bool(false)
        index &+= 5
      case ASCII.lowerN:
        _ = null()
        index &+= 4
      case ASCII.minus, ASCII.zero...ASCII.nine:
        let start = index
        repeat { index &+= 1 } while unsafe index < text.count && JSONNumber.isPart(text[index])
        _ = number(unsafe Span(_unsafeElements: text.extracting(start..<index)))
      default:
        // A colon, or white space.
        index &+= 1
      }
    }
  }

  /// Adds a string or a name, and returns where its closing quote stands.
  @inline(__always)
  private mutating func addString(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, isName: Bool
  ) -> Int {
    var index = unsafe Self.skipPlain(text, from: start)
    guard unsafe index < text.count && text[index] == ASCII.backslash else {
      let value = unsafe Span(_unsafeElements: text.extracting(start..<index))
      _ = isName ? key(value) : string(value)
      return index
    }
    while unsafe index < text.count && text[index] != ASCII.quote {
      index = unsafe text[index] == ASCII.backslash ? index &+ 2 : Self.skipPlain(text, from: index)
    }
    let count = index &- start
    if scratch.count < count { scratch = [UInt8](repeating: 0, count: max(count, scratch.count * 2)) }
    // Lent for the event, which needs the rest of the trie.
    var decoded: [UInt8] = []
    swap(&decoded, &scratch)
    let length = unsafe decoded.withUnsafeMutableBufferPointer { output in
      guard let raw = unsafe text.baseAddress, let output = unsafe output.baseAddress else { return 0 }
      return unsafe Unescaping.decode(raw + start, count, into: output) ?? 0
    }
    _ = isName ? key(decoded.span.extracting(..<length)) : string(decoded.span.extracting(..<length))
    swap(&decoded, &scratch)
    return index
  }

  /// The first quote or backslash.
  @inline(__always)
  private static func skipPlain(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let raw = UnsafeRawBufferPointer(text)
    var index = start
    while index &+ 8 <= text.count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let quotes = word ^ (ones &* UInt64(ASCII.quote))
      let slashes = word ^ (ones &* UInt64(ASCII.backslash))
      let found = (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & highs
      if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while unsafe index < text.count && text[index] != ASCII.quote && text[index] != ASCII.backslash {
      index &+= 1
    }
    return index
  }

  /// Counts a number, and what it fits.
  mutating func addNumber(to node: Int, _ literal: Span<UInt8>) {
    unsafe literal.withUnsafeBufferPointer { text in
      guard let bytes = unsafe text.baseAddress else { return }
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
