import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Every call that takes bytes, with every kind of bytes.
@Suite("Inputs of bytes and text")
struct InputMatrixTests {
  struct Item: Equatable, Decodable, Sendable {
    var id = 0
    var name = ""
  }

  final class Box {
    var id = 0
  }

  /// Counts the events of a record.
  struct Counting: EventSink {
    var events = 0

    mutating func number(_ value: Span<UInt8>) -> EventAction { count() }
    mutating func string(_ value: Span<UInt8>) -> EventAction { count() }

    private mutating func count() -> EventAction {
      events += 1
      return .proceed
    }
  }

  static let mapping = Result {
    try Mapping(Item()) {
      Field(\.id, "id")
      Field(\.name, "name")
    }
  }

  /// Short, empty, with non-ASCII text, and longer than any small string or piece of a rope.
  static let texts = [
    "", " ", "{", #"{"id":1}"#, #"{"id":7,"name":"Grüße, 世界 🌍"}"#,
    #"{"id":8,"name":"\#(String(repeating: "ö", count: 40_000))"}"#,
  ]

  /// What every call gives for one text: models, or errors.
  private typealias Outcome = [String]

  private static func outcome<Value>(_ body: () throws -> Value) -> String {
    do { return "\(try body())" } catch { return "error: \(error)" }
  }

  /// The outcomes of all calls for a collection of bytes.
  private static func outcomes(_ bytes: some Collection<UInt8>) throws -> Outcome {
    let mapping = try mapping.get()
    let decoder = mapping.makeDecoder()
    let boxes = try Mapping(Box()) { Field(\.id, "id") }
    let box = Box()
    var (item, lines) = (Item(id: -1, name: "-"), [Item]())
    var pushed = PushParser(mapping)
    let events = EventParser(into: Counting())
    let parser = EventParser(into: Counting())
    return [
      outcome { try mapping.decode(bytes) },
      outcome { try boxes.makeDecoder().decode(bytes, into: box) },
      outcome { try decoder.decode(bytes) },
      outcome { try decoder.read(bytes) { $0.name.utf8.count } },
      outcome { try decoder.decode(bytes, into: &item) },
      outcome { try decoder.decodeLines(in: bytes) { item, _ in lines.append(copy item) } },
      outcome { try StreamDecoder().decode(Item.self, from: bytes) },
      outcome {
        try StreamDecoder().decodeLines(Item.self, in: bytes) { item, _ in lines.append(copy item) }
      },
      outcome { try pushed.feed(bytes) { item, _ in lines.append(copy item) } },
      outcome { try pushed.finish { item, _ in lines.append(copy item) } },
      outcome { try events.feed(bytes) },
      outcome { try events.finish() },
      outcome { try parser.parse(bytes) },
      outcome { try JSONLines(.bytes(bytes), as: mapping).results.map { try $0.get() } },
      outcome { try JSONLines(.bytes(bytes), decoding: Item.self).results.map { try $0.get() } },
      "\(item) \(lines) \(box.id) \(parser.sink.events) \(events.sink.events)",
    ]
  }

  /// The outcomes of all calls for text.
  private static func outcomes(text: some StringProtocol) throws -> Outcome {
    let mapping = try mapping.get()
    let decoder = mapping.makeDecoder()
    let boxes = try Mapping(Box()) { Field(\.id, "id") }
    let box = Box()
    var (item, lines) = (Item(id: -1, name: "-"), [Item]())
    var pushed = PushParser(mapping)
    let events = EventParser(into: Counting())
    let parser = EventParser(into: Counting())
    return [
      outcome { try mapping.decode(text) },
      outcome { try boxes.makeDecoder().decode(text, into: box) },
      outcome { try decoder.decode(text) },
      outcome { try decoder.read(text) { $0.name.utf8.count } },
      outcome { try decoder.decode(text, into: &item) },
      outcome { try decoder.decodeLines(in: text) { item, _ in lines.append(copy item) } },
      outcome { try StreamDecoder().decode(Item.self, from: text) },
      outcome {
        try StreamDecoder().decodeLines(Item.self, in: text) { item, _ in lines.append(copy item) }
      },
      outcome { try pushed.feed(text) { item, _ in lines.append(copy item) } },
      outcome { try pushed.finish { item, _ in lines.append(copy item) } },
      outcome { try events.feed(text) },
      outcome { try events.finish() },
      outcome { try parser.parse(text) },
      outcome { try JSONLines(.text(text), as: mapping).results.map { try $0.get() } },
      outcome { try JSONLines(.text(text), decoding: Item.self).results.map { try $0.get() } },
      "\(item) \(lines) \(box.id) \(parser.sink.events) \(events.sink.events)",
    ]
  }

