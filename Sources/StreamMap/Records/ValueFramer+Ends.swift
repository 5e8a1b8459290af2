// The beginnings and ends of values, and the text between them.
extension ValueFramer {
  /// The end of the open record.
  struct End {
    var offset: Int
    /// Whether the input ends before the record does.
    var isCut: Bool
  }

  /// Reads up to the next value or the end of the array. Returns false if more bytes are needed or none are left.
  func readBetween() throws(MappingError) -> Bool {
    guard let byte = passWhitespace() else {
      if isComplete, framing != .concatenated { throw broken(.truncated) }
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

  /// Finds the end of the open record. Returns nil if it has not ended.
  func findEnd() -> End? {
    let end: Int? =
      switch phase {
      case .container, .string: findBracketOrQuote()
      case .token: findDelimiter()
      case .entry: findEntryEnd()
      default: findSeparator()
      }
    return end.map { End(offset: $0, isCut: false) }
      ?? (isComplete ? End(offset: window.end, isCut: true) : nil)
  }

  /// Returns the offset after the bracket or the quote that ends the value.
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

  /// Returns the offset of the byte that ends a number or a literal.
  private func findDelimiter() -> Int? {
    while position < window.end {
      switch window[position] {
      case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn, ASCII.comma, ASCII.colon,
        ASCII.openBrace, ASCII.closeBrace, ASCII.openBracket, ASCII.closeBracket:
        return position
      case ASCII.quote:
        // Whether the next string begins here depends on the index, which does not count a quote after a backslash.
        while indexed <= position { _ = indexMore() }
        if index.quote(from: position - origin, to: position - origin + 1) != nil { return position }
      default: break
      }
      position &+= 1
    }
    return nil
  }

  // MARK: Sequences

  /// Reads up to the next record of a sequence. Returns false if more bytes are needed or none are left.
  func findText() -> Bool {
    while let byte = passWhitespace() {
      if byte == framing.separator {
        position += 1
        phase = .marked
      } else {
        let isMarked = phase == .marked
        begin(.text)
        if !isMarked { record.flaw = .unmarked }
        return true
      }
    }
    return false
  }

  private func findSeparator() -> Int? {
    let found = framing.separator.flatMap { window.firstIndex(of: $0, in: position..<window.end) }
    if found == nil { position = window.end }
    return found
  }

  /// Returns the length of a text without the white space after it. Flags a scalar without white space after it,
  /// because it may be incomplete.
  func trimmed(_ end: Int) -> Int {
    let count = end - recordStart
    // The line feed after the text is not part of it.
    guard framing.separator != nil, !isPassingOver, count <= limit + 1 else { return count }
    var last = end - 1
    while ASCII.isWhitespace(window[last]) { last -= 1 }
    if last == end - 1, count <= limit, record.flaw == nil, !Self.endsItself(window[recordStart]) {
      record.flaw = .unterminated
    }
    return last + 1 - recordStart
  }

  /// Whether a value that begins with this byte has an explicit end.
  private static func endsItself(_ byte: UInt8) -> Bool {
    byte == ASCII.openBrace || byte == ASCII.openBracket || byte == ASCII.quote
  }
}
