import StreamMap
import Testing

@testable import TestSupport

/// The smaller corpora: json.org's checker, documents that must round-trip, and documents whose value a careless
/// parser changes.
@Suite("Smaller corpora")
struct CorpusTests {
  /// `fail01` forbids a string at the root and `fail18` twenty levels; RFC 8259 allows both.
  @Test("json.org's checker", .corpus("nativejson/jsonchecker", cases: 36))
  func checker() throws {
    let files = try Corpora.files("nativejson/jsonchecker") { $0.hasSuffix(".json") }
    #expect(files.count == 36)
    let routes = try RecordRoutes()
    for file in files {
      let isAccepted = file.name.hasPrefix("pass") || file.name.hasSuffix("_EXCLUDE.json")
      #expect((Expectation(file.bytes).reading.failure == nil) == isAccepted, "\(file.name)")
      for difference in routes.differences(file.bytes) { Issue.record("\(file.name): \(difference)") }
    }
  }

  @Test("round-trips byte for byte", .corpus("nativejson/roundtrip", cases: 27))
  func roundTrip() throws {
    let files = try Corpora.files("nativejson/roundtrip") { $0.hasSuffix(".json") }
    #expect(files.count == 27)
    let mapping = try RecordModels.Whole.mapping()
    for file in files { #expect(try mapping.decode(file.bytes).text.bytes == file.bytes, "\(file.name)") }
  }

  @Test("reads real files by every route", .corpus("real", cases: 131))
  func real() throws {
    let routes = try RecordRoutes()
    for name in ["real/tweets.jsonl", "real/github_events.jsonl"] {
      for (index, line) in try Corpora.bytes(name).split(separator: 0x0A).enumerated() {
        for difference in routes.differences(Array(line)) {
          Issue.record("\(name), line \(index + 1): \(difference.prefix(1_000))")
        }
      }
    }
    let canada = try Corpora.bytes("real/canada.json")
    let parser = EventParser(into: EventLog())
    try parser.parse(canada)
    #expect(!parser.isStopped)
    #expect(parser.sink.events == (try ReferenceParser.parse(canada)).events)
  }

  /// Values that must not change: a number's digits, the order and the doubles of members, the bytes of a name.
  private static let transforms: [(name: String, events: [ParsedEvent]?)] = [
    ("number_-9223372036854775808", number("-9223372036854775808")),
    ("number_-9223372036854775809", number("-9223372036854775809")),
    ("number_1.0", number("1.0")),
    ("number_1.000000000000000005", number("1.000000000000000005")),
    ("number_1000000000000000", number("1000000000000000")),
    ("number_10000000000000000999", number("10000000000000000999")),
    ("number_1e-999", number("1E-999")),
    ("number_1e6", number("1E6")),
    ("number_9223372036854775807", number("9223372036854775807")),
    ("number_9223372036854775808", number("9223372036854775808")),
    (
      "object_key_nfc_nfd",
      object("\u{E9}", .string(Array("NFC".utf8)), "e\u{301}", .string(Array("NFD".utf8)))
    ),
    (
      "object_key_nfd_nfc",
      object("e\u{301}", .string(Array("NFD".utf8)), "\u{E9}", .string(Array("NFC".utf8)))
    ),
    ("object_same_key_different_values", object("a", .number([0x31]), "a", .number([0x32]))),
    ("object_same_key_same_value", object("a", .number([0x31]), "a", .number([0x31]))),
    ("object_same_key_unclear_values", object("a", .number([0x30]), "a", .number(Array("-0".utf8)))),
    ("string_1_escaped_invalid_codepoint", nil),
    ("string_1_invalid_codepoint", nil),
    ("string_2_escaped_invalid_codepoints", nil),
    ("string_2_invalid_codepoints", nil),
    ("string_3_escaped_invalid_codepoints", nil),
    ("string_3_invalid_codepoints", nil),
    ("string_with_escaped_NULL", [.startArray, .string(Array("A\u{0}B".utf8)), .endArray]),
  ]

  private static func number(_ literal: String) -> [ParsedEvent] {
    [.startArray, .number(Array(literal.utf8)), .endArray]
  }

  private static func object(_ first: String, _ value: ParsedEvent, _ second: String, _ other: ParsedEvent)
    -> [ParsedEvent]
  {
    [.startObject, .key(Array(first.utf8)), value, .key(Array(second.utf8)), other, .endObject]
  }

  @Test("preserves values of test_transform", .corpus("JSONTestSuite/test_transform", cases: 22))
  func transform() throws {
    #expect(Self.transforms.count == 22)
    let routes = try RecordRoutes()
    for (name, events) in Self.transforms {
      let bytes = try Corpora.bytes("JSONTestSuite/test_transform/\(name).json")
      let parser = EventParser(into: EventLog())
      let error = caught { try parser.parse(bytes) }
      if let events { #expect(parser.sink.events == events, "\(name)") }
      #expect((error == nil) == (events != nil), "\(name)")
      for difference in routes.differences(bytes) { Issue.record("\(name): \(difference)") }
    }
  }
}