  /// The outcomes of all calls for a span.
  private static func outcomes(span bytes: Span<UInt8>) throws -> Outcome {
    let mapping = try mapping.get()
    let decoder = mapping.makeDecoder()
    let boxes = try Mapping(Box()) { Field(\.id, "id") }
    let box = Box()
    var (item, lines, outcomes) = (Item(id: -1, name: "-"), [Item](), Outcome())
    var pushed = PushParser(mapping)
    let events = EventParser(into: Counting())
    let parser = EventParser(into: Counting())
    func note(_ body: () throws -> Any) { outcomes.append(outcome(body)) }
    note { try mapping.decode(bytes) }
    note { try boxes.makeDecoder().decode(bytes, into: box) }
    note { try decoder.decode(bytes) }
    note { try decoder.read(bytes) { $0.name.utf8.count } }
    note { try decoder.decode(bytes, into: &item) }
    note { try decoder.decodeLines(in: bytes) { item, _ in lines.append(copy item) } }
    note { try StreamDecoder().decode(Item.self, from: bytes) }
    note { try StreamDecoder().decodeLines(Item.self, in: bytes) { item, _ in lines.append(copy item) } }
    note { try pushed.feed(bytes) { item, _ in lines.append(copy item) } }
    note { try pushed.finish { item, _ in lines.append(copy item) } }
    note { try events.feed(bytes) }
    note { try events.finish() }
    note { try parser.parse(bytes) }
    let copied = bytes.indices.map { bytes[$0] }
    note { try JSONLines(.bytes(copied), as: mapping).results.map { try $0.get() } }
    note { try JSONLines(.bytes(copied), decoding: Item.self).results.map { try $0.get() } }
    return outcomes + ["\(item) \(lines) \(box.id) \(parser.sink.events) \(events.sink.events)"]
  }

  @Test("all kinds of input give the same models and errors", arguments: texts)
  func matrix(text: String) throws {
    let bytes = Array(text.utf8)
    let expected = try Self.outcomes(span: bytes.span)
    let padded = [0x7B] + bytes + [0x7D]
    #expect(try Self.outcomes(bytes) == expected)
    #expect(try Self.outcomes(padded.dropFirst().dropLast()) == expected)
    #expect(try Self.outcomes(ContiguousArray(bytes)) == expected)
    #expect(try Self.outcomes(text.utf8) == expected)
    #expect(try Self.outcomes("{\(text)}".dropFirst().dropLast().utf8) == expected)
    // Neither is contiguous in memory.
    #expect(try Self.outcomes(bytes.lazy.map { $0 }) == expected)
    #expect(try Self.outcomes(Array(bytes.reversed()).reversed()) == expected)
    let raw = try unsafe bytes.withUnsafeBytes { unsafe try Self.outcomes($0) }
    #expect(raw == expected)

    #expect(try Self.outcomes(text: text) == expected)
    #expect(try Self.outcomes(text: "{\(text)}".dropFirst().dropLast()) == expected)
    #expect(try Self.outcomes(text: NSString(string: text) as String) == expected)
  }

  @Test("data is decoded as its bytes", arguments: texts)
  func data(text: String) throws {
    let data = Data("{\(text)}".utf8).dropFirst().dropLast()
    #expect(try Self.outcomes(data) == Self.outcomes(Array(text.utf8)))
    let decoded = Self.outcome { try StreamDecoder().decode(Item.self, from: data) }
    #expect(decoded == Self.outcome { try StreamDecoder().decode(Item.self, from: Array(text.utf8)) })
  }

  @Test("literals need no type")
  func literals() throws {
    let mapping = try Self.mapping.get()
    #expect(try mapping.decode(#"{"id":3}"#).id == 3)
    #expect(try mapping.decode([0x7B, 0x7D]).id == 0)
    #expect(try StreamDecoder().decode([Int].self, from: "[1]") == [1])
  }

  @Test("errors keep their type")
  func typedErrors() throws {
    let mapping = try Self.mapping.get()
    func decode(_ text: Substring) throws(MappingError) -> Item { try mapping.decode(text) }
    #expect(throws: MappingError.self) { try decode("{") }
  }
}
