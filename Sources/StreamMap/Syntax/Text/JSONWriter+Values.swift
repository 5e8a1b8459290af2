extension JSONWriter {
  // MARK: Scalars

  /// `null`
  public mutating func null() { put("null") }

  /// `true` or `false`
  public mutating func bool(_ value: Bool) { put(value ? "true" : "false") }

  /// A string in quotes, with the escapes that it must have.
  public mutating func string(_ text: String) { quoted(text) }

  /// JSON text as it is; it has to be one value.
  public mutating func raw(_ json: Span<UInt8>) { put(json) }

  // MARK: Containers

  /// Begins an object.
  public mutating func beginObject() { begin(ASCII.openBrace) }

  /// Ends the innermost container, an object.
  public mutating func endObject() { end(ASCII.closeBrace) }

  /// Begins an array.
  public mutating func beginArray() { begin(ASCII.openBracket) }

  /// Ends the innermost container, an array.
  public mutating func endArray() { end(ASCII.closeBracket) }

  /// The name of a member, whose value is next.
  public mutating func name(_ name: String) {
    item()
    quoted(name)
    colon()
  }

  /// An element of an array is next.
  public mutating func element() { item() }

  private mutating func begin(_ bracket: UInt8) {
    put(bracket)
    depth += 1
    needsComma = false
  }

  private mutating func end(_ bracket: UInt8) {
    depth -= 1
    if needsComma, style.isPretty { line() }
    put(bracket)
    needsComma = true
  }

  @inline(always)
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

  @inline(never)
  private mutating func line() {
    put(ASCII.lineFeed)
    for _ in 0..<depth { put("  ") }
  }

  /// Ends a record of JSON Lines.
  public mutating func endLine() {
    put(ASCII.lineFeed)
    needsComma = false
  }

  /// A value could not be written; `null` stands for it.
  ///
  /// - Parameter error: why; nil for a number that is infinite or none.
  mutating func fail(_ error: (any Error)?) {
    if failureOffset == nil {
      failureOffset = count
      failure = error
    }
    null()
  }

  // MARK: Text

  /// The text so far; the writer is empty then, and keeps its memory.
  public mutating func take() -> [UInt8] {
    var text: [UInt8] = []
    take(into: &text)
    return text
  }

  /// Appends the text so far to an array.
  public mutating func take(into output: inout [UInt8]) {
    withText { output.append($0) }
    clear()
  }

  /// Forgets the text, not its memory.
  public mutating func clear() {
    count = 0
    depth = 0
    needsComma = false
    nonFiniteCount = 0
    failureOffset = nil
    failure = nil
  }
}
