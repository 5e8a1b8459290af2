import Testing

@testable import TestSupport

/// The oracle is tested against results given by hand before it serves as a reference.
@Suite("Reference parser")
struct ReferenceParserTests {
  private func outcome(
    _ bytes: [UInt8], limits: ReferenceLimits = ReferenceLimits()
  ) -> Result<ReferenceValue, ReferenceError> {
    Result { () throws(ReferenceError) in try ReferenceParser.parse(bytes, limits: limits) }
  }

  @Test("has at least 150 fixtures with unique names")
  func fixtureTable() {
    #expect(Fixture.all.count >= 150)
    #expect(Set(Fixture.all.map(\.name)).count == Fixture.all.count)
  }

  @Test("every fixture gets its expected result", arguments: Fixture.all)
  func fixture(_ fixture: Fixture) {
    switch (outcome(fixture.bytes), fixture.verdict) {
    case (.success, .accepted):
      break
    case (.failure(let error), .rejected(let kind, let offset, let path)):
      #expect(error.kind == kind, sourceLocation: fixture.location)
      #expect(error.offset == offset, sourceLocation: fixture.location)
      if let path { #expect(error.path == path, sourceLocation: fixture.location) }
    case (let outcome, let verdict):
      Issue.record("\(verdict) expected, \(outcome) found", sourceLocation: fixture.location)
    }
  }

  /// The offset of an error is the first byte at which no valid record can continue: every prefix up to it is a
  /// record or the beginning of one, and every longer prefix fails in the same way.
  @Test(
    "an error is where prefixes become invalid", arguments: Fixture.all.filter { $0.bytes.count <= 128 })
  func prefixes(_ fixture: Fixture) {
    let whole = outcome(fixture.bytes)
    let turn: Int? =
      switch whole {
      case .failure(let error) where error.kind != .truncated: error.offset
      default: nil
      }
    for length in 0..<fixture.bytes.count {
      switch outcome(Array(fixture.bytes[..<length])) {
      case .success:
        #expect(length <= turn ?? length, sourceLocation: fixture.location)
      case .failure(let error):
        if let turn, length > turn {
          #expect(throws: error) { try whole.get() }
        } else {
          #expect(error.kind == .truncated, "prefix of \(length) bytes", sourceLocation: fixture.location)
          #expect(error.offset == length, sourceLocation: fixture.location)
        }
      }
    }
  }

  @Test("string and name limits count raw bytes")
  func stringLimits() throws {
    var limits = ReferenceLimits()
    limits.string = 4
    limits.name = 2
    _ = try ReferenceParser.parse(Array(#"{"ab":"abcd"}"#.utf8), limits: limits)
    _ = try ReferenceParser.parse(Array(#"{"\n":"\n\n"}"#.utf8), limits: limits)
    let rejected: [(String, ReferenceError.Kind, Int, String)] = [
      (#"{"abc":1}"#, .nameLimit, 4, "$"),
      (#"{"a\n":1}"#, .nameLimit, 4, "$"),
      (#"{"aé":1}"#, .nameLimit, 4, "$"),
      (#"{"a":"abcde"}"#, .stringLimit, 10, "a"),
      (#"{"a":"\u0041"}"#, .stringLimit, 10, "a"),
      (#"{"a":"abcd"#, .truncated, 10, "a"),
      (#"["abcd\x"]"#, .stringLimit, 6, "[0]"),
      ("[\"abcd\u{1}\"]", .stringLimit, 6, "[0]"),
      ("[\"abc\u{1}\"]", .syntax, 5, "[0]"),
      (#"["a\ug"]"#, .escape, 5, "[0]"),
      (#"["a\u0g"]"#, .stringLimit, 6, "[0]"),
    ]
    for (text, kind, offset, path) in rejected {
      #expect(throws: ReferenceError(kind: kind, offset: offset, path: path), "\(text)") {
        try ReferenceParser.parse(Array(text.utf8), limits: limits)
      }
    }
  }

  @Test("events before an error are of whole tokens")
  func eventsBeforeErrors() {
    let rows: [(String, [ParsedEvent])] = [
      ("", []), ("tru", []), ("tru}", []), ("1x", [.number([0x31])]), ("1.}", []), ("-", []),
      ("[1", [.startArray, .number([0x31])]), ("[1e", [.startArray]), ("[\"a", [.startArray]),
      ("{\"a\"x", [.startObject, .key([0x61])]), ("[\"a\",]", [.startArray, .string([0x61])]),
      ("{}{}", [.startObject, .endObject]), ("[nullx", [.startArray, .null]),
    ]
    for (text, events) in rows {
      #expect(ReferenceParser.read(Array(text.utf8)).events == events, "\(text)")
    }
    var limits = ReferenceLimits()
    limits.depth = 1
    #expect(ReferenceParser.read(Array("[[]]".utf8), limits: limits).events == [.startArray])
  }

  @Test("values keep order, duplicates, literals and offsets")
  func tree() throws {
    let text = #" {"b":[1.50,-0],"a":"\u00e9\uD83D\uDE00\n","b":{"":null}} "#
    let root = try ReferenceParser.parse(Array(text.utf8))
    #expect(
      root.events == [
        .startObject, .key(Array("b".utf8)), .startArray, .number(Array("1.50".utf8)),
        .number(Array("-0".utf8)),
        .endArray, .key(Array("a".utf8)), .string(Array("é😀\n".utf8)), .key(Array("b".utf8)), .startObject,
        .key([]), .null, .endObject, .endObject,
      ])
    #expect(root.range == 1..<text.utf8.count - 1)
    let ranges = PathInterpreter(segments: [.everyMember]).run(on: root).matches.map(\.range)
    #expect(ranges == [6..<15, 20..<42])
  }

  @Test("accepts generated documents")
  func generated() {
    var options = DocumentGenerator.Options()
    options.allowsByteOrderMark = true
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: options)
    for round in 0..<2_000 {
      let document = generator.document()
      let reading = ReferenceParser.read(document)
      let text = String(decoding: document, as: UTF8.self)
      // Reported while reading, and by the tree afterwards.
      let events = try? reading.result.get().events
      #expect(reading.events == events, "\(text); round \(round), \(SeededRandom.again)")
    }
  }

  @Test("mutated documents are mostly malformed, in every way")
  func mutated() {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var kinds: [ReferenceError.Kind: Int] = [:]
    for _ in 0..<3_000 {
      let document = generator.document()
      guard case .failure(let error) = outcome(generator.mutated(document)) else { continue }
      kinds[error.kind, default: 0] += 1
    }
    for kind: ReferenceError.Kind in [.syntax, .encoding, .escape, .truncated, .extraValue] {
      #expect(kinds[kind, default: 0] > 20, "\(kinds), \(SeededRandom.again)")
    }
  }
}
