/// Lines into records: what the views of ``JSONLines`` and the push parsers share.
///
/// It counts records; the source, which fills the instance or tells the sink, and the
/// framer with its input are the caller's.
final class LineDecoder {
  let source: RecordSource
  let onError: ErrorPolicy
  private(set) var records = 0
  /// The sink asked to stop.
  private(set) var isStopped = false

  init(_ source: RecordSource, onError: ErrorPolicy) {
    self.source = source
    self.onError = onError
  }

  /// Reads the line that was handed out last.
  ///
  /// - Returns: the place of a record read to its end; nil for a blank line, for a bad
  ///   record that was skipped, and if the sink stopped.
  @inline(always)
  func readLine(of framer: LineFramer) throws(MappingError) -> RecordPlace? {
    try framer.withBytes { bytes, indexed throws(MappingError) in
      let isFirst = framer.line.offset == 0
      if bytes.isEmpty || bytes[0] <= ASCII.space || isFirst, Self.isBlank(bytes, isFirst: isFirst) {
        return nil
      }
      records &+= 1
      switch source.read(bytes, indexed, allowsByteOrderMark: isFirst) {
      case .complete:
        let line = framer.line
        return RecordPlace(
          record: records, line: line.number, byteOffset: line.offset, byteCount: line.count)
      case .stopped:
        isStopped = true
        return nil
      case .failed(let failure):
        try refuse(framer.line, bytes, failure)
        return nil
      }
    }
  }

  /// Nothing but white space, or a byte order mark at the input's beginning.
  @inline(never)
  private static func isBlank(_ bytes: Span<UInt8>, isFirst: Bool) -> Bool {
    let start = isFirst && bytes.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    for index in start..<bytes.count where !ASCII.isWhitespace(bytes[index]) { return false }
    return true
  }

  private func refuse(
    _ line: LineFramer.Line, _ bytes: Span<UInt8>, _ failure: RecordFailure
  ) throws(MappingError) {
    let error = failure.error(
      record: records, line: line.number, recordOffset: line.offset, lineStart: line.offset)
    switch onError {
    case .stop: throw error
    case .skip(let report): report(error, bytes)
    }
  }
}
