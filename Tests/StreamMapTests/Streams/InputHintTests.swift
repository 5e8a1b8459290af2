import Testing

@testable import StreamMap
@testable import TestSupport

/// The hint of an error for an input that is not JSON Lines or not UTF-8.
@Suite("Input hints")
struct InputHintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The hint of each malformed record, in order.
    let hints: [InputHint?]

    init(_ name: String, _ bytes: [UInt8], _ hints: [InputHint?]) {
      (self.name, self.bytes, self.hints) = (name, bytes, hints)
    }

    init(_ name: String, _ text: String, _ hints: [InputHint?]) {
      self.init(name, Array(text.utf8), hints)
    }

    var testDescription: String { name }
  }

  static func wide(_ text: String, isBigEndian: Bool = false, size: Int = 2) -> [UInt8] {
    text.utf8.flatMap { byte in
      let zeros = [UInt8](repeating: 0, count: size - 1)
      return isBigEndian ? zeros + [byte] : [byte] + zeros
    }
  }

  static let cases: [Case] = [
    Case("an array over lines", "[\n {\"id\":1}\n]\n", [.array, nil]),
    Case("an array after a byte order mark", "\u{FEFF}[\n{\"id\":1}\n]\n", [.array, nil]),
    Case("an array, CRLF", "[\r\n{\"id\":1}\r\n]\r\n", [.array, nil]),
    Case("an array with its first element", "[{\"id\":1},\n{\"id\":2}]\n", [.array, nil]),
    Case("an array with leading commas", "[{\"id\":1}\n,{\"id\":2}\n]\n", [.array, nil, nil]),
    Case("an array of one line with an error", "[{\"id\":1},]\n", [.array]),
    Case("an array of numbers over lines", "[1,\n2]\n", [.document, nil]),
    Case("an object over lines", "{\n  \"id\": 1\n}\n", [.document, nil, nil]),
    Case("an object with its first member", "{\"id\": 1,\n\"text\": \"a\"}\n", [.document, nil]),
    Case("concatenated values", "{\"id\":1}{\"id\":2}\n", [.concatenated]),
    Case("values between spaces", "{\"id\":1} {\"id\":2}", [.concatenated]),
    Case("a text sequence", "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n", [.sequence, nil]),
    Case("UTF-16, little endian", [0xFF, 0xFE] + wide("{\"id\":1}\n"), [.format(.encoding("UTF-16")), nil]),
    Case(
      "UTF-16, big endian", [0xFE, 0xFF] + wide("{\"id\":1}\n", isBigEndian: true),
      [.format(.encoding("UTF-16"))]),
    Case("UTF-16 without a mark", wide("{\"id\":1}"), [.format(.encoding("UTF-16LE"))]),
    Case("UTF-16BE without a mark", wide("{\"id\":1}", isBigEndian: true), [.format(.encoding("UTF-16BE"))]),
    Case("UTF-32", [0xFF, 0xFE, 0, 0] + wide("{}", size: 4), [.format(.encoding("UTF-32"))]),
    Case("UTF-32LE without a mark", wide("{}", size: 4), [.format(.encoding("UTF-32LE"))]),
    Case("UTF-32BE without a mark", wide("{}", isBigEndian: true, size: 4), [.format(.encoding("UTF-32BE"))]),
    Case("gzip", [0x1F, 0x8B, 8, 0] + "\n{}\n".utf8, [.format(.gzip)]),
    Case("bzip2", "BZh91AY\n{}\n", [.format(.bzip2)]),
    Case("Parquet", "PAR1\n{}\n", [.format(.parquet)]),
    Case("HTML", "<!DOCTYPE html>\n{}\n", [.format(.html)]),
    Case("HTML behind a record", "{}\n<!DOCTYPE html>\n", [nil]),
    Case(
      "files one after the other, each with a mark", "\u{FEFF}{\"id\":1}\n\u{FEFF}{\"id\":2}\n",
      [.byteOrderMark]),
    Case("a mark behind a record", "{\"id\":1}\u{FEFF}{\"id\":2}\n", [.byteOrderMark]),
    Case("two marks", "\u{FEFF}\u{FEFF}{\"id\":1}\n", [.byteOrderMark]),
    Case("lone carriage returns", "{\"id\":1}\r{\"id\":2}\r", [.carriageReturns]),
    Case(
      "lone carriage returns in the second line", "{\"id\":1}\n{\"id\":2}\r{\"id\":3}\n", [.carriageReturns]),

    Case("a prefix", "web | {\"id\":1}\n", [.embeddedLines]),
    Case("a comma", "{\"id\":1},\n{\"id\":2}\n", [.embeddedLines]),
    Case("a prefix behind a record", "{}\nweb | {\"id\":1}\n", [nil]),
    Case("an event", "data: {}\n", [.serverSentEvents]),
    Case("an event with a name", "event: x\ndata: {}\n", [.serverSentEvents, nil]),

    Case("a block of JSON", "```json\n", [.markdown]),
    Case("a block of JSON behind a record", "{}\n```json\n", [nil]),
    Case("a block of another language", "```swift\n", [nil]),

    Case("a record that was cut", "{\"id\":1,\"text\":\"a\n{\"id\":2}\n", [nil]),
    Case("the only record, cut", "{\"id\":1,", [nil]),
    Case("the second record, cut", "{\"id\":1}\n{\n", [nil]),
    Case("a second record that is an array", "{\"id\":1}\n[{\"id\":1}]]\n", [nil]),
    Case("text behind a record", "{\"id\":1}x\n", [nil]),
    Case("no JSON", "id,text\n1,a\n", [nil, nil]),
    Case("a wrong value", "{\"id\":\"x\"}\n", [nil]),
  ]

  /// Accepts records of every kind, so that all errors are syntax errors.
  private struct Model {
    var id = 0
    var whole: RawJSON?
  }

  private func mapping(limits: Limits = Limits()) throws -> Mapping<Model> {
    try Mapping(Model(), limits: limits) {
      Field(\.id, "id")
      Field(\.whole, "$")
    }
  }

  @Test(
    "names the encoding for documents and arrays, any chunks",
    arguments: [
      ([0xFF, 0xFE] + wide("{}"), "UTF-16"), ([0xFE, 0xFF] + wide("{}", isBigEndian: true), "UTF-16"),
      (wide("[]"), "UTF-16LE"), (wide("[]", isBigEndian: true), "UTF-16BE"),
    ])
  func encodings(_ bytes: [UInt8], _ name: String) throws {
    // In UTF-16LE the bracket of an array is accepted, and its first element fails.
    for framing in name == "UTF-16LE" ? [Framing.document] : [.document, .array()] {
      for count in [1, 2, 3, bytes.count] {
        var parser = PushParser(try mapping(), framing: framing)
        let error = #expect(throws: MappingError.self) {
          for start in stride(from: 0, to: bytes.count, by: count) {
            try parser.feed(Array(bytes[start..<min(start + count, bytes.count)])) { _, _ in }
          }
          try parser.finish { _, _ in }
        }
        #expect(error?.inputHint == .format(.encoding(name)), "\(framing), \(count)")
      }
    }
  }

  @Test("does not guess an encoding for ASCII text", arguments: ["x", "\u{7}", "{\"a\":\u{0}}", "{,"])
  func noEncoding(_ text: String) throws {
    var parser = PushParser(try mapping(), framing: .document)
    let error = #expect(throws: MappingError.self) {
      try parser.feed(Array(text.utf8)) { _, _ in }
      try parser.finish { _, _ in }
    }
    #expect(error?.inputHint == nil)
  }

  @Test(
    "finds the first line with JSON",
    arguments: [
      ("", nil), ("\n", nil), ("no JSON\nx\n", nil), ("x\nweb | {\"id\":1}\n", .embeddedLines),
      ("x\n\nweb | {\"id\":1}", .embeddedLines), ("x\ny\ndata: {}\nweb | {}\n", .serverSentEvents),
      ("x\nevent: y\n", .serverSentEvents), ("# Title\n\n  ```json\n{}\n```\n", .markdown),
      ("x\n```swift\n", nil),
    ] as [(String, InputHint?)])
  func firstLines(_ text: String, _ hint: InputHint?) {
    #expect(InputHint(firstLines: Array(text.utf8).span) == hint)
  }

  @Test("gives the same hints for every input", arguments: cases)
  func everyWay(_ sample: Case) async throws {
    let reference = Noted()
    var lines = JSONLines(.bytes(sample.bytes), as: try mapping())
    lines.onError = .skip { error, bytes in reference.note(error, bytes) }
    try lines.forEach { _, _ in }
    let errors = reference.all.map(\.error)
    #expect(errors.map(\.inputHint) == sample.hints)
    let expected = errors.map(\.description)

    let file = try TemporaryFile(sample.bytes)
    for engine in [Engine.yajl, .index] {
      for workers in [0, 1, 2] {
        for isFile in [false, true] {
          let noted = Noted()
          var lines =
            isFile
            ? JSONLines(path: file.path, as: try mapping())
            : JSONLines(.bytes(sample.bytes), as: try mapping())
          lines.options.engine = engine
          lines.onError = .skip { error, bytes in noted.note(error, bytes) }
          if workers > 0 {
            try lines.forEach(workers: workers) { _, _ in }
          } else {
            try lines.forEach { _, _ in }
          }
          #expect(noted.all.map(\.error.description) == expected)
        }
      }
    }
    for size in [1, 2, 3, 7, 1_000] {
      let noted = Noted()
      var parser = PushParser(try mapping(), framing: .lines)
      parser.onError = .skip { error, bytes in noted.note(error, bytes) }
      for start in stride(from: 0, to: sample.bytes.count, by: size) {
        let piece = Array(sample.bytes[start..<min(start + size, sample.bytes.count)])
        try parser.feed(piece) { _, _ in }
      }
      try parser.finish { _, _ in }
      #expect(noted.all.map(\.error.description) == expected, "pieces of \(size)")
    }
    lines.onError = .stop
    let first = lines.results.lazy.compactMap { result -> MappingError? in
      if case .failure(let error) = result { error } else { nil }
    }.first
    #expect(first?.description == expected.first)
    var thrown: MappingError?
    do throws(MappingError) { for try await _ in lines.async {} } catch { thrown = error }
    #expect(thrown?.description == expected.first)
  }

  @Test("an array on one line has a hint if objects are mapped")
  func rootArray() throws {
    struct Model: Decodable { var id = 0 }
    let lines = JSONLines(.text(#"[{"id":1},{"id":2}]"#), decoding: Model.self)
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(error.inputHint == .array)
  }

  @Test("an array has no hint if its elements are mapped")
  func elements() throws {
    let mapping = try Mapping(Row()) { Field(\.id, "[0].id", .required) }
    let lines = JSONLines(.text(#"[{"id":"x"}]"#), as: mapping)
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(error.hint == nil)
  }

  @Test("an array on one line over the limit has a hint")
  func beyondLimit() throws {
    let text = "[" + String(repeating: #"{"id":1}, "#, count: 50)
    let error = try #require(throws: MappingError.self) {
      try JSONLines(.text(text), as: mapping(limits: Limits(record: 100))).forEach { _, _ in }
    }
    #expect(error.kind == .recordLimit)
    #expect(error.inputHint == .array)
  }

  @Test("a single record has a hint for its encoding")
  func oneRecord() throws {
    let error = try #require(throws: MappingError.self) {
      try mapping().decode([0xFF, 0xFE] + Self.wide(#"{"id":1}"#))
    }
    #expect(error.inputHint == .format(.encoding("UTF-16")))
  }

  @Test("an input that is not decompressed is named instead of its first byte")
  func compressed() throws {
    let file = try TemporaryFile([0x1F, 0x8B, 8, 0, 0xFF, 0x0A])
    let error = try #require(throws: MappingError.self) {
      try JSONLines(path: file.path, as: mapping()).forEach { _, _ in }
    }
    #expect(error.message == "expected a value, found gzip (at $)")
    #expect(
      error.hint
        == "this looks like gzip: set 'decompression' to .automatic, from the product StreamMapCompression")
  }

  @Test("the hint is part of the description")
  func words() throws {
    let lines = try JSONLines(text: "[\n{}]")
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(error.hint == "this looks like one JSON array: read it with the framing .array()")
    #expect(
      error.description.hasSuffix("; this looks like one JSON array: read it with the framing .array()"))
    #expect(!error.message.contains("framing"))
  }
}
