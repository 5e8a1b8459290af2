/// Tells a sink the events of JSON texts in memory, one text after the other.
///
/// Keeps its yajl handle and buffers, so that a text costs no allocation once they have
/// grown. Not to be used from two threads at once.
public final class EventParser<Sink: EventSink> {
  private let driver: SinkDriver
  private let receiver: SinkReceiver<Sink>

  /// A parser that tells a sink.
  public init(into sink: Sink, limits: Limits = Limits()) {
    receiver = SinkReceiver(sink)
    driver = SinkDriver(receiver, limits: limits)
  }

  /// The sink, with what it has gathered.
  public var sink: Sink {
    _read { yield receiver.sink }
    _modify { yield &receiver.sink }
  }

  /// Parses one JSON text.
  ///
  /// The sink gets all events before the first wrong byte, and none after it.
  ///
  /// - Throws: ``MappingError``, of every category but `mapping` and `io`.
  /// - Complexity: O(n) in the length of the text.
  public func parse(_ text: Span<UInt8>) throws(MappingError) -> EventOutcome {
    switch driver.read(text, allowsByteOrderMark: true) {
    case .complete: return .finished
    case .stopped: return .stopped
    case .failed(let failure): throw failure.error(in: text)
    }
  }
}
