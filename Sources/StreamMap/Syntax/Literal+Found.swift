// What a message says of a value that was found.

extension Literal.Kind {
  /// The kind of JSON value, for messages.
  var found: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .object: "an object"
    case .array: "an array"
    }
  }

  /// The maximum number of characters that are shown of a value.
  private static var shownCharacters: Int { 40 }

  /// Returns a value of this kind for messages: the text of a number, and a string with its text, which are cut.
  ///
  /// - Parameter start: the index of the value's first byte in its JSON text.
  func found(in text: borrowing Span<UInt8>, at start: Int) -> String {
    switch self {
    case .number:
      let (number, isCut) = Self.prefix(of: text, from: start) { !ASCII.isNumberPart($0) }
      return number + (isCut ? "…" : "")
    case .string where text.indices.contains(start) && text[start] == ASCII.quote:
      let (string, isCut) = Self.prefix(of: text, from: start + 1) { $0 == ASCII.quote }
      return "\(found) (\"\(string)\(isCut ? "…" : "")\")"
    default: return found
    }
  }

  /// Returns the text up to a byte, or its first characters. An escape counts as one.
  private static func prefix(
    of text: borrowing Span<UInt8>, from start: Int, to isEnd: (UInt8) -> Bool
  ) -> (text: String, isCut: Bool) {
    var shown: [UInt8] = []
    var characters = 0
    /// The number of bytes that still belong to an escape.
    var escaped = 0
    for index in max(start, 0)..<max(start, text.count) {
      let byte = text[index]
      if escaped > 0 {
        escaped = escaped == 1 && byte == ASCII.lowerU && shown.last == ASCII.backslash ? 4 : escaped - 1
      } else {
        if isEnd(byte) { return (String(decoding: shown, as: UTF8.self), false) }
        // Bytes within a character are not counted.
        if byte & 0xC0 != 0x80 { characters += 1 }
        if characters > shownCharacters { return (String(decoding: shown, as: UTF8.self), true) }
        if byte == ASCII.backslash { escaped = 1 }
      }
      shown.append(byte)
    }
    return (String(decoding: shown, as: UTF8.self), false)
  }

  /// Returns the same of a literal, whose string has no quotes and escapes.
  func found(as literal: Literal) -> String {
    literal.withText { text in
      guard self == .string else { return found(in: text, at: 0) }
      // A character has at most four bytes. The cut text is longer than what is shown.
      var json = JSONWriter()
      json.string(
        String(decoding: (0..<min(text.count, 5 * Self.shownCharacters)).map { text[$0] }, as: UTF8.self))
      let bytes = json.take()
      return found(in: bytes.span, at: 0)
    }
  }
}
