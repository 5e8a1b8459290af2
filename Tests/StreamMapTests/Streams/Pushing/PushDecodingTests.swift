import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// ``PushParser`` of a `Decodable` type.
@Suite("Pushed records that are decoded")
struct PushDecodingTests {
  private struct Item: Decodable, Sendable, Equatable {
    var userId: Int
    var text: String?
  }

  private static var decoder: StreamDecoder {
    let decoder = StreamDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  /// The models and places, with pieces of a length.
  private static func read(
    _ text: String, _ framing: Framing, by length: Int, onError: ErrorPolicy = .stop
  ) throws -> (items: [String], places: [RecordLocation]) {
    let bytes = Array(text.utf8)
    var parser = PushParser(decoding: [String: Int].self, framing: framing)
    parser.onError = onError
    var (items, places) = ([String](), [RecordLocation]())
    for start in stride(from: 0, to: bytes.count, by: length) {
      try parser.feed(bytes[start..<min(start + length, bytes.count)]) { item, place in
        items.append("\(copy item)")
        places.append(place)
      }
    }
    try parser.finish { item, place in
      items.append("\(copy item)")
      places.append(place)
    }
    return (items, places)
  }

  @Test("any cut gives the models and places of lines", arguments: 1...12)
  func cuts(length: Int) throws {
    let inputs: [(String, Framing)] = [
      ("\u{FEFF}{\"a\":1}\n\n{\"ü\":2}\r\n{\"c\":3}", .lines),
      ("{\"a\":1}{\"b\":2} {\"c\":3}", .concatenated),
      ("[{\"a\":1},{\"b\":2}]", .array()),
      ("{\n\"a\":\n1}\n", .document),
    ]
    for (text, framing) in inputs {
      var lines = JSONLines(.text(text), decoding: [String: Int].self)
      lines.framing = framing
      var (items, places) = ([String](), [RecordLocation]())
      try lines.forEach { item, place in
        items.append("\(copy item)")
        places.append(place)
      }
      let read = try Self.read(text, framing, by: length)
      #expect(read.items == items)
      #expect(read.places == places)
      #expect(!items.isEmpty)
    }
  }

  @Test("the decoder's options apply")
  func options() throws {
    var parser = PushParser(decoding: Item.self, decoder: Self.decoder)
    var items: [Item] = []
    try parser.feed("{\"user_id\":7}\n{\"user_id\":8,\"te") { item, _ in items.append(copy item) }
    #expect(items.map(\.userId) == [7])
    let partial = try parser.partial { item, _ in item.userId }
    #expect(partial == nil)
    try parser.feed("xt\":\"t\"}") { item, _ in items.append(copy item) }
    try parser.finish { item, _ in items.append(copy item) }
    #expect(items == [Item(userId: 7), Item(userId: 8, text: "t")])
  }

  @Test("errors are thrown again, or skipped")
  func errors() throws {
    let text = "{\"a\":1}\n{\"a\":\"x\"}\n{\n{\"b\":2}\n"
    var parser = PushParser(decoding: [String: Int].self)
    let first = #expect(throws: MappingError.self) { try parser.feed(text) { _, _ in } }
    #expect(first?.record == 2 && first?.line == 2)
    #expect(throws: MappingError.self) { try parser.feed("{}\n") { _, _ in } }
    #expect(throws: MappingError.self) { try parser.finish { _, _ in } }
    for length in [1, 5, 100] {
      let noted = Noted()
      let read = try Self.read(
        text, .lines, by: length, onError: .skip { error, bytes in noted.note(error, bytes) })
      #expect(read.items == ["[\"a\": 1]", "[\"b\": 2]"])
      #expect(noted.all.map(\.error.record) == [2, 3])
      #expect(noted.all.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"a\":\"x\"}", "{"])
    }
  }

  @Test("another input may follow")
  func again() throws {
    var parser = PushParser(decoding: [Int].self)
    var lists: [[Int]] = []
    for _ in 0..<2 {
      try parser.feed("[1]\n[2") { list, _ in lists.append(copy list) }
      try parser.feed(",3]") { list, _ in lists.append(copy list) }
      try parser.finish { list, _ in lists.append(copy list) }
    }
    #expect(lists == [[1], [2, 3], [1], [2, 3]])
  }

  @Test("limits are those of the decoder")
  func limits() throws {
    let decoder = StreamDecoder()
    decoder.limits = Limits(record: 10)
    var parser = PushParser(decoding: [Int].self, framing: .document, decoder: decoder)
    #expect(throws: MappingError.self) {
      for _ in 0..<20 { try parser.feed("[1]  ") { _, _ in } }
      try parser.finish { _, _ in }
    }
  }
}
