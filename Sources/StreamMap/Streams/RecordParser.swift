/// Reads whole records that a framer has cut: into a model, or as events for a sink.
protocol RecordParser: AnyObject {
  /// The limits of one record, clamped.
  var limits: Limits { get }

  /// Prepares for consecutive records. Returns how their framer indexes them, or nil if only yajl reads them.
  func beginRecords() -> IndexOptions?

  /// Sets the location of the next record, for its statistics.
  func locate(record: Int?, line: Int?, byteOffset: Int)

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - bytes: the record.
  ///   - indexed: the same record in an indexed text, if there is one.
  ///   - allowsByteOrderMark: whether the record begins at byte 0 of the input.
  func read(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool) -> RecordOutcome
}

extension RecordParser {
  func locate(record: Int?, line: Int?, byteOffset: Int) {}

  /// Returns a framer for bytes that arrive in order.
  func makeFramer(_ framing: Framing) -> RecordFramer {
    RecordFramer(framing, limits: limits, index: beginRecords())
  }

  /// Returns a framer for lines that are all in memory.
  ///
  /// SAFETY: the caller keeps the bytes for as long as the framer.
  func makeFramer(borrowing bytes: UnsafePointer<UInt8>, _ count: Int) -> LineFramer {
    unsafe LineFramer(borrowing: bytes, count, limit: limits.record, index: beginRecords())
  }
}

extension RecordSource: RecordParser {}

extension SinkDriver: RecordParser {
  var limits: Limits { parser.limits }

  func beginRecords() -> IndexOptions? { nil }

  func read(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool) -> RecordOutcome {
    read(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }
}
