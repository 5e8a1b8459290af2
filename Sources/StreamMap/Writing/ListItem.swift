/// An item of a comma-separated list of columns: `[NAME=]PATH`, or `[NAME=]PATH:TYPE`.
struct ListItem {
  var name: String?
  var path: String
  /// The byte offset of the path in the list.
  var start: Int
  /// The text after the last colon. Nil if there is none.
  var type: String?

  /// Splits a list at commas outside brackets, and each item at its first equals sign outside brackets.
  ///
  /// - Parameter hasTypes: whether each item is also split at its last colon outside brackets.
  static func all(of list: String, hasTypes: Bool = false) -> [ListItem] {
    let bytes = Array(list.utf8)
    var items: [ListItem] = []
    var start = 0
    var equals: Int?
    var colon: Int?
    var index = 0
    func add(to end: Int) {
      let name = equals.map { text(of: bytes, trimmed(bytes, start..<$0)) }
      let path = trimmed(bytes, (equals.map { $0 + 1 } ?? start)..<(colon ?? end))
      let type = colon.map { text(of: bytes, trimmed(bytes, ($0 + 1)..<end)) }
      items.append(ListItem(name: name, path: text(of: bytes, path), start: path.lowerBound, type: type))
    }
    forEachByte(of: list) { byte, isInBracket in
      if byte == ASCII.comma && !isInBracket {
        add(to: index)
        (start, equals, colon) = (index + 1, nil, nil)
      } else if byte == ASCII.equals && !isInBracket && equals == nil {
        (equals, colon) = (index, nil)
      } else if hasTypes && byte == ASCII.colon && !isInBracket {
        colon = index
      }
      index += 1
    }
    add(to: bytes.count)
    return items
  }

  private static func text(of bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a range without white space at its ends.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, ASCII.isWhitespace(bytes[first]) { range.removeFirst() }
    while let last = range.last, ASCII.isWhitespace(bytes[last]) { range.removeLast() }
    return range
  }

  private static func forEachByte(of text: String, _ body: (UInt8, _ isInBracket: Bool) -> Void) {
    var isInBracket = false
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      body(byte, isInBracket)
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = byte == ASCII.backslash
        if byte == open { quote = nil }
      } else if isInBracket {
        if byte == ASCII.quote || byte == ASCII.apostrophe { quote = byte }
        isInBracket = byte != ASCII.closeBracket
      } else {
        isInBracket = byte == ASCII.openBracket
      }
    }
  }
}
