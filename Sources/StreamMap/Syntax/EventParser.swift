/// Parses JSON texts in memory, one after another, and passes their events to a sink.
///
///     let parser = EventParser(into: NameCounter())
///     if try parser.parse(text) == .finished { print(parser.sink.count) }
///
/// The parser keeps its yajl handle and buffers, so that a text needs no allocation once they have grown. It must not
/// be used from two threads at once.
public final class EventParser<Sink: EventSink> {
  private let driver: SinkDriver
  private let receiver: SinkReceiver<Sink>

  /// Creates a parser for a sink.
  public init(into sink: Sink, limits: Limits = Limits()) {
    receiver = SinkReceiver(sink)
    driver = SinkDriver(receiver, limits: limits)
  }

  /// The sink, with its state after the last event.
  public var sink: Sink {
    _read { yield receiver.sink }
    _modify { yield &receiver.sink }
  }

  /// Parses one JSON text.
  ///
  /// The sink gets all events before the first invalid byte, and none after it.
  ///
  /// - Throws: ``MappingError`` of any category but `mapping` and `io`.
  /// - Complexity: O(n) in the length of the text.
  public func parse(_ text: Span<UInt8>) throws(MappingError) -> EventOutcome {
    switch driver.read(text, allowsByteOrderMark: true) {
    case .complete: return .finished
    case .stopped: return .stopped
    case .failed(let failure): throw failure.error(in: text)
    }
  }
}
