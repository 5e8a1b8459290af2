/// Tells a sink the events of JSON texts in memory, one text after the other.
///
/// Keeps its yajl handle and buffers, so that a text costs no allocation once they have
/// grown. Not to be used from two threads at once.
public final class EventParser<Sink: EventSink> {
  private let source: YajlSource
  private let receiver: SinkReceiver<Sink>

  /// A parser that tells a sink.
  public init(into sink: Sink, limits: Limits = Limits()) {
    receiver = SinkReceiver(sink)
    source = YajlSource(MachineStorage(.empty), limits: limits, receiver: receiver)
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
    switch source.read(text, allowsByteOrderMark: true) {
    case .complete: return .finished
    case .stopped: return .stopped
    case .failed(let failure): throw failure.error(in: text)
    }
  }

  /// Parses one JSON text.
  public func parse(_ text: [UInt8]) throws(MappingError) -> EventOutcome {
    try parse(text.span)
  }
}

extension Program {
  /// Wants nothing.
  static let empty: Program = {
    let nothing = MappingDescription(fields: [], instance: InstanceOperations(template: {}))
    // Nothing cannot be malformed.
    guard let draft = try? ProgramDraft(nothing) else { preconditionFailure("the empty program compiles") }
    return Program(draft)
  }()
}
