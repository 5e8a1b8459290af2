/// What is known of Markdown at a position.
struct MarkdownState {
  var block = Block.none
  var place = Place.start
  /// Whether the current line has been counted.
  private var isCounted = false
  private(set) var skippedLines = 0

  /// The rest of an open record: of a container, of a string, or of a line that has another text.
  var isInString = false
  var isEscaped = false
  var isLine = false

  enum Block {
    /// Outside of code blocks.
    case none
    /// In one whose text is values, or in one that is skipped.
    case json
    case other(CodeFence)
  }

  /// A place in a line.
  enum Place {
    /// Only white space and records are before it.
    case start
    case middle
    /// The rest of the line has no record.
    case rest
  }

  mutating func beginLine() {
    place = .start
    isCounted = false
  }

  /// Skips the rest of a line with other text.
  mutating func skipText() {
    if !isCounted { skippedLines += 1 }
    isCounted = true
    place = .rest
  }

  /// Skips a fence, or other text in a block that it does not close.
  mutating func pass(_ fence: CodeFence) {
    if case .other(let opening) = block, !fence.closes(opening) { return skipText() }
    place = .rest
    block =
      switch fence.language {
      case .none: .none
      case .json: .json
      case .other: .other(fence)
      }
  }
}

// The beginnings and ends of records in Markdown.
extension ValueFramer {
  /// Reads up to the next record. Returns false if more bytes are needed or none are left.
  func findEntry() -> Bool {
    while position < window.end {
      if markdown.place == .rest {
        position = window.firstIndex(of: ASCII.lineFeed, in: position..<window.end) ?? window.end
        if position == window.end { break }
      }
      let byte = window[position]
      if ASCII.isWhitespace(byte) {
        position += 1
        if byte == ASCII.lineFeed { markdown.beginLine() }
        continue
      }
      guard let fence = findFence() else { return false }
      if let fence {
        markdown.pass(fence)
      } else if case .json = markdown.block {
        beginEntry(byte)
        return true
      } else {
        guard let isRecord = isAtDocument() else { return false }
        if isRecord {
          beginEntry(byte)
          return true
        }
        markdown.skipText()
      }
    }
    return false
  }

  private func beginEntry(_ byte: UInt8) {
    begin(.entry)
    position += 1
    depth = byte == ASCII.openBrace || byte == ASCII.openBracket ? 1 : 0
    markdown.isInString = byte == ASCII.quote
    markdown.isEscaped = false
    markdown.isLine = depth == 0 && !markdown.isInString
    markdown.place = .middle
  }

  /// Returns the offset after the open record. Nil if it has not ended.
  func findEntryEnd() -> Int? {
    while position < window.end {
      let byte = window[position]
      if byte == ASCII.lineFeed {
        if depth == 0 { return endOfText(before: position) }
        // No string of JSON continues on the next line.
        (markdown.isInString, markdown.isEscaped) = (false, false)
        markdown.beginLine()
      } else if markdown.place == .start, !ASCII.isWhitespace(byte) {
        guard let fence = findFence() else { return nil }
        if fence != nil { return endOfText(before: position) }
        markdown.place = .middle
      }
      position += 1
      if !markdown.isLine, isLast(byte) {
        markdown.place = .start
        return position
      }
    }
    return markdown.isLine && isComplete ? endOfText(before: position) : nil
  }

  /// Reads a byte of a container or a string. Returns whether it is the last one.
  private func isLast(_ byte: UInt8) -> Bool {
    if markdown.isInString {
      if markdown.isEscaped {
        markdown.isEscaped = false
      } else if byte == ASCII.backslash {
        markdown.isEscaped = true
      } else if byte == ASCII.quote {
        markdown.isInString = false
        return depth == 0
      }
      return false
    }
    switch byte {
    case ASCII.quote: markdown.isInString = true
    case ASCII.openBrace, ASCII.openBracket: depth += 1
    case ASCII.closeBrace, ASCII.closeBracket:
      depth -= 1
      return depth == 0
    default: break
    }
    return false
  }

  /// Returns the offset after the last byte before an offset that is not white space. White space over the limit is part
  /// of the record, because it is not kept.
  private func endOfText(before offset: Int) -> Int {
    markdown.place = .start
    guard !isPassingOver, offset - recordStart <= limit + 1 else { return offset }
    var end = offset
    while ASCII.isWhitespace(window[end - 1]) { end -= 1 }
    return end
  }

  /// Returns the fence that begins at the position of a line's beginning, or nil. The outer nil means that more bytes are
  /// needed.
  private func findFence() -> CodeFence?? {
    guard markdown.place == .start, CodeFence.canBegin(with: window[position]) else { return .some(nil) }
    let end = min(position + CodeFence.longest, window.end)
    guard
      isComplete || end - position == CodeFence.longest
        || window.firstIndex(of: ASCII.lineFeed, in: position..<end) != nil
    else { return nil }
    return .some(window.withBytes(position..<end) { CodeFence(in: $0, at: 0) })
  }

  /// Whether an object or an array of objects begins at the position, where a line begins or a record ends. Nil if more
  /// bytes are needed.
  private func isAtDocument() -> Bool? {
    if case .other = markdown.block { return false }
    let end = min(position + CodeFence.longest, window.end)
    var isInObject = false
    for index in position..<end {
      switch window[index] {
      case ASCII.quote, ASCII.closeBrace: return isInObject
      case ASCII.openBrace where !isInObject: isInObject = true
      case ASCII.openBracket where !isInObject: break
      case let byte where ASCII.isWhitespace(byte): break
      default: return false
      }
    }
    return isComplete || end - position == CodeFence.longest ? false : nil
  }
}
