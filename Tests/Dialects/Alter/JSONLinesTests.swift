import TestSupport
import AlterDialect
import Foundation
import StreamMap
import Synchronization
import Testing

@Suite("Alter: JSON Lines")
struct JSONLinesTests {
  private struct User: Alterable {
    @Mapped var id = 0
    @Mapped(key: "user.name") var name = "nobody"
    @Mapped var note: String? = nil
  }

  private static let text = """
    {"id":1,"user":{"name":"ada"},"note":"x"}

    {"id":2,"user":{}}\r
    {"id":"3","user":{"name":"bob"}}
    """

  private func summary(_ lines: JSONLines<User>) throws -> [String] {
    var all: [String] = []
    try lines.forEach { user, place in
      all.append("\(place.line): \(user.id) \(user.name) \(user.note ?? "-")")
    }
    return all
  }

  private static let expected = ["1: 1 ada x", "3: 2 nobody -", "4: 0 bob -"]

  @Test("reads from a path, a descriptor and bytes", .feature("38", "42", "A7"))
  func inputs() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "alter-\(UUID().uuidString).jsonl")
    try Data(Self.text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try summary(JSONLines(path: url.path(), mapping: User.self)) == Self.expected)
    #expect(try summary(JSONLines(.text(Self.text), mapping: User.self)) == Self.expected)
    let handle = try FileHandle(forReadingFrom: url)
    #expect(
      try summary(JSONLines(.descriptor(handle.fileDescriptor), mapping: User.self)) == Self.expected)
    try handle.close()
  }

  @Test("decodes independent models, each starting with the defaults", .feature("42", "A12"))
  func models() async throws {
    let lines = JSONLines(.text(Self.text), mapping: User.self)
    var users: [User] = []
    for result in lines.results { users.append(try result.get()) }
    users[0].name = "changed"
    #expect(users.map { $0.name } == ["changed", "nobody", "bob"])
    #expect(users.map { $0.note } == ["x", nil, nil])
  }

  private struct Strict: Alterable {
    var decodeStrategy: DecodeStrategy { .throwErrorOnUnknownKey }
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .throwError }
    @Mapped var id = 0
    @Mapped var parts: [Part] = []
  }

  private struct Part: Alterable {
    var decodeStrategy: DecodeStrategy { .throwErrorOnUnknownKey }
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .throwError }
    @Mapped(key: "size.width") var width = 0
  }

  @Test(
    "reports record, line, byte offset and path; skips malformed lines", .feature("37", "57", "A3", "A11"))
  func errors() throws {
    let records = [
      #"{"id":1,"parts":[{"size":{"width":5}}]}"#,
      #"{"id":2,"parts":[{"size":{"width":5}},{}]}"#,
      #"{"id":"3","parts":[]}"#,
      #"{"parts":[]}"#,
      #"{"id":5,"parts":[{"size":{}}]}"#,
      #"{"id":6,"parts":[]"#,
      #"{"id":7,"parts":[]}"#,
    ]
    var lines = JSONLines(.text(records.joined(separator: "\n")), mapping: Strict.self)
    let errors = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in errors.withLock { $0.append(error) } }
    var ids: [Int] = []
    try lines.forEach { model, _ in ids.append(model.id) }
    #expect(ids == [1, 7])
    let all = errors.withLock { $0 }
    try #require(all.count == 5)
    #expect(all.map { $0.line } == [2, 3, 4, 5, 6] && all.map { $0.record } == [2, 3, 4, 5, 6])
    #expect(all.map { $0.kind } == [.missingField, .typeMismatch, .missingField, .missingField, .truncated])
    #expect(all.prefix(4).map { $0.path } == ["parts[1].size", "id", "id", "parts[0].size.width"])
    // At the end of an object that lacks a value, and at the beginning of a mismatched value.
    let starts = records.indices.map { records[..<$0].reduce(0) { $0 + $1.utf8.count + 1 } }
    #expect(all[0].byteOffset == starts[1] + records[1].utf8.count - 3)
    #expect(all[1].byteOffset == starts[2] + 6)
    #expect(all[2].byteOffset == starts[3] + records[3].utf8.count - 1)
    #expect(all[0].underlying is AlterError && all[1].underlying is DecodingError)
    lines.onError = .stop
    #expect(throws: MappingError.self) { try lines.forEach { _, _ in } }
  }

  private struct Refused: Error, Equatable {
    var reason: String
  }

  private struct Outer: Alterable {
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .throwError }
    @Mapped var inners: [Inner] = []
    @Mapped(key: "a.byName") var byName: [String: Inner] = [:]
  }

  private struct Inner: Alterable {
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling {
      .handleError { key, _ in throw Refused(reason: key) }
    }
    @Mapped var id = 0
  }

  @Test("reports a nested model's own error at that model", .feature("37", "57", "A3"))
  func ownErrors() throws {
    let records = [
      #"{"inners":[{"id":1}, {"id":"x"}]}"#,
      #"{"a":{"byName":{"k":{"id":1},"l":{"id":null}}}}"#,
      #"{"inners":[]}"#,
    ]
    var lines = JSONLines(.text(records.joined(separator: "\n")), mapping: Outer.self)
    let errors = Mutex<[MappingError]>([])
    lines.onError = .skip { error, _ in errors.withLock { $0.append(error) } }
    var count = 0
    try lines.forEach { _, _ in count += 1 }
    let all = errors.withLock { $0 }
    #expect(count == 1 && all.map(\.kind) == [.decodingFailed, .decodingFailed])
    #expect(all.map(\.path) == ["inners[1]", "a.byName.l"] && all.map(\.line) == [1, 2])
    #expect(all.map(\.byteOffset) == [21, records[0].utf8.count + 1 + 33])
    #expect(all.map { $0.underlying as? Refused } == [Refused(reason: "id"), Refused(reason: "id")])
    #expect(throws: Refused(reason: "id")) { try Outer.from(jsonString: records[0]) }
  }

  @Test("reads a number that underflows as 0", .feature("7", "A7"))
  func underflow() throws {
    struct Small: Alterable {
      @Mapped var double = 1.0
      @Mapped var float: Float? = 2
      @Mapped var list: [Double] = []
    }
    let json = #"{"double":1e-400,"float":-1e-60,"list":[1e-999]}"#
    var models: [Small] = [try .from(jsonString: json), try .from(jsonData: Data(json.utf8))]
    for result in JSONLines(.text(json), mapping: Small.self).results {
      models.append(try result.get())
    }
    #expect(models.count == 3)
    for model in models { #expect(model.double == 0 && model.float == 0 && model.list == [0]) }
    // Out of range there is no value.
    let large: Small = try .from(jsonString: #"{"double":1e400,"float":1e60,"list":[1]}"#)
    #expect(large.double == 1 && large.float == 2 && large.list == [1])
  }

  private class Animal: Alterable {
    @Mapped var name = ""
    required init() {}
  }

  private final class Dog: Animal {
    @Mapped var breed = ""
  }

  @Test("decodes the metatype passed in, including a subclass", .feature("25", "A10"))
  func metatypes() throws {
    let type: Animal.Type = Dog.self
    let bytes = Array((#"{"name":"a","breed":"b"}"# + "\n" + #"{"name":"c"}"#).utf8)
    var seen: [String] = []
    try JSONLines(.bytes(bytes), mapping: type).forEach { animal, _ in
      seen.append("\(animal.name) \((animal as? Dog)?.breed ?? "none")")
    }
    try JSONLines(.bytes(bytes), mapping: Animal.self).forEach { animal, _ in
      seen.append("\(animal.name) \((animal as? Dog)?.breed ?? "none")")
    }
    #expect(seen == ["a b", "c ", "a none", "c none"])
  }

  @Test("applies the strategies of a decoder", .feature("32", "A9"))
  func strategies() throws {
    struct Snake: Alterable {
      @Mapped var firstName = ""
      @Mapped var born: Date? = nil
    }
    let decoder = StreamDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let lines = JSONLines(
      .text(#"{"first_name":"Ada","born":60}"#), mapping: Snake.self, decoder: decoder)
    var seen = 0
    try lines.forEach { model, _ in
      #expect(model.firstName == "Ada" && model.born == Date(timeIntervalSince1970: 60))
      seen += 1
    }
    #expect(seen == 1)
  }

  @Test("decodes on several threads at once", .feature("A7"))
  func threads() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          struct Local: Alterable {
            @Mapped var id = 0
            @AlterMapped(alterer: StringDateAlterer(pattern: "yyyy")) var year = Date.distantPast
          }
          var sum = 0
          for number in 0..<200 {
            let local: Local = try .from(jsonString: #"{"id":\#(number * 8 + task),"year":"2001"}"#)
            sum += try Local.from(jsonData: local.toJSONData()).id
          }
          return sum
        }
      }
      var sum = 0
      for try await part in group { sum += part }
      #expect(sum == (0..<1600).reduce(0, +))
    }
  }
}
