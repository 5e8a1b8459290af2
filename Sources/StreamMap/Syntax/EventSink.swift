/// What a sink wants after an event.
public enum EventAction: Sendable {
  /// Go on.
  case proceed
  /// Leave out the value just begun: after a name its member's value, after
  /// `startObject` and `startArray` all that is left of it, its end included. After any
  /// other event the same as ``proceed``.
  case skip
  /// End the parse here; nothing more of the input is looked at.
  case stop
}

/// Gets the events of JSON texts, one after the other, without a tree and without a
/// mapping.
///
/// Every method proceeds by default, so that a sink implements only what it wants.
/// Spans are valid during the call.
public protocol EventSink {
  /// `{`
  mutating func startObject() -> EventAction
  /// A member's name, its escapes decoded: well-formed UTF-8.
  mutating func key(_ utf8: Span<UInt8>) -> EventAction
  /// `}`
  mutating func endObject() -> EventAction
  /// `[`
  mutating func startArray() -> EventAction
  /// `]`
  mutating func endArray() -> EventAction
  /// A string, its escapes decoded: well-formed UTF-8.
  mutating func string(_ utf8: Span<UInt8>) -> EventAction
  /// A number, as it is written.
  mutating func number(_ literal: Span<UInt8>) -> EventAction
  /// `true` or `false`
  mutating func bool(_ value: Bool) -> EventAction
  /// `null`
  mutating func null() -> EventAction
}

extension EventSink {
  /// Proceeds.
  public mutating func startObject() -> EventAction { .proceed }
  /// Proceeds.
  public mutating func key(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  /// Proceeds.
  public mutating func endObject() -> EventAction { .proceed }
  /// Proceeds.
  public mutating func startArray() -> EventAction { .proceed }
  /// Proceeds.
  public mutating func endArray() -> EventAction { .proceed }
  /// Proceeds.
  public mutating func string(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  /// Proceeds.
  public mutating func number(_ literal: Span<UInt8>) -> EventAction { .proceed }
  /// Proceeds.
  public mutating func bool(_ value: Bool) -> EventAction { .proceed }
  /// Proceeds.
  public mutating func null() -> EventAction { .proceed }
}

/// How a parse that found no error ended.
public enum EventOutcome: Sendable, Hashable {
  /// The whole input was read.
  case finished
  /// The sink asked to stop.
  case stopped
}

/// What an event is, for a receiver whose type the callbacks do not know.
enum Event {
  case startObject, endObject, startArray, endArray, null
  case bool(Bool)
}

/// A sink, its type erased. C functions cannot be generic, so each event costs one
/// call through the class.
class EventReceiver {
  func receive(_ event: Event) -> EventAction { .proceed }
  func key(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  func string(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  func number(_ literal: Span<UInt8>) -> EventAction { .proceed }
}

/// The receiver that tells a sink.
final class SinkReceiver<Sink: EventSink>: EventReceiver {
  var sink: Sink

  init(_ sink: Sink) {
    self.sink = sink
  }

  override func receive(_ event: Event) -> EventAction {
    switch event {
    case .startObject: sink.startObject()
    case .endObject: sink.endObject()
    case .startArray: sink.startArray()
    case .endArray: sink.endArray()
    case .null: sink.null()
    case .bool(let value): sink.bool(value)
    }
  }

  override func key(_ utf8: Span<UInt8>) -> EventAction { sink.key(utf8) }
  override func string(_ utf8: Span<UInt8>) -> EventAction { sink.string(utf8) }
  override func number(_ literal: Span<UInt8>) -> EventAction { sink.number(literal) }
}
