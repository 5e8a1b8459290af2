/// Parses JSON and passes its events to a sink. A text in memory is parsed in one call, input in pieces as it arrives.
///
///     let parser = EventParser(into: NameCounter())
///     try parser.parse(text)
///     print(parser.sink.count)
///
///     let stream = EventParser(into: NameCounter(), framing: .concatenated)
///     try stream.feed(piece)
///     try stream.finish()
///
/// The parser keeps its yajl handle and buffers, so that a text needs no allocation once they have grown. It must not
/// be used from two threads at once.
public final class EventParser<Sink: EventSink> {
  private let receiver: SinkReceiver<Sink>
  private let driver: SinkDriver
  private let pieces: PieceReader<Void, SinkDriver>

  /// Whether the sink ended the last call with ``EventAction/stop``. Later pieces are then ignored until
  /// ``finish(onRecord:)``.
  public private(set) var isStopped = false

  /// Creates a parser for a sink.
  ///
  /// - Parameters:
  ///   - sink: the receiver of the events.
  ///   - framing: the framing of the records in input that arrives in pieces.
  ///   - limits: the limits of one record.
  public init(into sink: Sink, framing: Framing = .lines, limits: Limits = Limits()) {
    receiver = SinkReceiver(sink)
    driver = SinkDriver(receiver, limits: limits)
    pieces = PieceReader(driver, driver, framing: framing)
  }

  /// The sink, with its state after the last event.
  public var sink: Sink {
    _read { yield receiver.sink }
    _modify { yield &receiver.sink }
  }

  /// The policy for bad records in pieces. Must be set before the first piece.
  public var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
  }

  /// Parses one JSON text.
  ///
  /// The sink gets all events before the first invalid byte, and none after it.
  ///
  /// - Precondition: no document in pieces has begun and not ended.
  /// - Throws: ``MappingError`` of any category but `mapping` and `io`.
  /// - Complexity: O(n) in the length of the text.
  public func parse(_ text: Span<UInt8>) throws(MappingError) {
    precondition(!pieces.hasOpenDocument, "a document in pieces must end before a text is parsed")
    isStopped = false
    switch driver.read(text, allowsByteOrderMark: true) {
    case .complete: break
    case .stopped: isStopped = true
    case .failed(let failure): throw failure.error(in: text)
    }
  }

  /// Parses the next piece.
  ///
  /// - Parameters:
  ///   - piece: the bytes that follow those of the previous call.
  ///   - onRecord: called after each complete record.
  /// - Throws: ``MappingError``, or any error of the closure. Every later call of `feed` and `finish` throws it
  ///   again.
  /// - Complexity: O(n) in the bytes fed, however they are cut.
  public func feed(_ piece: Span<UInt8>, onRecord: (RecordLocation) throws -> Void = { _ in }) throws {
    defer { isStopped = pieces.isStopped }
    try pieces.feed(piece) { _, place in try onRecord(place) }
  }

  /// Ends the input. The last record may have no line feed. Another input may follow, unless a call
  /// threw an error.
  public func finish(onRecord: (RecordLocation) throws -> Void = { _ in }) throws {
    isStopped = false
    isStopped = try pieces.finish { _, place in try onRecord(place) }
  }
}

extension EventParser {
  /// Parses one JSON text from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func parse(_ text: some Collection<UInt8>) throws(MappingError) {
    try text.withSpan { bytes throws(MappingError) in try parse(bytes) }
  }

  /// Parses one JSON text.
  @inlinable
  public func parse(_ text: some StringProtocol) throws(MappingError) {
    try parse(text.utf8)
  }

  /// Parses the next piece from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func feed(
    _ piece: some Collection<UInt8>, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws {
    try piece.withSpan { bytes in try feed(bytes, onRecord: onRecord) }
  }

  /// Parses the next piece from text.
  @inlinable
  public func feed(
    _ piece: some StringProtocol, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws {
    try feed(piece.utf8, onRecord: onRecord)
  }
}
