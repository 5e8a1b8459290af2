import Testing

@testable import StreamMap
@testable import TestSupport

/// How a stream handles malformed records.
@Suite("Malformed records")
struct BadRecordTests {
  @Test("forEach stops at the first error")
  func stop() throws {
    let lines = try JSONLines(text: "{\"id\":1}\n\n{\"id\":2,}\n{\"id\":3}\n")
    var ids: [Int] = []
    let error = try #require(throws: MappingError.self) { try lines.forEach { row, _ in ids.append(row.id) } }
    #expect(ids == [1])
    var refusal = ReportedError(.syntax, at: 18, "$", expected: "a name in quotes", found: "'}'")
    refusal.record = 2
    refusal.line = 3
    refusal.column = 9
    #expect(ReportedError(error) == refusal)
  }

  @Test("other views stop at the first error")
  func stopViews() async throws {
    let lines = try JSONLines(text: "{\"id\":1}\n{\"id\":true}\n{\"id\":3}\n")
    let results = Array(lines.results)
    #expect(results.count == 2)
    #expect(try results[0].get().id == 1)
    let error = try #require(throws: MappingError.self) { try results[1].get() }
    #expect((error.record, error.line, error.column, error.byteOffset) == (2, 2, 7, 15))

    var records = lines.async.makeAsyncIterator()
    #expect(try await records.next()?.id == 1)
    let thrown = await #expect(throws: MappingError.self) { _ = try await records.next() }
    #expect(thrown.map(ReportedError.init) == ReportedError(error))
    #expect(try await records.next() == nil)
  }

  @Test("every view skips malformed records")
  func skip() async throws {
    let text = "[\n{\"id\":1}\n{\"id\":1.5}\n{\"id\":2}\nx\n"
    let noted = Noted()
    var lines = try JSONLines(text: text)
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    #expect(try lines.results.map { try $0.get().id } == [1, 2])
    var ids: [Int] = []
    for try await row in lines.async { ids.append(row.id) }
    #expect(ids == [1, 2])
    #expect(try lines.heard().ids == [1, 2])
    let once = ["[", "{\"id\":1.5}", "x"]
    #expect(noted.all.map { String(decoding: $0.bytes, as: UTF8.self) } == once + once)
    #expect(noted.all.prefix(3).map { $0.error.byteOffset } == [1, 17, 31])
    #expect(noted.all.prefix(3).map { $0.error.record } == [1, 3, 5])
  }

  @Test("reports the raw bytes of an ill-formed line")
  func rawBytes() throws {
    let noted = Noted()
    var lines = JSONLines(.bytes([0xFF, 0x00, 0x80, 0x0A, 0x31]), as: try Row.mapping())
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    try lines.forEach { _, _ in }
    #expect(noted.all.map(\.bytes) == [[0xFF, 0x00, 0x80]])
  }

