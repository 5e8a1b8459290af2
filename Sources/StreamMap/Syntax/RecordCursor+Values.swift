extension RecordCursor {
  /// Moves into the object or array that begins here.
  mutating func enter() { offset += 1 }

  /// In an object, moves to the next member's value and returns the member's name.
  ///
  /// Returns nil, and stays at the closing brace, if no member follows.
  mutating func nextName(in text: Span<UInt8>) -> Text? {
    guard findNext(in: text), text[offset] == ASCII.quote else { return nil }
    let name = readText(in: text)
    offset = text.endOfWhitespace(from: offset)
    if offset < text.count, text[offset] == ASCII.colon { offset = text.endOfWhitespace(from: offset + 1) }
    return name
  }

  /// Moves to the next element, and returns false at the closing bracket if none follows.
  mutating func findNext(in text: Span<UInt8>) -> Bool {
    skipSeparators(in: text)
    return offset < text.count && !ASCII.isClosing(text[offset])
  }

  private mutating func skipSeparators(in text: Span<UInt8>) {
    while offset < text.count {
      let byte = text[offset]
      guard byte == ASCII.comma || byte == ASCII.colon || ASCII.isWhitespace(byte) else { return }
      offset += 1
    }
  }

  /// Returns the kind of the value that begins here. Nil at a closing bracket and at the end of the text.
  func kind(in text: Span<UInt8>) -> Literal.Kind? {
    offset < text.count ? Literal.Kind(beginningWith: text[offset]) : nil
  }

  /// Moves past the value that begins here, and returns its range. A truncated value ends with the text.
  ///
  /// - Complexity: O(n) in the length of the value.
  @discardableResult
  mutating func skipValue(in text: Span<UInt8>) -> Range<Int> {
    let start = offset
    switch kind(in: text) {
    case .string: _ = readText(in: text)
    case .object, .array: skipContainer(in: text)
    case .number: return skipNumber(in: text)
    case .true, .null: skip(4, in: text)
    case .false: skip(5, in: text)
    case nil:
      // The text is not JSON here, but the walk must end. The encoders write `NaN` for a `Decimal`, as `JSONEncoder` does.
      skipWord(in: text)
    }
    return start..<offset
  }

  @inlinable @inline(__always)
  package mutating func skipNumber(in text: Span<UInt8>) -> Range<Int> {
    let start = offset
    repeat { offset &+= 1 } while offset < text.count && ASCII.isNumberPart(text[offset])
    return start..<offset
  }

  private mutating func skipWord(in text: Span<UInt8>) {
    let start = offset
    while offset < text.count, !ASCII.isClosing(text[offset]), text[offset] != ASCII.comma,
      !ASCII.isWhitespace(text[offset])
    {
      offset += 1
    }
    // At a comma, the value is missing.
    if offset == start, offset < text.count, !ASCII.isClosing(text[offset]) { offset += 1 }
  }

  @inline(__always)
  mutating func skip(_ count: Int, in text: Span<UInt8>) { offset = min(offset &+ count, text.count) }

  private mutating func skipContainer(in text: Span<UInt8>) {
    var depth = 0
    repeat {
      switch text[offset] {
      case ASCII.quote:
        _ = readText(in: text)
        continue
      case ASCII.openBrace, ASCII.openBracket: depth += 1
      case ASCII.closeBrace, ASCII.closeBracket: depth -= 1
      default: break
      }
      offset &+= 1
    } while depth > 0 && offset < text.count
  }
}
