extension JSONWriter {
  // MARK: Scalars

  /// Writes `null`.
  @inlinable public mutating func null() { put(word: Self.null, 4) }

  /// Writes `true` or `false`.
  @inlinable public mutating func bool(_ value: Bool) {
    put(word: value ? Self.true : Self.false, value ? 4 : 5)
  }

  @inlinable package static var null: UInt64 { 0x6C6C_756E }
  @inlinable package static var `true`: UInt64 { 0x6575_7274 }
  @inlinable package static var `false`: UInt64 { 0x65_736C_6166 }

  /// Writes a string in quotes, with only the required escapes.
  public mutating func string(_ text: String) {
    var cursor = cursor(room: TextCursor.longestCopied + 2)
    if cursor.quote(
      text, also: style.escapesSlashes ? ASCII.slash : ASCII.quote, knowsSmall: knowsSmallStrings)
    {
      advance(to: cursor)
    } else {
      quoted(text)
    }
  }

  /// Writes JSON text unchanged. It must be one value.
  @inlinable public mutating func raw(_ json: Span<UInt8>) { put(json) }

  // MARK: Containers

  /// Begins an object.
  public mutating func beginObject() { begin(ASCII.openBrace) }

  /// Ends the innermost container, an object.
  public mutating func endObject() { end(ASCII.closeBrace) }

  /// Begins an array.
  public mutating func beginArray() { begin(ASCII.openBracket) }

  /// Ends the innermost container, an array.
  public mutating func endArray() { end(ASCII.closeBracket) }

  /// Writes the name of a member. Its value must follow.
  public mutating func name(_ name: String) {
    item()
    quoted(name)
    colon()
  }

  /// Begins an element of an array. Its value must follow.
  @inlinable public mutating func element() { item() }

  @inline(__always)
  mutating func begin(_ bracket: UInt8) {
    put(bracket)
    depth += 1
    needsComma = false
  }

  @inline(__always)
  mutating func end(_ bracket: UInt8) {
    depth -= 1
    if needsComma, style.isPretty { line() }
    put(bracket)
    needsComma = true
  }

  @inlinable @inline(__always)
  mutating func item() {
    if needsComma { put(ASCII.comma) }
    needsComma = true
    if style.isPretty { line() }
  }

  @inline(always)
  private mutating func colon() {
    put(ASCII.colon)
    if style.isPretty { put(ASCII.space) }
  }

  @usableFromInline @inline(never)
  mutating func line() {
    put(ASCII.lineFeed)
    for _ in 0..<depth { put("  ") }
  }

  /// Ends a record of JSON Lines with a line feed.
  public mutating func endLine() {
    put(ASCII.lineFeed)
  }

  /// Writes `null` for a value that cannot be written.
  ///
  /// - Parameter error: the reason. Nil for a number that is infinite or NaN.
  mutating func fail(_ error: (any Error)?) {
    if failureOffset == nil {
      failureOffset = count
      failure = error
    }
    null()
  }

  // MARK: Text

  /// Returns the text so far, and empties the writer. The writer keeps its memory.
  public mutating func take() -> [UInt8] {
    var text: [UInt8] = []
    take(into: &text)
    return text
  }

  /// Appends the text so far to an array, and empties the writer.
  public mutating func take(into output: inout [UInt8]) {
    withText { output.append($0) }
    clear()
  }

  /// Discards the text. The writer keeps its memory.
  public mutating func clear() {
    written = 0
    depth = 0
    nonFiniteCount = 0
    failureOffset = nil
    failure = nil
  }
}