  static let kinds: [(line: String, kind: MappingError.Kind, offset: Int)] = [
    (#"{"id":1,}"#, .syntax, 8), (#"{"id":"x"}"#, .typeMismatch, 6), (#"{"id":1"#, .truncated, 7),
    (#"{"id":null}"#, .unexpectedNull, 6), (#"{"id":1}{}"#, .extraValue, 8), (#"{"text":"\q"}"#, .escape, 10),
    (#"{"id":1.5}"#, .notAnInteger, 6), (#"{"id":1e99}"#, .outOfRange, 6),
    ("{\"text\":\"\u{1}\"}", .syntax, 9),
    (#"{"text":"\ud800"}"#, .escape, 15), ("]", .syntax, 0), (#"{"text":"x"#, .truncated, 10),
  ]

  @Test("skips one in a thousand of 100,000 lines")
  func oneInAThousand() throws {
    var bytes: [UInt8] = []
    var expected: [[Int?]] = []
    var kinds: [MappingError.Kind] = []
    for line in 1...100_000 {
      if line % 1_000 == 500 {
        let bad = Self.kinds[line / 1_000 % Self.kinds.count]
        expected.append([line, line, bad.offset + 1, bytes.count + bad.offset])
        kinds.append(bad.kind)
        bytes.append(contentsOf: bad.line.utf8)
      } else {
        bytes.append(contentsOf: "{\"id\":\(line),\"text\":\"line \(line)\"}".utf8)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
    let noted = Noted()
    var lines = JSONLines(.bytes(bytes), as: try Row.mapping())
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var count = 0
    var sum = 0
    try lines.forEach { row, place in
      count += 1
      sum += row.id
      if row.id != place.line || place.record != place.line {
        Issue.record("line \(place.line) has \(row.id)")
      }
    }
    #expect(count == 99_900)
    #expect(sum == 100_000 * 100_001 / 2 - (0..<100).reduce(0) { $0 + $1 * 1_000 + 500 })
    #expect(noted.all.map(\.error.kind) == kinds)
    #expect(
      noted.all.map { [$0.error.record, $0.error.line, $0.error.column, $0.error.byteOffset] } == expected)
  }

  @Test("applies the record limit")
  func recordLimit() throws {
    let limits = Limits(record: 20)
    let fits = "{\"text\":\"123456789\"}"
    #expect(fits.utf8.count == 20)
    let long = "{\"text\":\"1234567890\"}"
    let longer = "{\"text\":\"12345678901234567890\"}"
    let text = "{\"id\":1}\n\(fits)\n\(long)\n{\"id\":3}\r\n\(longer)\n{\"id\":4}"
    let heard = try JSONLines(text: text, limits).heard()
    #expect(heard.ids == [1, -1, 3, 4])
    #expect(heard.refusals == [Verdict(.recordLimit, 50, "$"), Verdict(.recordLimit, 82, "text")])
    #expect(heard.errorPlaces == [[3, 3, 21], [5, 5, 21]])
    #expect(heard.places.map(\.record) == [1, 2, 4, 6])
    #expect(heard.places.map(\.byteOffset) == [0, 9, 52, 94])
  }

  @Test("applies the record limit with CR and at the end")
  func recordLimitEnds() throws {
    let fits = "{\"text\":\"123456789\"}"
    #expect(try JSONLines(text: "\(fits)\r\n\(fits)\r\n", Limits(record: 20)).heard().refusals.isEmpty)
    #expect(try JSONLines(text: fits, Limits(record: 20)).heard().refusals.isEmpty)
    #expect(
      try JSONLines(text: "{\"id\":1}\n\(fits)", Limits(record: 19)).heard().refusals
        == [Verdict(.recordLimit, 28, "$")])
  }

  @Test("does not buffer a record over its limit")
  func recordNotHeld() throws {
    let noted = Noted()
    // Eight megabytes in one line from a pipe, with a limit of a thousand bytes.
    let pieces =
      ["{\"id\":1}\n{\"text\":\""] + Array(repeating: String(repeating: "x", count: 64 << 10), count: 128)
    let pipe = try SlowPipe(pieces + ["\"}\n{\"id\":2}\n"], pause: 0)
    let mapping = try Row.mapping(Limits(record: 1_000))
    var lines = JSONLines(.descriptor(pipe.descriptor), as: mapping)
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var ids: [Int] = []
    try lines.forEach { row, _ in ids.append(row.id) }
    #expect(ids == [1, 2])
    #expect(noted.all.map(\.error.kind) == [.recordLimit])
    #expect(noted.all.map(\.bytes.count) == [1_001], "cut")
    #expect(noted.all.first?.error.byteOffset == 1_009)
  }

  @Test("applies the limits of the lines")
  func limits() throws {
    var lines = try JSONLines(text: "{\"text\":\"abcdef\"}\n[[[1]]]\n123456\n{\"abcdef\":1}\n")
    lines.options.limits = Limits(depth: 2, string: 5, name: 5, number: 5)
    #expect(
      try lines.heard().refusals
        == [
          Verdict(.stringLimit, 14, "text"), Verdict(.depthLimit, 20, "[0][0]"),
          Verdict(.numberLimit, 31, "$"),
          Verdict(.nameLimit, 40, "$"),
        ])
  }

  @Test("no value of a failed record is visible")
  func nothingLeft() throws {
    struct Full: Equatable {
      var id = 0
      var tags: [String] = ["template"]
      var last = 0
    }
    let mapping = try Mapping(Full()) {
      Field(\.id, "id")
      Field(\.tags, "tags")
      Field(\.last, "last", .required)
    }
    let text = [
      #"{"id":1,"tags":["a","b"],"last":1}"#, #"{"id":2,"tags":["c"],"last":"x"}"#, #"{"last":3}"#,
      #"{"id":4,"tags":["d","#, #"{"last":5,"tags":[]}"#, #"{"id":6,"tags":["e"]}"#, #"{"last":7}"#,
    ].joined(separator: "\n")
    var lines = JSONLines(.text(text), as: mapping)
    lines.onError = .skip { _, _ in }
    var models: [Full] = []
    try lines.forEach { model, _ in models.append(copy model) }
    #expect(
      models == [
        Full(id: 1, tags: ["a", "b"], last: 1), Full(last: 3), Full(tags: [], last: 5), Full(last: 7),
      ])
  }
}
