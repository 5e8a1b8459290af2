/// The instruction of a sink after an event.
public enum EventAction: Sendable {
  /// Continue.
  case proceed
  /// Skip the value that begins. After a name, this is the value of the member. After `startObject` and `startArray`,
  /// it is the rest of the container, including its end event. After any other event, it is the same as ``proceed``.
  case skip
  /// End the parse here. The rest of the input is not read.
  case stop
}

/// A receiver of the events of JSON texts, without a tree and without a mapping.
///
///     struct NameCounter: EventSink {
///       var count = 0
///
///       mutating func key(_ utf8: Span<UInt8>) -> EventAction {
///         count += 1
///         return .proceed
///       }
///     }
///
/// Every method proceeds by default, so a sink implements only the events it needs. Spans are valid during the call.
public protocol EventSink {
  /// An object begins: `{`.
  mutating func startObject() -> EventAction
  /// The name of a member, with its escapes decoded. It is well-formed UTF-8.
  mutating func key(_ utf8: Span<UInt8>) -> EventAction
  /// An object ends: `}`.
  mutating func endObject() -> EventAction
  /// An array begins: `[`.
  mutating func startArray() -> EventAction
  /// An array ends: `]`.
  mutating func endArray() -> EventAction
  /// A string, with its escapes decoded. It is well-formed UTF-8.
  mutating func string(_ utf8: Span<UInt8>) -> EventAction
  /// A number as it is written.
  mutating func number(_ literal: Span<UInt8>) -> EventAction
  /// A `true` or `false`.
  mutating func bool(_ value: Bool) -> EventAction
  /// A `null`.
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

/// An event without text, for a receiver whose type the callbacks do not know.
enum Event {
  case startObject, endObject, startArray, endArray, null
  case bool(Bool)
}

/// A type-erased sink. C functions cannot be generic, so each event costs one call through the class.
class EventReceiver {
  func receive(_ event: Event) -> EventAction { .proceed }
  func key(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  func string(_ utf8: Span<UInt8>) -> EventAction { .proceed }
  func number(_ literal: Span<UInt8>) -> EventAction { .proceed }
}

/// A receiver that passes the events to a sink.
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
