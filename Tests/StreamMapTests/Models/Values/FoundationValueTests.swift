import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Scalars of the standard library and Foundation")
struct FoundationValueTests {
  @Test("decodes 128-bit integers exactly", .feature("7", "61"))
  func wideIntegers() throws {
    for value in [Int128.min, -1, 0, 1, Int128(Int64.max) + 1, .max] {
      #expect(try bothValue(of: "\(value)", into: 0 as Int128) == value)
    }
    #expect(try bothValue(of: "\(UInt128.max)", into: 0 as UInt128) == .max)
    #expect(try bothValue(of: "12e20", into: 0 as Int128) == 1_200_000_000_000_000_000_000)
    #expect(try bothValue(of: "[1,\(Int128.max)]", into: [] as [Int128]) == [1, .max])
    #expect(try bothValue(of: "null", into: 3 as UInt128?) == nil)
    #expect(
      try bothVerdict(on: "170141183460469231731687303715884105728", into: 0 as Int128)
        == Verdict(.outOfRange, 5, "v"))
    #expect(try bothVerdict(on: "-1", into: 0 as UInt128) == Verdict(.outOfRange, 5, "v"))
    #expect(try bothVerdict(on: "1.5", into: 0 as Int128) == Verdict(.notAnInteger, 5, "v"))
    #expect(try bothValue(of: "1.5", into: 0 as Int128, .truncating) == 1)
    #expect(try bothValue(of: "-1", into: 9 as UInt128, .clamping) == 0)
    #expect(try boxed(0 as Int128).bothRefuse(#"{"v":"1"}"#).expected == "an integer for Int128")
  }

  @Test("keeps a number's text", .feature("61"))
  func numbers() throws {
    for text in ["0", "-0.0", "1.0", "1e999", "123456789012345678901234567890.00100"] {
      #expect(try bothValue(of: text, into: JSONNumber(literal: "9")).literal == text)
    }
    #expect(try bothVerdict(on: #""1""#, into: JSONNumber(literal: "9")) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothVerdict(on: "01", into: JSONNumber(literal: "9")).kind == .syntax)
  }

  @Test("decodes characters and substrings")
  func characters() throws {
    #expect(try bothValue(of: #""é""#, into: Character("a")) == "é")
    #expect(try bothValue(of: #""👨‍👩‍👧‍👦""#, into: Character("a")) == "👨‍👩‍👧‍👦")
    #expect(try bothValue(of: #""\u0065\u0301""#, into: Character("a")) == "e\u{301}")
    for bad in [#""""#, #""ab""#] {
      #expect(try bothVerdict(on: bad, into: Character("a")) == Verdict(.invalidValue, 5, "v"))
    }
    #expect(try bothVerdict(on: "1", into: Character("a")) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothValue(of: #"["a","bc"]"#, into: [] as [Substring]) == ["a", "bc"])
    #expect(try boxed(Character("a")).bothRefuse(#"{"v":""}"#).expected == "one character for Character")
  }

  @Test("decodes Decimal exactly", .feature("61"))
  func decimals() throws {
    for text in ["0", "1", "-1", "0.1", "-0.5e-3", "123456789.123456789", "1e127", "1e-128"] {
      #expect(try bothValue(of: text, into: 9 as Decimal) == Decimal(string: text))
    }
    #expect(try bothValue(of: "-0.000", into: 9 as Decimal) == 0)
    #expect(try bothValue(of: "1200.00e-2", into: 9 as Decimal) == 12)
    let widest = "340282366920938463463374607431768211455"
    #expect(try bothValue(of: "-0.\(widest)", into: 9 as Decimal).description == "-0.\(widest)")
    #expect(
      try bothValue(of: "\(widest)\(String(repeating: "0", count: 127))", into: 9 as Decimal).exponent == 127)
    #expect(
      try bothValue(of: "1e165", into: 9 as Decimal)
        == Decimal(sign: .plus, exponent: 127, significand: #require(Decimal(string: "1e38"))))
    for text in ["340282366920938463463374607431768211456", "1e-129", "1e166", "1e999999999999", "-4e165"] {
      #expect(try bothVerdict(on: text, into: 9 as Decimal) == Verdict(.outOfRange, 5, "v"), "\(text)")
    }
    #expect(try bothVerdict(on: #""1""#, into: 9 as Decimal) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothVerdict(on: "1.", into: 9 as Decimal).kind == .syntax)
    #expect(try bothValue(of: "1e200", into: 9 as Decimal, .mismatch(.keep)) == 9)
  }

  @Test("decodes random decimals like Foundation", .feature("61"))
  func randomDecimals() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let mapping = try boxed(9 as Decimal)
    let cursors = [Engine.yajl, .index].map { mapping.makeDecoder(ReadingOptions(engine: $0)) }
    for _ in 0..<3_000 {
      var text = random.chance(1, outOf: 2) ? "-" : ""
      let digits = String((0..<(1 + random.below(37))).map { _ in random.pick(Array("0123456789000")) })
      let trimmed = String(digits.drop { $0 == "0" })
      text += trimmed.isEmpty ? "0" : trimmed
      if random.chance(1, outOf: 3) { text += "." + String(random.below(10)) }
      if random.chance(1, outOf: 3) { text += "e\(random.below(120) - 60)" }
      let expected = try #require(Decimal(string: text))
      for decoder in cursors {
        #expect(try decoder.decode(#"{"v":\#(text)}"#).value == expected, "\(text), \(SeededRandom.again)")
      }
    }
  }

  @Test("decodes URL, UUID and Data from strings", .feature("30"))
  func texts() throws {
    let site = try #require(URL(string: "https://example.org/a?b=c#d"))
    #expect(try bothValue(of: #""https:\/\/example.org/a?b=c#d""#, into: nil as URL?) == site)
    #expect(try bothVerdict(on: #""""#, into: site) == Verdict(.invalidValue, 5, "v"))
    #expect(try boxed(site).bothRefuse(#"{"v":""}"#).expected == "a URL for URL")
    let uuid = UUID()
    #expect(try bothValue(of: #""\#(uuid.uuidString)""#, into: UUID()) == uuid)
    #expect(try bothValue(of: #""\#(uuid.uuidString.lowercased())""#, into: nil as UUID?) == uuid)
    for bad in [
      "", "x", uuid.uuidString + "0", String(uuid.uuidString.dropLast()) + "g",
      uuid.uuidString.replacing("-", with: "+"),
    ] {
      #expect(try bothVerdict(on: #""\#(bad)""#, into: uuid) == Verdict(.invalidValue, 5, "v"), "\(bad)")
    }
    #expect(try bothValue(of: #"["aGVsbG8=",""]"#, into: [] as [Data]) == [Data("hello".utf8), Data()])
    for bad in ["aGVsbG8", "a", "aGVs\\nbG8="] {
      #expect(try bothVerdict(on: #""\#(bad)""#, into: Data()) == Verdict(.invalidValue, 5, "v"), "\(bad)")
    }
    for value in ["1", "true", "[]", "{}"] {
      #expect(try bothVerdict(on: value, into: site) == Verdict(.typeMismatch, 5, "v"))
      #expect(try bothVerdict(on: value, into: uuid) == Verdict(.typeMismatch, 5, "v"))
      #expect(try bothVerdict(on: value, into: Data()) == Verdict(.typeMismatch, 5, "v"))
    }
  }

  @Test("applies policies to values the type rejects", .feature("5", "11"))
  func policies() throws {
    let uuid = UUID()
    #expect(try bothValue(of: #""no""#, into: uuid, .mismatch(.keep)) == uuid)
    #expect(try bothValue(of: #""no""#, into: uuid as UUID?, .mismatch(.setNil)) == nil)
    #expect(try bothValue(of: #"["no","\#(uuid)",7,null]"#, into: [] as [UUID], .badElement(.drop)) == [uuid])
    #expect(
      try bothVerdict(on: #"["\#(uuid)","no"]"#, into: [] as [UUID]) == Verdict(.invalidValue, 45, "v[1]"))
  }

  /// Foundation on Linux reads pairs of digits with `sscanf`, and so accepts a space or a sign as a digit. These
  /// cases are left out.
  @Test("parses random UUIDs like Foundation")
  func randomUUIDs() {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<2_000 {
      var text = Array(UUID().uuidString.utf8)
      if random.chance(1, outOf: 2) {
        text[random.below(text.count)] = random.pick(Array("0aAfFgG:`@/".utf8))
      }
      if random.chance(1, outOf: 20) { text.removeLast() }
      let expected = UUID(uuidString: String(decoding: text, as: UTF8.self))
      #expect(
        UUID(text: text.span) == expected, "\(String(decoding: text, as: UTF8.self)), \(SeededRandom.again)")
    }
  }
}
