/// Lines into records into instances: the loop that every view of ``JSONLines`` and the
/// push parser share.
///
/// It holds a cursor and counts records; the framer and its input are the caller's.
final class LineDecoder<Root> {
  let cursor: Cursor<Root>
  let onError: ErrorPolicy
  private(set) var records = 0

  init(_ mapping: Mapping<Root>, limits: Limits, onError: ErrorPolicy) {
    cursor = Cursor(mapping, limits: limits)
    self.onError = onError
  }

  /// Reads a line.
  ///
  /// - Returns: the record's place if the cursor's instance has been filled; nil for a
  ///   blank line, and for a bad record that was skipped.
  @inline(__always)
  func read(_ line: LineFramer.Line) throws(MappingError) -> RecordPlace? {
    if line.isBlank { return nil }
    records += 1
    let outcome = cursor.source.read(
      line.bytes, isTerminated: line.isTerminated, allowsByteOrderMark: line.offset == 0)
    switch outcome {
    case .complete, .stopped:
      cursor.attach()
      return RecordPlace(
        record: records, line: line.number, byteOffset: line.offset, byteCount: line.bytes.count)
    case .failed(let failure):
      try refuse(line, failure)
      return nil
    }
  }

  private func refuse(_ line: LineFramer.Line, _ failure: RecordFailure) throws(MappingError) {
    let error = failure.error(
      record: records, line: line.number, recordOffset: line.offset, lineStart: line.offset)
    switch onError {
    case .stop: throw error
    case .skip(let report): report(error, Span(_unsafeElements: line.bytes))
    }
  }
}
