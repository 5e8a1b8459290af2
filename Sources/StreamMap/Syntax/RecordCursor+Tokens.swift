extension RecordCursor {
  /// Reads the next token, or returns nil at the end of the text.
  ///
  /// - Complexity: O(n) in the length of the token and the white space around it.
  @inline(__always)
  package mutating func next(in text: Span<UInt8>) -> Token? {
    while offset < text.count {
      let byte = text[offset]
      switch byte {
      case ASCII.quote:
        let string = readText(in: text)
        return isAtColon(in: text) ? .name(string) : .string(string)
      case ASCII.minus, ASCII.zero...ASCII.nine: return .number(skipNumber(in: text))
      case ASCII.lowerT:
        skip(4, in: text)
        return .bool(true)
      case ASCII.lowerF:
        skip(5, in: text)
        return .bool(false)
      case ASCII.lowerN:
        skip(4, in: text)
        return .null
      default: offset &+= 1
      }
      switch byte {
      case ASCII.openBrace: return .beginObject
      case ASCII.closeBrace: return .endObject
      case ASCII.openBracket: return .beginArray
      case ASCII.closeBracket: return .endArray
      // A comma, a colon or white space.
      default: continue
      }
    }
    return nil
  }

  /// Whether a colon comes next, so that the string before is a name.
  @inline(__always)
  private func isAtColon(in text: Span<UInt8>) -> Bool {
    guard offset < text.count else { return false }
    if text[offset] > ASCII.space { return text[offset] == ASCII.colon }
    let next = text.endOfWhitespace(from: offset)
    return next < text.count && text[next] == ASCII.colon
  }

  /// Reads the string or the name whose opening quote is here. A truncated one ends with the text.
  @inline(__always)
  mutating func readText(in text: Span<UInt8>) -> Text {
    let start = offset &+ 1
    var end = text.endOfPlainText(from: start)
    let hasEscapes = end < text.count && text[end] == ASCII.backslash
    while end < text.count, text[end] == ASCII.backslash { end = text.endOfPlainText(from: end &+ 2) }
    end = min(end, text.count)
    offset = min(end &+ 1, text.count)
    return Text(range: start..<end, hasEscapes: hasEscapes)
  }
}

extension RecordCursor.Text {
  /// Appends the decoded bytes to a buffer.
  package func append(from text: Span<UInt8>, to output: inout [UInt8]) {
    let raw = text.extracting(range)
    if hasEscapes { Unescaping.append(raw, to: &output) } else { output.append(raw) }
  }

  /// Returns the decoded text.
  func string(in text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    append(from: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
