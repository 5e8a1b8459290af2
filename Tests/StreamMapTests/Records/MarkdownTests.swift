import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// JSON in the text of a language model. `FramingDifferenceTests` compares random texts with the reference.
@Suite("Markdown")
struct MarkdownTests {
  @Test("reports an open record when the line of the fence ends")
  func openRecord() throws {
    var parser = PushParser(try Row.mapping(), framing: .markdown)
    try parser.feed(Array("```json\n{\"id\": 7,\n```".utf8)) { _, _ in }
    let error = #expect(throws: MappingError.self) { try parser.feed([ASCII.lineFeed]) { _, _ in } }
    #expect(error?.kind == .truncated)
  }

  /// The records of a text, and the number of lines with other text.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let records: [String]
    let skipped: Int

    init(_ name: String, _ text: String, _ records: [String], skipped: Int = 0) {
      (self.name, self.text, self.records, self.skipped) = (name, text, records, skipped)
    }

    var testDescription: String { name }
  }

  private static let cases = [
    Case("nothing", "", []), Case("blank lines", " \n\r\n\t", []),
    Case("prose", "It is\n\nnot here: {\"a\":1}\n", [], skipped: 2),
    Case(
      "a block", "Here:\n```json\n{\"a\":1,\n \"b\":[2]}\n```\nDone.", ["{\"a\":1,\n \"b\":[2]}"], skipped: 2),
    Case(
      "values of all kinds", "```json\n{} [1]\n\"a\" \"```\"\n42 \ntrue\r\n```",
      ["{}", "[1]", "\"a\"", "\"```\"", "42", "true"]),
    Case("lines of JSON", "~~~~ JSONL title\n{\"a\":1}\n{\"a\":2}\n~~~~~\n", ["{\"a\":1}", "{\"a\":2}"]),
    Case("an indented block", "1. It:\r\n   ```json5\r\n   {}\r\n   ```\r\n", ["{}"], skipped: 1),
    Case("a fence behind a record", "```json\n{\"a\":1}```\n{}", ["{\"a\":1}", "{}"]),
    Case("blocks without an end", "```json\n{}\n```json\n[1]\n", ["{}", "[1]"]),
    Case("a block without a language", "```\n{\"a\":1}\n[1]\n```\n", ["{\"a\":1}"], skipped: 1),
    Case("another language", "```python\n{}\n```json\n~~~\n```` x\n```\n{}", ["{}"], skipped: 4),
    Case("a longer fence", "````text\n```json\n{}\n```\n````\n{}", ["{}"], skipped: 3),
    Case("code in a line", "```{}```\n", [], skipped: 1),
    Case("a document and prose", "{\"a\":\n1} is it\n", ["{\"a\":\n1}"], skipped: 1),
    Case("documents on a line", "  {\"a\":1}{}[{}] x {}\n", ["{\"a\":1}", "{}", "[{}]"], skipped: 1),
    Case(
      "an array", "[\n [ { \"a\": 1 } ] ]\n[1]\n[\"a\"]\n[]\n[x]\n", ["[\n [ { \"a\": 1 } ] ]"], skipped: 4),
    Case("no object", "{a}\n{\n{'a':1}\n{", [], skipped: 4),
    Case("brackets in strings", "{\"}\":\"\\\"}{\"}", ["{\"}\":\"\\\"}{\"}"]),
    // Malformed records.
    Case("a string over lines", "```json\n\"a\nb\"\n```", ["\"a", "b\""]),
    Case("no JSON in a block", "```json\n...\n{},\n```", ["...", "{}", ","]),
    Case("a bracket that is not closed", "```json\n{\"a\":[1 \n\n```\n{}", ["{\"a\":[1", "{}"]),
    Case("a string that is not closed", "{\"a\":\"x}\n\"}\n{}", ["{\"a\":\"x}\n\"}\n{}"]),
    Case("a quote that is not closed", "{\"a\":\"}\n}\n{}", ["{\"a\":\"}\n}", "{}"]),
    Case("an answer that was cut", "```json\n{\"a\":", ["{\"a\":"]),
    Case("a mark", "\u{FEFF}```json\n{}", ["{}"]),
    Case("a long word", "```\(String(repeating: "x", count: 252))json\n{}\n```\n", [], skipped: 1),
    Case(
      "white space", "{\(String(repeating: " ", count: 254))\"\n{\(String(repeating: " ", count: 255))\"",
      ["{\(String(repeating: " ", count: 254))\"\n{\(String(repeating: " ", count: 255))\""]),
    Case("more white space", "{\(String(repeating: " ", count: 255))\"\n", [], skipped: 1),
  ]

  /// Returns the records that a framer finds in pieces of a text.
  private static func read(_ pieces: [ArraySlice<UInt8>]) throws -> (records: [String], skipped: Int) {
    let framer = ValueFramer(.markdown, limits: Limits(), validates: true)
    var records: [String] = []
    func take() throws {
      while try framer.next() {
        framer.withBytes { bytes, _ in
          records.append(String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self))
        }
      }
    }
    for piece in pieces {
      let bytes = Array(piece)
      _ = framer.append(bytes.span)
      try take()
    }
    framer.isComplete = true
    try take()
    #expect(framer.position == framer.window.end)
    return (records, framer.skippedLines)
  }

  @Test("finds the records, for every cut", .feature("45"), arguments: cases)
  func records(_ sample: Case) throws {
    let text = Array(sample.text.utf8)
    for cut in 0...text.count {
      let found = try Self.read([text[..<cut], text[cut...]])
      #expect(found.records == sample.records, "cut at \(cut)")
      #expect(found.skipped == sample.skipped, "cut at \(cut)")
    }
    let bytes = try Self.read(text.indices.map { text[$0...$0] })
    #expect(bytes.records == sample.records && bytes.skipped == sample.skipped)
  }

  /// What a reading with several workers has reported.
  private final class Seen: Sendable {
    let skipped = Mutex(0)
    let records = Mutex<[Range<Int>]>([])
  }

  @Test("errors have the offsets of the input, and the lines are counted for any workers")
  func errors() throws {
    let text = "Two:\n```json\n{\"id\": 1}\n{\"id\": \"x\"}\n```\n{\"id\": 3} is the\nlast."
    for workers in [0, 1, 2] {
      let (noted, seen) = (Noted(), Seen())
      var lines = JSONLines(.text(text), as: try Row.mapping())
      lines.framing = .markdown
      lines.onError = .skip { error, bytes in noted.note(error, bytes) }
      lines.onProgress = { progress in seen.skipped.withLock { $0 = max($0, progress.skippedLines) } }
      if workers > 0 {
        try lines.forEach(workers: workers) { _, bytes in seen.records.withLock { $0.append(bytes) } }
      } else {
        var places: [RecordLocation] = []
        try lines.forEach { _, place in places.append(place) }
        seen.records.withLock { $0 = places.map(\.bytes) }
        #expect(places.map(\.record) == [1, 3] && places.map(\.line) == [3, 6])
      }
      #expect(seen.records.withLock { $0 } == [13..<22, 39..<48])
      let error = noted.all.first?.error
      #expect(error?.record == 2 && error?.line == 4 && error?.column == 8)
      #expect(error?.byteOffset == 30 && error?.path == "id")
      #expect(noted.all.map { String(decoding: $0.bytes, as: UTF8.self) } == [#"{"id": "x"}"#])
      #expect(seen.skipped.withLock { $0 } == 3, "\(workers)")
    }
  }

  @Test("a record that has not ended has a partial model")
  func partial() throws {
    var parser = PushParser(try Row.mapping(), framing: .markdown)
    var ids: [Int] = []
    func feed(_ piece: String) throws { try parser.feed(piece) { row, _ in ids.append(row.id) } }
    try feed("Here:\n```json\n{\"id\": 7, ")
    let open = try parser.partial { row, _ in row.id }
    #expect(open == 7)
    try feed("\"text\": \"a\"}\n```")
    try parser.finish { _, _ in }
    #expect(ids == [7])
  }
}
