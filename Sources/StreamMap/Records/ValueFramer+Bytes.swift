// Adding and dropping bytes.
extension ValueFramer {
  /// The number of bytes before an error that are shown with it.
  private static let excerptLength = 20

  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote, or 0 at the end of the input.
  func fill(_ read: (inout MutableSpan<UInt8>) throws(MappingError) -> Int) throws(MappingError) -> Int {
    try window.fill(keepingFrom: release(), read)
  }

  /// Appends a copy of as many bytes as there is space for, and returns their number.
  func append(_ bytes: Span<UInt8>) -> Int {
    if phase == .ended { return bytes.count }
    return window.append(bytes, keepingFrom: release())
  }

  /// Counts the lines of bytes that are no longer needed, and returns the offset of the first needed byte.
  private func release() -> Int {
    if phase == .ended { return window.end }
    around?.indexed = 0
    if usesIndex { while indexed < position, indexMore() {} }
    let needed = isInRecord && !isPassingOver ? recordStart : position
    let kept = max(window.start, min(needed, usesIndex ? origin : needed) - Self.excerptLength)
    count(to: kept)
    return kept
  }

  /// Whether a record has begun and not ended.
  var isInRecord: Bool {
    switch phase {
    case .container, .string, .token, .text, .entry: true
    default: false
    }
  }

  /// Whether no more records follow, even if the input continues.
  var hasEnded: Bool { phase == .ended }

  /// Counts the lines up to an offset.
  func count(to offset: Int) {
    guard offset > lines.offset else { return }
    window.withBytes(lines.offset..<offset) { lines.advance(over: $0) }
  }

  /// Passes the bytes of the current record to a closure, with their structure if it can be borrowed.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>, IndexedRecord?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (start, end) = (record.offset, record.offset &+ record.count)
    guard record.isSound else {
      return try window.withBytes(start..<end) { bytes throws(Failure) in try body(bytes, nil) }
    }
    return try window.withBytes(origin..<window.end) { text throws(Failure) in
      try index.withRecord(text, (start &- origin)..<(end &- origin), body)
    }
  }

  /// Passes the bytes of the incomplete record to a closure. Does nothing for a record over the limit. The framer has
  /// read the byte order mark.
  func withUnfinished(_ body: (Span<UInt8>, _ isFirst: Bool) -> Void) {
    guard isInRecord, !isPassingOver else { return }
    window.withBytes(recordStart..<window.end) { body($0, false) }
  }

  // MARK: Index

  /// Whether the index finds the ends of values: in arrays and in concatenated values. In other framings the ends are
  /// marked.
  private var usesIndex: Bool {
    switch framing {
    case .lines, .embeddedLines, .serverSentEvents, .document, .sequence, .markdown: false
    case .concatenated, .array: phase != .way && phase != .wayInside && phase != .rest && phase != .ended
    }
  }

  /// Starts the index at an offset outside strings.
  func beginIndex(at offset: Int) {
    if lendsIndex { index.reset(behind: [ASCII.openBracket]) } else { index.reset() }
    origin = offset
    indexed = offset
  }

  /// Restarts the index at the value that begins here if it found an error before, because the values from here on
  /// may be valid. At most a quarter of a window is indexed twice.
  func mendIndex() {
    guard lendsIndex, index.isDoubtful, indexed - position < StructuralIndex.windowSize / 4 else { return }
    beginIndex(at: position)
  }

  /// Whether the structure of the record that ends at `end` is available and has no error.
  func isSound(to end: Int) -> Bool {
    guard lendsIndex, !isPassingOver, !index.isDoubtful, origin <= recordStart,
      end < origin + index.wholeBytes
    else { return false }
    let byte = window[end]
    return byte == ASCII.comma || byte == ASCII.closeBracket || ASCII.isWhitespace(byte)
  }

  /// Indexes the next window. Returns false if there is none.
  func indexMore() -> Bool {
    guard indexed < window.end else { return false }
    // A record over the index's maximum length has no structure.
    let isBorrowed =
      lendsIndex && isInRecord && !isPassingOver
      && position - recordStart <= StructuralIndex.longestRecord
    let needed = isBorrowed ? recordStart : position
    origin += index.drop(before: min(needed, indexed) - origin)
    indexed = window.withBytes(origin..<window.end) { origin + index.index($0) }
    return true
  }
}
