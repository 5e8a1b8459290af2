import StreamMap

/// An error reduced to the properties that all routes must agree on.
struct Failure: Error, Hashable, CustomStringConvertible {
  var kind: String
  var offset: Int?
  var path: String

  init(kind: String, offset: Int, path: String) {
    self.kind = kind
    self.offset = offset
    self.path = path
  }

  init(_ error: ReferenceError) {
    kind = error.kind.rawValue
    offset = error.offset
    path = error.path
  }

  init(_ error: MappingError) {
    kind = error.kind.description
    offset = error.byteOffset
    path = error.path
  }

  var description: String { "\(kind) at byte \(offset.map { "\($0)" } ?? "?"), path \(path.prefix(200))" }
}

/// The events and the end of one input, as any parser reports them.
struct Reading: Hashable, CustomStringConvertible {
  var events: [ParsedEvent]
  var failure: Failure?

  init(events: [ParsedEvent], failure: Failure?) {
    self.events = events
    self.failure = failure
  }

  init(_ outcome: ReferenceParser.Outcome) {
    events = outcome.events
    if case .failure(let error) = outcome.result { failure = Failure(error) }
  }

  var description: String {
    let shown = events.prefix(40).map(\.description).joined(separator: " ")
    return "\(events.count) events: \(shown); \(failure?.description ?? "accepted")"
  }
}

/// Collects events.
struct EventLog: EventSink {
  var events: [ParsedEvent] = []

  mutating func startObject() -> EventAction { log(.startObject) }
  mutating func key(_ utf8: Span<UInt8>) -> EventAction { log(.key(bytes(utf8))) }
  mutating func endObject() -> EventAction { log(.endObject) }
  mutating func startArray() -> EventAction { log(.startArray) }
  mutating func endArray() -> EventAction { log(.endArray) }
  mutating func string(_ utf8: Span<UInt8>) -> EventAction { log(.string(bytes(utf8))) }
  mutating func number(_ literal: Span<UInt8>) -> EventAction { log(.number(bytes(literal))) }
  mutating func bool(_ value: Bool) -> EventAction { log(.bool(value)) }
  mutating func null() -> EventAction { log(.null) }

  private mutating func log(_ event: ParsedEvent) -> EventAction {
    events.append(event)
    return .proceed
  }

  private func bytes(_ span: Span<UInt8>) -> [UInt8] { span.indices.map { span[$0] } }
}

extension Limits {
  init(_ limits: ReferenceLimits) {
    self.init(depth: limits.depth, string: limits.string, name: limits.name, number: limits.number)
  }
}
