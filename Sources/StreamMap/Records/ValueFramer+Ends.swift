// Where values begin and end, and what stands between them.
extension ValueFramer {
  /// Where the open record ends.
  struct End {
    var offset: Int
    /// The input ends there, before the record does.
    var isCut: Bool
  }

  /// Reads up to the next value, or the end of the array; false if more bytes are needed, or none are left.
  func readBetween() throws(MappingError) -> Bool {
    guard let byte = passWhitespace() else {
      guard isComplete else { return false }
      guard framing == .concatenated else { throw broken(.truncated) }
      phase = .ended
      return false
    }
    switch (phase, byte) {
    case (.firstElement, ASCII.closeBracket), (.separator, ASCII.closeBracket):
      try endArray()
    case (.separator, ASCII.comma):
      position += 1
      phase = .value
    case (.separator, _), (_, ASCII.comma), (_, ASCII.colon), (_, ASCII.closeBracket), (_, ASCII.closeBrace):
      throw broken(.syntax)
    case (_, ASCII.openBrace), (_, ASCII.openBracket):
      begin(.container)
      position += 1
      depth = 1
    case (_, ASCII.quote):
      begin(.string)
      position += 1
    default:
      begin(.token)
    }
    return true
  }

  /// Where the open record ends; nil if it has not.
  func findEnd() -> End? {
    let end: Int? =
      switch phase {
      case .container, .string: findBracketOrQuote()
      case .token: findDelimiter()
      default: findSeparator()
      }
    return end.map { End(offset: $0, isCut: false) }
      ?? (isComplete ? End(offset: window.end, isCut: true) : nil)
  }

  /// One past the bracket or the quote that ends the value.
  private func findBracketOrQuote() -> Int? {
    repeat {
      if indexed > position {
        let limit = indexed - origin
        let found =
          phase == .string
          ? index.quote(from: position - origin, to: limit)
          : index.closer(from: position - origin, to: limit, depth: &depth)
        if let found { return origin + found + 1 }
        position = indexed
      }
    } while indexMore()
    return nil
  }

  /// What ends a number or a literal.
  private func findDelimiter() -> Int? {
    while position < window.end {
      switch window[position] {
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.comma, ASCII.colon,
        ASCII.openBrace, ASCII.closeBrace, ASCII.openBracket, ASCII.closeBracket:
        return position
      case ASCII.quote:
        // The index, for which a quote behind a backslash is none, begins the next string here, or does not.
        while indexed <= position { _ = indexMore() }
        if index.quote(from: position - origin, to: position - origin + 1) != nil { return position }
      default: break
      }
      position &+= 1
    }
    return nil
  }

  // MARK: Sequences

  /// Reads up to the next record of a sequence; false if more bytes are needed, or none are left.
  func findText() -> Bool {
    while let byte = passWhitespace() {
      if byte == ASCII.recordSeparator {
        position += 1
        phase = .marked
      } else {
        let isMarked = phase == .marked
        begin(.text)
        if !isMarked { record.flaw = .unmarked }
        return true
      }
    }
    if isComplete { phase = .ended }
    return false
  }

  private func findSeparator() -> Int? {
    let found =
      framing == .sequence ? window.firstIndex(of: ASCII.recordSeparator, in: position..<window.end) : nil
    if found == nil { position = window.end }
    return found
  }

  /// The length of a text without the white space behind it. If there is none behind a scalar, that may be cut.
  func trimmed(_ end: Int) -> Int {
    let count = end - recordStart
    // A line feed behind it is none of its bytes.
    guard framing == .sequence, !isPassingOver, count <= limit + 1 else { return count }
    var last = end - 1
    while ASCII.isWhitespace(window[last]) { last -= 1 }
    if last == end - 1, count <= limit, record.flaw == nil, !Self.endsItself(window[recordStart]) {
      record.flaw = .unterminated
    }
    return last + 1 - recordStart
  }

  /// Whether a value that begins with a byte says itself where it ends.
  private static func endsItself(_ byte: UInt8) -> Bool {
    byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote
  }
}
