/// Counts and reads the records of a framer, and rejects malformed ones by the error policy.
///
/// The views of ``JSONLines`` and the push parsers share it. The caller has the framer, and what reads one record.
final class RecordCounter {
  let onError: ErrorPolicy
  /// The numbers of records and lines are those of the input.
  private let isNumbered: Bool
  var records = 0
  /// The sink asked to stop.
  var isStopped = false
  /// Whether reading pauses after each rejected record.
  private let pauses: Bool
  /// Whether reading has paused after a rejected record.
  var isPaused = false
  /// Whether the last rejected record continues past the reported bytes.
  private(set) var isCut = false
  /// The number of rejected records by error kind. Nil if they are reported instead.
  var counts: RejectionCounts?

  init(onError: ErrorPolicy, isNumbered: Bool = true, pauses: Bool = false, counts: Bool = false) {
    self.onError = onError
    self.isNumbered = isNumbered
    self.pauses = pauses
    self.counts = counts ? RejectionCounts() : nil
  }

  /// Counts from the beginning again.
  func restart() {
    records = 0
    isStopped = false
    isPaused = false
  }

  /// Reads the line that was handed out last, by a source.
  @inline(always)
  func readLine(of framer: LineFramer, by source: RecordSource) throws(MappingError) -> RecordPlace? {
    try readLine(of: framer) { bytes, indexed, allowsByteOrderMark in
      if source.counts {
        let line = framer.line
        source.setPlace(
          record: isNumbered ? records : nil, line: isNumbered ? line.number : nil, byteOffset: line.offset)
      }
      return source.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
    }
  }

  /// Reads the line that was handed out last.
  ///
  /// - Parameter read: reads the record, of which it is said whether a byte order mark may be before it.
  /// - Returns: the place of a record read to its end; nil for a blank line, for a bad
  ///   record that was skipped, and if the sink stopped.
  @inline(always)
  func readLine(
    of framer: LineFramer, _ read: (Span<UInt8>, IndexedRecord?, Bool) -> RecordOutcome
  ) throws(MappingError) -> RecordPlace? {
    try framer.withBytes { bytes, indexed throws(MappingError) in
      let isFirst = framer.line.offset == 0
      if bytes.isEmpty || bytes[0] <= ASCII.space || isFirst, Self.isBlank(bytes, isFirst: isFirst) {
        return nil
      }
      records &+= 1
      switch read(bytes, indexed, isFirst) {
      case .complete:
        let line = framer.line
        return RecordPlace(
          record: records, line: line.number, byteOffset: line.offset, byteCount: line.count)
      case .stopped:
        isStopped = true
        return nil
      case .failed(let failure):
        try refuse(framer, bytes, failure)
        return nil
      }
    }
  }

  /// Nothing but white space, or a byte order mark at the input's beginning.
  @inline(never)
  private static func isBlank(_ bytes: Span<UInt8>, isFirst: Bool) -> Bool {
    let start = isFirst && bytes.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    return bytes.endOfWhitespace(from: start) == bytes.count
  }

  private func refuse(
    _ framer: LineFramer, _ bytes: Span<UInt8>, _ failure: RecordFailure
  ) throws(MappingError) {
    let line = framer.line
    try refuse(failure.kind, bytes, isCut: framer.isCut) {
      let hint = InputHint(line: bytes, isFirst: line.offset == 0, isEnded: framer.hasLineFeed, failure)
      return failure.error(
        record: isNumbered ? records : nil, line: isNumbered ? line.number : nil, recordOffset: line.offset,
        lineStart: line.offset, inputHint: hint)
    }
  }

  /// Counts or reports a rejected record, or throws its error.
  ///
  /// - Parameter isCut: whether the record continues past the bytes.
  @inline(never)
  func refuse(
    _ kind: MappingError.Kind, _ bytes: Span<UInt8>, isCut: Bool, _ error: () -> MappingError
  ) throws(MappingError) {
    isPaused = pauses
    self.isCut = isCut
    if counts == nil { try onError.refuse(error(), bytes, isCut: isCut) } else { counts?.add(kind) }
  }
}
