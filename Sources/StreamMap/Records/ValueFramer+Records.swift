// The steps from one record to the next.
extension ValueFramer {
  /// Moves on to the next record that has ended, is over the limit, or is the last. Returns false if more bytes are
  /// needed or no record is left.
  ///
  /// - Throws: the error in the text between records. No records follow it.
  func next() throws(MappingError) -> Bool {
    while true {
      switch phase {
      case .mark: guard passMark() else { return false }
      case .way: guard try takeStep() else { return false }
      case .wayInside: guard try findStep() else { return false }
      case .firstElement, .value, .separator: guard try readBetween() else { return false }
      case .member: guard try findMember() else { return false }
      case .unmarked, .marked: guard findText() else { return false }
      case .prose: guard findEntry() else { return false }
      case .container, .string, .token, .text, .entry:
        guard let end = findEnd() else { return handOutCut() }
        if handOut(end) { return true }
      case .rest:
        try readRest()
        return false
      case .ended: return false
      }
    }
  }

  /// Skips a byte order mark. Returns false if more bytes are needed.
  private func passMark() -> Bool {
    let mark = ASCII.byteOrderMark
    for (offset, byte) in mark.enumerated() {
      if offset == window.end, !isComplete { return false }
      guard offset < window.end, window[offset] == byte else { break }
      if offset == mark.count - 1 { position = mark.count }
    }
    phase = framing == .markdown ? .prose : framing.separator == nil ? .value : .unmarked
    if framing == .concatenated { beginIndex(at: position) }
    return true
  }

  /// Moves to the next byte that is not white space, and returns it. Returns nil if there is none.
  func passWhitespace() -> UInt8? {
    while position < window.end {
      let byte = window[position]
      if !ASCII.isWhitespace(byte) { return byte }
      position &+= 1
    }
    return nil
  }

  // MARK: Current record

  /// Begins a record at the position.
  func begin(_ phase: Phase) {
    self.phase = phase
    recordStart = position
    record.flaw = nil
    record.isSound = false
    mendIndex()
  }

  /// Makes the open record the current one. Returns false if it was the rest of a cut record.
  private func handOut(_ end: End) -> Bool {
    let count = phase == .text ? trimmed(end.offset) : end.offset - recordStart
    if phase == .token, end.isCut, framing != .concatenated { record.flaw = .unterminated }
    position = end.offset
    switch framing {
    case .sequence: phase = .marked
    case .document: phase = .ended
    case .concatenated: phase = .value
    case .markdown: phase = .prose
    case .array, .lines, .embeddedLines, .serverSentEvents:
      phase = end.isCut ? .ended : isOfMembers ? .member : .separator
      if isOfMembers { envelope.passValue(to: end.offset) }
    }
    if isPassingOver {
      isPassingOver = false
      return false
    }
    take(count)
    record.isSound = count <= limit && isSound(to: end.offset)
    return true
  }

  /// Makes the open record the current one, cut, if it is over the limit.
  private func handOutCut() -> Bool {
    guard !isPassingOver, position - recordStart > limit + 1 else { return false }
    take(limit + 1)
    isPassingOver = true
    return true
  }

  /// Whether the last record is longer than the limit. The rest of such a record is not kept.
  var isCut: Bool { record.count > limit }

  private func take(_ count: Int) {
    self.count(to: recordStart)
    record.offset = recordStart
    record.count = min(count, limit + 1)
    record.line = lines.line
    record.lineStart = lines.lineStart
  }
}

extension ValueFramer {
  /// Returns the error of a record that is rejected for a flaw in the text around it.
  @inline(never)
  func rejection(_ flaw: Flaw, of bytes: Span<UInt8>) -> RecordFailure {
    switch flaw {
    case .unmarked:
      RecordFailure(
        .syntax, at: 0, path: "$", expected: "a record separator (0x1E) before the record", text: bytes)
    case .unterminated: truncation(bytes)
    }
  }

  /// Returns the error of a scalar that may be incomplete.
  private func truncation(_ bytes: Span<UInt8>) -> RecordFailure {
    var scanner = Scanner(limits: envelope.limits, allowsByteOrderMark: false)
    do throws(Scanner.Failure) {
      try scanner.scanPiece(bytes)
      try scanner.finish()
    } catch {
      return scanner.recordFailure(error, text: bytes)
    }
    let expected =
      framing.separator != nil ? "white space after the value" : isOfMembers ? ", or }" : ", or ]"
    return RecordFailure(.truncated, at: bytes.count, path: "$", expected: expected, text: bytes)
  }
}
