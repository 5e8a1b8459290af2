/// JSON text without white space, as a writer made it.
enum CompactText {
  /// The offset behind the value that begins at one.
  ///
  /// - Complexity: O(n) in the value's bytes.
  static func end(ofValueAt start: Int, in text: Span<UInt8>) -> Int {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case ASCII.quote:
        index = end(ofStringAt: index, in: text)
        if depth == 0 { return index }
        continue
      case ASCII.openBrace, ASCII.openBracket: depth += 1
      case ASCII.closeBrace, ASCII.closeBracket:
        // That of a container around a number.
        if depth == 0 { return index }
        depth -= 1
        if depth == 0 { return index + 1 }
      case ASCII.comma where depth == 0: return index
      default: break
      }
      index += 1
    }
    return index
  }

  /// The offset behind the quote that ends a string.
  static func end(ofStringAt start: Int, in text: Span<UInt8>) -> Int {
    var index = start + 1
    while text[index] != ASCII.quote { index += text[index] == ASCII.backslash ? 2 : 1 }
    return index + 1
  }

  /// Shows each member of an object: its name, and where its value begins.
  ///
  /// - Parameter range: what stands between the object's braces, so far.
  static func forEachMember(
    in range: Range<Int>, of text: Span<UInt8>, _ body: (_ name: String, _ value: Int) -> Void
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = end(ofStringAt: index, in: text)
      var raw: [UInt8] = []
      raw.append(text.extracting((index + 1)..<(end - 1)))
      body(Unescaping.text(raw), end + 1)
      index = self.end(ofValueAt: end + 1, in: text) + 1
    }
  }
}
