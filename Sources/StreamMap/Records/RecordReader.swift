/// Reads whole records: into a model by a mapping or by `Decodable`, or as events for a sink.
///
/// ``RecordLoop`` drives it. `next` and `forEach` are one call of the loop in each conformance, because only there is the
/// loop compiled for the type.
protocol RecordReader<Root>: AnyObject {
  /// What a record becomes. `Void` for events.
  associatedtype Root

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

  /// Completes the model of the record that was read last.
  ///
  /// - Parameter key: the record key.
  func attach(key: [UInt8]?)

  /// Calls `body` with the model of the record that was read last. The next record overwrites it.
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result

  /// Returns the model of the record that was read last, which the caller then owns.
  func take() -> Root

  /// Leaves out rows of elements, as a filter decides before each record is read.
  func select(_ rows: RowSelection)

  /// Omits paths and excerpts from errors, because rejected records are only counted.
  func omitErrorTexts()

  /// Reads the next record by ``RecordLoop/next(of:by:)``.
  func next(of framer: any RecordFramer, by loop: RecordLoop) throws(MappingError) -> RecordLocation?

  /// Reads records by ``RecordLoop/forEach(of:by:_:)``. For many records this is faster than `next`, because one
  /// call of a protocol's method reads them all.
  func forEach(
    of framer: any RecordFramer, by loop: RecordLoop,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws
}

extension RecordReader {
  func locate(record: Int?, line: Int?, byteOffset: Int) {}

  func attach(key: [UInt8]?) {}

  func select(_ rows: RowSelection) {}

  /// Does nothing: the model's own code, or the sink, creates the error texts.
  func omitErrorTexts() {}

  /// Returns a framer for bytes that arrive in order.
  ///
  /// - Parameter completeLines: whether a last line without a line feed is not a record.
  func makeFramer(_ framing: Framing, completeLines: Bool = false) -> any RecordFramer {
    let index = beginRecords()
    guard framing.isLines else {
      return ValueFramer(framing, limits: limits, validates: index?.validates)
    }
    let lines = LineFramer(
      limit: framing.lineLimit(limits.record), index: framing.decoration == nil ? index : nil,
      decoration: framing.decoration)
    lines.needsLineFeed = completeLines
    return lines
  }
}

// Events have no model.
extension SinkDriver: RecordReader {
  var limits: Limits { parser.limits }

  func beginRecords() -> IndexOptions? { nil }

  func read(_ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool) -> RecordOutcome {
    read(bytes, allowsByteOrderMark: allowsByteOrderMark)
  }

  func show<Result>(_ body: (borrowing Void) throws -> Result) rethrows -> Result { try body(()) }

  func take() {}

  func next(of framer: any RecordFramer, by loop: RecordLoop) throws(MappingError) -> RecordLocation? {
    try loop.next(of: framer, by: self)
  }

  func forEach(
    of framer: any RecordFramer, by loop: RecordLoop,
    _ body: (borrowing Void, RecordLocation) throws -> Bool
  ) throws {
    try loop.forEach(of: framer, by: self, body)
  }
}
