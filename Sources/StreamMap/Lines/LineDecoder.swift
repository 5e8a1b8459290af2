/// Lines into records: what the views of ``JSONLines`` and the push parsers share.
///
/// It counts records; the source, which fills the instance or tells the sink, and the
/// framer with its input are the caller's.
final class LineDecoder {
  let source: YajlSource
  let onError: ErrorPolicy
  private(set) var records = 0
  /// The sink asked to stop.
  private(set) var isStopped = false

  init(_ source: YajlSource, onError: ErrorPolicy) {
    self.source = source
    self.onError = onError
  }

  /// Reads a line.
  ///
  /// - Returns: the place of a record read to its end; nil for a blank line, for a bad
  ///   record that was skipped, and if the sink stopped.
  @inline(__always)
  func read(_ line: LineFramer.Line) throws(MappingError) -> RecordPlace? {
    if line.isBlank { return nil }
    records += 1
    switch unsafe source.read(line.bytes, allowsByteOrderMark: line.offset == 0) {
    case .complete:
      return unsafe RecordPlace(
        record: records, line: line.number, byteOffset: line.offset, byteCount: line.bytes.count)
    case .stopped:
      isStopped = true
      return nil
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
    case .skip(let report): unsafe report(error, Span(_unsafeElements: line.bytes))
    }
  }
}
