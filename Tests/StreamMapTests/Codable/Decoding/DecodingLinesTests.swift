import Foundation
import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// ``JSONLines`` of a `Decodable` type, by every view.
@Suite("Decoding of lines")
struct DecodingLinesTests {
  struct Event: Decodable, Equatable, Sendable {
    var id: Int
    var name: String?
    var tags: [Tag]

    struct Tag: Decodable, Equatable, Sendable {
      var text: String
    }
  }

  private static let good: [Event] = (0..<200).map { index in
    Event(
      id: index, name: index % 3 == 0 ? nil : "name \(index)",
      tags: (0..<(index % 4)).map { Event.Tag(text: "tag \($0) of \(index)") })
  }

  private static func line(_ event: Event) -> String {
    let tags = event.tags.map { "{\"text\":\"\($0.text)\"}" }.joined(separator: ",")
    let name = event.name.map { "\"name\":\"\($0)\"," } ?? ""
    return "{\"id\":\(event.id),\(name)\"other\":{\"id\":[1,2,{}]},\"tags\":[\(tags)]}\n"
  }

  private static let text = Array("\u{FEFF}\n".utf8) + good.flatMap { Array(line($0).utf8) }

  @Test("every view gives the same result")
  func views() async throws {
    let lines = JSONLines(.bytes(Self.text), decoding: Event.self)
    var models: [Event] = []
    var places: [RecordLocation] = []
    try lines.forEach { event, place in
      models.append(copy event)
      places.append(place)
    }
    #expect(models == Self.good)
    #expect(places.map(\.record) == Array(1...200))
    #expect(places.map(\.line) == Array(2...201))
    #expect(try lines.results.map { try $0.get() } == Self.good)
    var async: [Event] = []
    for try await event in lines.async { async.append(event) }
    #expect(async == Self.good)
    var inMemory: [Event] = []
    try StreamDecoder().decodeLines(Event.self, in: Self.text.span) { event, _ in inMemory.append(copy event)
    }
    #expect(inMemory == Self.good)
  }

  @Test("decodes a file with a configured decoder")
  func file() throws {
    struct Dated: Decodable {
      var createdAt: Date
    }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    try Data("{\"created_at\":\"2023-11-14T22:13:20Z\"}\r\n\n{\"created_at\":\"2023-11-14T22:13:21Z\"}".utf8)
      .write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let decoder = StreamDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let lines = JSONLines(path: path, decoding: Dated.self, decoder: decoder)
    #expect(
      try lines.results.map { try $0.get().createdAt.timeIntervalSince1970 } == [
        1_700_000_000, 1_700_000_001,
      ])
    #expect(throws: MappingError.self) {
      try JSONLines(path: "/absent", decoding: Dated.self).forEach { _, _ in }
    }
  }

  /// The kind, line, byte offset within the line, and path of each error.
  private static let bad: [(line: String, kind: MappingError.Kind, offset: Int, path: String)] = [
    (#"{"id":"x","tags":[]}"#, .typeMismatch, 6, "id"),
    (#"{"id":null,"tags":[]}"#, .unexpectedNull, 6, "id"),
    (#"{"tags":[]}"#, .missingField, 10, "id"),
    (#"{"id":1,"tags":[{"text":"a"},{"text":7}]}"#, .typeMismatch, 37, "tags[1].text"),
    (#"{"id":1,"tags":[{"text":"a"},{}]}"#, .missingField, 30, "tags[1].text"),
    (#"{"id":1.5,"tags":[]}"#, .notAnInteger, 6, "id"),
    (#"{"id":1e30,"tags":[]}"#, .outOfRange, 6, "id"),
    (#"{"id":1,"tags":{}}"#, .typeMismatch, 15, "tags"),
    (#"[1]"#, .typeMismatch, 0, "$"),
    (#"{"id":1,"tags":[]"#, .truncated, 17, "$"),
    (#"{"id":01,"tags":[]}"#, .syntax, 7, "$"),
    ("{\"id\":1,\"tags\":[],\"x\":\"\u{1}\"}", .syntax, 23, "x"),
  ]

  @Test("errors have record, line, offset and path")
  func errors() throws {
    for (index, bad) in Self.bad.enumerated() {
      let lines = Self.good.prefix(index + 1).map(Self.line).joined()
      let text = Array((lines + bad.line + "\n" + Self.line(Self.good[9])).utf8)
      var decoded = 0
      do {
        try JSONLines(.bytes(text), decoding: Event.self).forEach { _, _ in decoded += 1 }
        Issue.record("\(bad.line) decodes")
      } catch let error as MappingError {
        #expect(error.kind == bad.kind, "\(bad.line): \(error)")
        #expect(error.record == index + 2)
        #expect(error.line == index + 2)
        #expect(error.byteOffset == lines.utf8.count + bad.offset, "\(bad.line): \(error)")
        #expect(error.column == bad.offset + 1)
        #expect(error.path == bad.path, "\(bad.line): \(error)")
        #expect((error.underlying is DecodingError) == (error.category == .mapping))
      }
      #expect(decoded == index + 1)
    }
  }

  @Test("skips and reports malformed records")
  func skip() throws {
    let told = Mutex<[MappingError]>([])
    var text = ""
    for (index, event) in Self.good.enumerated() {
      text += Self.line(event)
      text += Self.bad[index % Self.bad.count].line + "\n"
    }
    var lines = JSONLines(.text(text), decoding: Event.self)
    lines.onError = .skip { error, _ in told.withLock { $0.append(error) } }
    #expect(try lines.results.map { try $0.get() } == Self.good)
    let errors = told.withLock { $0 }
    #expect(errors.map(\.kind) == (0..<200).map { Self.bad[$0 % Self.bad.count].kind })
    #expect(errors.map(\.record) == (1...200).map { 2 * $0 })
  }

  @Test("reports an error that a type throws itself")
  func refused() throws {
    struct ReportedError: Error {}
    struct Even: Decodable {
      init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decode(Int.self) % 2 == 1 { throw ReportedError() }
      }
    }
    let error = caught {
      try JSONLines(.text("2\n4\n5\n"), decoding: Even.self).forEach { _, _ in }
    }
    #expect(error?.kind == .decodingFailed)
    #expect(error?.line == 3)
    #expect(error?.underlying is ReportedError)
  }
}
