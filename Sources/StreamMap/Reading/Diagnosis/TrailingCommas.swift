/// Finds each comma between a value and a closing bracket, `[1,]` and `{"a":1,}`, in a text that is read from front to
/// back.
struct TrailingCommas {
  private var open: [UInt8] = []
  // The last byte that is not white space, and the one before the last string.
  private var (last, beforeString) = (0 as UInt8, 0 as UInt8)
  /// The offset of the last comma, if a value stands before it.
  private var comma: Int?
  private var isMalformed = false

  /// Reads a byte that is not in a string. Of a string, it is the opening quote.
  ///
  /// - Returns: the offset of the comma that is the last one before this bracket, or nil.
  mutating func read(_ byte: UInt8, at offset: Int) -> Int? {
    if isMalformed || ASCII.isWhitespace(byte) { return nil }
    defer { last = byte }
    switch byte {
    case ASCII.quote: beforeString = last
    case ASCII.openBrace, ASCII.openBracket: open.append(byte)
    case ASCII.comma:
      // A string without a colon before it is a name.
      let isName = last == ASCII.quote && beforeString != ASCII.colon && open.last == ASCII.openBrace
      comma = Self.endsValue(last) && !isName ? offset : nil
    case ASCII.closeBrace, ASCII.closeBracket:
      let opener = byte == ASCII.closeBrace ? ASCII.openBrace : ASCII.openBracket
      isMalformed = open.popLast() != opener
      return isMalformed || last != ASCII.comma ? nil : comma
    default: break
    }
    return nil
  }

  /// Whether a byte that is not white space ends a value, if the text before it is valid.
  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0, ASCII.comma, ASCII.colon, ASCII.openBrace, ASCII.openBracket: false
    default: true
    }
  }
}
