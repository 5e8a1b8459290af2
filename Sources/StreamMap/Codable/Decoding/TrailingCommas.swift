/// A text in which a space replaces each comma between a value and a closing bracket, `[1,]` and `{"a":1,}`.
/// `JSONDecoder` accepts such commas.
///
/// A document is read without this first, so that valid text costs nothing more. Offsets stay as they are.
struct TrailingCommas {
  private(set) var bytes: [UInt8]

  /// Returns nil if the failure has another cause.
  ///
  /// - Complexity: O(n) in the length of the text.
  init?(replacedIn text: Span<UInt8>, after failure: RecordFailure) {
    guard failure.kind == .syntax, failure.offset < text.count, ASCII.isClosing(text[failure.offset]) else {
      return nil
    }
    bytes = Array(copying: text)
    var isCause = false
    var cursor = RecordCursor()
    var open: [UInt8] = []
    // The last byte that is not white space, and the one before the last string.
    var (last, beforeString) = (0 as UInt8, 0 as UInt8)
    var comma: Int?
    scan: while cursor.offset < text.count {
      let (offset, byte) = (cursor.offset, text[cursor.offset])
      if byte == ASCII.quote { _ = cursor.readText(in: text) } else { cursor.offset += 1 }
      switch byte {
      case ASCII.quote: beforeString = last
      case ASCII.openBrace, ASCII.openBracket: open.append(byte)
      case ASCII.comma:
        // A string without a colon before it is a name.
        let isName = last == ASCII.quote && beforeString != ASCII.colon && open.last == ASCII.openBrace
        comma = Self.endsValue(last) && !isName ? offset : nil
      case ASCII.closeBrace, ASCII.closeBracket:
        let opener = byte == ASCII.closeBrace ? ASCII.openBrace : ASCII.openBracket
        guard open.popLast() == opener else { break scan }
        if last == ASCII.comma, let comma {
          bytes[comma] = ASCII.space
          if offset == failure.offset { isCause = true }
        }
      case _ where ASCII.isWhitespace(byte): continue
      default: break
      }
      last = byte
    }
    if !isCause { return nil }
  }

  /// Whether a byte that is not white space ends a value, if the text before it is valid.
  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, ASCII.comma, ASCII.colon, ASCII.openBrace, ASCII.openBracket: false
    default: true
    }
  }
}
