/// Divides bytes into records: into lines, or into the values of another framing.
protocol RecordFramer: AnyObject {
  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote, or 0 at the end of the input.
  func fill(_ read: (inout MutableSpan<UInt8>) throws(MappingError) -> Int) throws(MappingError) -> Int

  /// Appends a copy of as many bytes as there is space for, and returns their number.
  func append(_ bytes: Span<UInt8>) -> Int

  /// Whether the input has no more bytes.
  var isComplete: Bool { get set }

  /// Moves to the next record. Returns false if none is in memory.
  ///
  /// - Throws: an error between two records. Framing is lost after it.
  func next() throws(MappingError) -> Bool

  /// Calls `body` with the bytes of the record, and the same record in an indexed text if the framer has one.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>, IndexedRecord?) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Returns the location of the record.
  func location(of record: Int) -> RecordLocation

  /// The record key of the record.
  var key: [UInt8]? { get }

  /// Whether the record is longer than the limit, and is cut there.
  var isCut: Bool { get }

  /// Whether there is no record in the bytes.
  func isBlank(_ bytes: Span<UInt8>) -> Bool

  /// The error of a record that is rejected without being read, or nil.
  func rejection(of bytes: Span<UInt8>) -> RecordFailure?

  /// Returns an error with the record's location.
  ///
  /// - Parameter record: the record's number, or nil if neither it nor the line's is that of the input.
  func error(_ failure: RecordFailure, in bytes: Span<UInt8>, of record: Int?) -> MappingError

  /// Passes the bytes that are reported if the record is rejected to a closure: those of the record, or of its line if
  /// that has other text, too.
  func withReported(
    _ record: Span<UInt8>, _ body: (Span<UInt8>) throws(MappingError) -> Void
  ) throws(MappingError)

  /// The number of lines so far. 0 for values.
  var lineCount: Int { get }

  /// The number of lines so far that have other text instead of a record. In Markdown, it may also be beside a record.
  var skippedLines: Int { get }

  /// Whether no more records follow, even if the input continues.
  var hasEnded: Bool { get }

  /// Passes the bytes of the incomplete record to a closure, and whether it may begin with a byte order mark. Does
  /// nothing for a record over the limit.
  func withUnfinished(_ body: (Span<UInt8>, _ isFirst: Bool) -> Void)
}

extension LineFramer: RecordFramer {
  @inline(__always)
  func location(of record: Int) -> RecordLocation {
    RecordLocation(record: record, line: line.number, byteOffset: line.offset, byteCount: line.count)
  }

  @inline(__always)
  var key: [UInt8]? { nil }

  @inline(__always)
  func isBlank(_ bytes: Span<UInt8>) -> Bool {
    (bytes.isEmpty || bytes[0] <= ASCII.space || line.offset == 0) && isWhitespace(bytes)
  }

  /// Whether a line has only white space, or a byte order mark at the input's beginning.
  @inline(never)
  private func isWhitespace(_ bytes: Span<UInt8>) -> Bool {
    let mark = ASCII.byteOrderMark
    let start = line.offset == 0 && bytes.starts(with: mark) ? mark.count : 0
    return bytes.endOfWhitespace(from: start) == bytes.count
  }

  @inline(__always)
  func rejection(of bytes: Span<UInt8>) -> RecordFailure? { nil }

  func error(_ failure: RecordFailure, in bytes: Span<UInt8>, of record: Int?) -> MappingError {
    let hint =
      decoration == nil
      ? InputHint(line: bytes, isFirst: line.offset == 0, isEnded: hasLineFeed, failure) : nil
    var failure = failure
    if case .format(let format, compressedBy: _) = hint { failure.found = format.name }
    return failure.error(
      record: record, line: record == nil ? nil : line.number, recordOffset: line.offset + recordStart,
      lineStart: line.offset, inputHint: hint)
  }

  var lineCount: Int { line.number }

  var hasEnded: Bool { false }
}

extension ValueFramer: RecordFramer {
  @inline(__always)
  func location(of record: Int) -> RecordLocation {
    let place = self.record
    return RecordLocation(record: record, line: place.line, byteOffset: place.offset, byteCount: place.count)
  }

  func withReported(
    _ record: Span<UInt8>, _ body: (Span<UInt8>) throws(MappingError) -> Void
  ) throws(MappingError) {
    try body(record)
  }

  @inline(__always)
  func isBlank(_ bytes: Span<UInt8>) -> Bool { false }

  @inline(__always)
  func rejection(of bytes: Span<UInt8>) -> RecordFailure? { record.flaw.flatMap { rejection($0, of: bytes) } }

  func error(_ failure: RecordFailure, in bytes: Span<UInt8>, of record: Int?) -> MappingError {
    let place = self.record
    return failure.error(
      in: bytes, record: record, line: place.line, recordOffset: place.offset, lineStart: place.lineStart)
  }

  var lineCount: Int { 0 }

  var skippedLines: Int { markdown.skippedLines }
}
