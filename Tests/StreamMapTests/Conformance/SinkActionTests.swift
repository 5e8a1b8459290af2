import StreamMap
import Testing

@testable import TestSupport

/// Sinks that skip and stop, compared with a simulation over the oracle's events.
@Suite("Skipping and stopping")
struct SinkActionTests {
  /// A sink's action after its nth event, mostly proceed. The same seed gives the same actions.
  private static func action(_ seed: UInt64, _ index: Int) -> EventAction {
    var random = SeededRandom(seed: seed &+ UInt64(index) &* 0x9E37_79B9)
    switch random.below(12) {
    case 0, 1: return .skip
    case 2: return random.chance(1, outOf: 4) ? .stop : .proceed
    default: return .proceed
    }
  }

  private struct Sink: EventSink {
    let seed: UInt64
    var log = EventLog()

    init(seed: UInt64) { self.seed = seed }

    private var answer: EventAction { SinkActionTests.action(seed, log.events.count - 1) }

    mutating func startObject() -> EventAction {
      _ = log.startObject()
      return answer
    }
    mutating func key(_ utf8: Span<UInt8>) -> EventAction {
      _ = log.key(utf8)
      return answer
    }
    mutating func endObject() -> EventAction {
      _ = log.endObject()
      return answer
    }
    mutating func startArray() -> EventAction {
      _ = log.startArray()
      return answer
    }
    mutating func endArray() -> EventAction {
      _ = log.endArray()
      return answer
    }
    mutating func string(_ utf8: Span<UInt8>) -> EventAction {
      _ = log.string(utf8)
      return answer
    }
    mutating func number(_ literal: Span<UInt8>) -> EventAction {
      _ = log.number(literal)
      return answer
    }
    mutating func bool(_ value: Bool) -> EventAction {
      _ = log.bool(value)
      return answer
    }
    mutating func null() -> EventAction {
      _ = log.null()
      return answer
    }
  }

  /// The events that a sink gets, and whether it stops.
  private func told(_ events: [ParsedEvent], seed: UInt64) -> (events: [ParsedEvent], isStopped: Bool) {
    var told: [ParsedEvent] = []
    var index = 0
    while index < events.count {
      let event = events[index]
      told.append(event)
      index += 1
      switch Self.action(seed, told.count - 1) {
      case .proceed: break
      case .stop: return (told, true)
      case .skip:
        switch event {
        case .key: index = end(of: events, from: index, depth: 0)
        case .startObject, .startArray: index = end(of: events, from: index, depth: 1)
        default: break
        }
      }
    }
    return (told, false)
  }

  /// The index after the value that begins at an index, or that is open to a depth there.
  private func end(of events: [ParsedEvent], from start: Int, depth: Int) -> Int {
    var depth = depth
    var index = start
    while index < events.count {
      switch events[index] {
      case .startObject, .startArray: depth += 1
      case .endObject, .endArray: depth -= 1
      default: break
      }
      index += 1
      if depth == 0, index > start {
        if case .key = events[index - 1] { continue }
        return index
      }
    }
    return index
  }

  @Test("random actions over random documents, valid and malformed")
  func random() throws {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var findings = Findings()
    var stops = 0
    for round in 0..<8_000 {
      var document = generator.document()
      if round % 3 == 0 { document = generator.mutated(document) }
      let seed = generator.random.next()
      let reference = Reading(ReferenceParser.read(document))
      let expected = told(reference.events, seed: seed)
      if expected.isStopped { stops += 1 }
      let failure = expected.isStopped ? nil : reference.failure
      var differences = Differences()

      let parser = EventParser(into: Sink(seed: seed))
      var error = caught { try parser.parse(document) }
      differences.compare("parsed", parser.sink.log.events, expected.events)
      differences.compare("parsed", error.map(Failure.init), failure)
      differences.compare("parsed", parser.isStopped, expected.isStopped)

      let pusher = EventParser(into: Sink(seed: seed), framing: .document)
      let size = 1 + generator.random.below(50)
      error = caught {
        for start in stride(from: 0, to: document.count, by: size) {
          try pusher.feed(Array(document[start..<min(start + size, document.count)]))
        }
        try pusher.finish()
      }
      differences.compare("pushed", pusher.sink.log.events, expected.events)
      differences.compare("pushed", error.map(Failure.init), failure)
      differences.compare("pushed", pusher.isStopped, expected.isStopped)
      for difference in differences.texts { findings.add(document, difference) }
    }
    findings.report()
    #expect(stops > 500)
  }
}
