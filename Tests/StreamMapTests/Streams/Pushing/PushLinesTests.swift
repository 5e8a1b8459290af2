import Testing

@testable import StreamMap
@testable import TestSupport

/// Lines in chunks give the same results as in one piece.
@Suite("Lines in chunks")
struct PushLinesTests {
  static let text = """
    \u{FEFF}{"id":1,"text":"\\u00e9\\ud83d\\ude00 é😀"}\r
    {"id":2,}

    {"id":"x"}
    {"id":3,"text":"open
    {"id":4} 5
      {"id":5}\u{20}
    {"id":6
    """

  static func pushed(_ text: String, sizes: (Int) -> Int) throws -> Heard {
    let noted = Noted()
    var parser = PushParser(try Row.mapping())
    parser.onError = .skip { error, bytes in noted.note(error, bytes) }
    var heard = Heard()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let size = sizes(rest.count)
      try parser.feed(Array(rest.prefix(size))) { row, place in
        heard.ids.append(row.id)
        heard.places.append(place)
      }
      rest = rest.dropFirst(size)
    }
    try parser.finish { row, place in
      heard.ids.append(row.id)
      heard.places.append(place)
    }
    for (error, bytes) in noted.all {
      heard.refusals.append(Verdict(error))
      heard.errorPlaces.append([error.record, error.line, error.column])
      heard.refused.append(String(decoding: bytes, as: UTF8.self))
    }
    return heard
  }

  @Test("accepts any chunk size", arguments: 1...40)
  func sizes(size: Int) throws {
    let whole = try JSONLines(text: Self.text).heard()
    #expect(whole.ids == [1, 5])
    #expect(whole.refusals.count == 5)
    #expect(try Self.pushed(Self.text) { _ in size } == whole)
  }

  @Test("accepts random chunks", arguments: [1, 2, UInt64.random(in: 3 ... .max)])
  func random(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let whole = try JSONLines(text: Self.text).heard()
    for _ in 0..<50 {
      let heard = try Self.pushed(Self.text) { _ in Int.random(in: 1...20, using: &dice) }
      #expect(heard == whole, "seed \(seed)")
    }
  }

  @Test("delivers a record at its line feed")
  func promptness() throws {
    var parser = PushParser(try Row.mapping())
    var ids: [Int] = []
    try parser.feed(Array("{\"id\":1}".utf8)) { row, _ in ids.append(row.id) }
    #expect(ids == [])
    try parser.feed(Array("\n{\"id\":2}\n{\"id\"".utf8)) { row, _ in ids.append(row.id) }
    #expect(ids == [1, 2])
    try parser.feed([]) { row, _ in ids.append(row.id) }
    try parser.feed(Array(":3}".utf8)) { row, _ in ids.append(row.id) }
    #expect(ids == [1, 2])
    try parser.finish { row, _ in ids.append(row.id) }
    #expect(ids == [1, 2, 3])
  }

  @Test("throws an error again in every later call")
  func afterError() throws {
    var parser = PushParser(try Row.mapping())
    var ids: [Int] = []
    let first = try #require(throws: MappingError.self) {
      try parser.feed(Array("{\"id\":1}\n{\"id\":x}\n{\"id\":2}\n".utf8)) { row, _ in ids.append(row.id) }
    }
    #expect((first.record, first.line, first.column, first.byteOffset) == (2, 2, 7, 15))
    for _ in 0..<2 {
      let again = try #require(throws: MappingError.self) {
        try parser.feed(Array("{\"id\":3}\n".utf8)) { row, _ in ids.append(row.id) }
      }
      #expect(ReportedError(again) == ReportedError(first))
    }
    let last = try #require(throws: MappingError.self) { try parser.finish { row, _ in ids.append(row.id) } }
    #expect(ReportedError(last) == ReportedError(first))
    #expect(ids == [1])
  }

  @Test("reads another input after the end")
  func reuse() throws {
    var parser = PushParser(try Row.mapping())
    for _ in 0..<3 {
      var heard: [RecordLocation] = []
      try parser.feed(Array("\u{FEFF}{\"id\":1}\n{\"i".utf8)) { _, place in heard.append(place) }
      try parser.feed(Array("d\":2}".utf8)) { _, place in heard.append(place) }
      try parser.finish { _, place in heard.append(place) }
      #expect(heard == [LineFormTests.place(1, 1, 0, 11), LineFormTests.place(2, 2, 12, 8)])
    }
  }

  @Test("throws the closure's error")
  func closureThrows() throws {
    struct Enough: Error {}
    var parser = PushParser(try Row.mapping())
    #expect(throws: Enough.self) { try parser.feed(Array("{\"id\":1}\n".utf8)) { _, _ in throw Enough() } }
  }

  @Test("does not buffer a line over its limit", arguments: [1, 7, 1_000])
  func limit(size: Int) throws {
    let noted = Noted()
    var parser = PushParser(try Row.mapping(), options: ReadingOptions(limits: Limits(record: 30)))
    parser.onError = .skip { error, bytes in noted.note(error, bytes) }
    var ids: [Int] = []
    let text = "{\"id\":1}\n{\"text\":\"\(String(repeating: "x", count: 500))\"}\n{\"id\":2}\n"
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try parser.feed(Array(rest.prefix(size))) { row, _ in ids.append(row.id) }
      rest = rest.dropFirst(size)
    }
    try parser.finish { row, _ in ids.append(row.id) }
    #expect(ids == [1, 2])
    #expect(noted.all.map { Verdict($0.error) } == [Verdict(.recordLimit, 39, "text")])
    #expect(noted.all.map(\.bytes.count) == [31], "cut as the documentation says, whatever the pieces")
  }
}
