import Foundation
import StreamMap
import Testing

@testable import StreamMapTables
@testable import TestSupport

/// Faults that other parsers had in the last year. More of them are rows of `Fixture`, and of `LimitRouteTests`.
@Suite("Faults of other parsers")
struct ReplayedFaultTests {
  struct Item: Sendable, Equatable {
    var id = 0
    var text: RawJSON?

    static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Item> {
      try Mapping(Item(), limits: limits) {
        Field(\.id, "id", .mismatch(.keep))
        Field(\.text, "$")
      }
    }
  }

  /// What a stream gives: the texts of its records, and the kinds and places of its errors.
  struct Heard: Equatable {
    var all: [String] = []

    mutating func note(_ item: borrowing Item, _ place: RecordLocation) {
      all.append("\(place.byteOffset): \(item.text?.text ?? "-")")
    }
  }

  private static func heard(
    _ text: [UInt8], _ framing: Framing, engine: Engine, cuts: [Int], limits: Limits = Limits()
  ) throws -> Heard {
    var heard = Heard()
    let errors = Errors()
    var parser = PushParser(
      try Item.mapping(limits), framing: framing, options: ReadingOptions(engine: engine))
    parser.onError = .skip { error, _ in errors.add(error) }
    var start = 0
    for cut in cuts + [text.count] {
      try parser.feed(Array(text[start..<cut])) { heard.note($0, $1) }
      start = cut
    }
    try parser.finish { heard.note($0, $1) }
    heard.all += errors.texts
    return heard
  }

  /// The errors of a stream, which one thread reads.
  private final class Errors: @unchecked Sendable {
    private(set) var texts: [String] = []
    func add(_ error: MappingError) {
      texts.append("\(error.kind) at \(error.byteOffset ?? -1) in \(error.path)")
    }
  }

  // MARK: Ends of batches

  private static let tokens = [
    "-12.5e+30", "1e00000000000000000000005", "0", "true", "false", "null", #""""#, #""a\\\"b""#,
    #""\ud83d\ude00é\u00e9😀""#, #"{"na\u006de":[]}"#, "[1, 2 ,3]", #"{"id":12345678}"#,
  ]

  private static let framings: [(framing: Framing, before: String, between: String, after: String)] = [
    (.lines, "", "\n", ""), (.lines, "\u{FEFF}", "\r\n", "\r\n"), (.concatenated, "", " ", ""),
    (.concatenated, "\u{FEFF}", "\n", "\n"), (.sequence, "\u{1E}", "\n\u{1E}", "\n"),
    (.array(), "[", ",", "]"), (.array(), " [ ", " ,\n", " ] "),
    (.serverSentEvents, "data: ", "\n\ndata:", "\n\n"), (.markdown, "```json\n", "\n", "\n```\n"),
  ]

  @Test("a batch that ends inside a token", arguments: framings.indices)
  func batches(_ index: Int) throws {
    let (framing, before, between, after) = Self.framings[index]
    let text = Array((before + Self.tokens.joined(separator: between) + after).utf8)
    let whole = try Self.heard(text, framing, engine: .automatic, cuts: [])
    #expect(whole.all.count == Self.tokens.count, "\(whole.all)")
    for engine in Engine.allCases {
      for cut in 0...text.count {
        #expect(try Self.heard(text, framing, engine: engine, cuts: [cut]) == whole, "\(framing), \(cut)")
      }
      for size in [1, 2, 3, 7] {
        let cuts = Array(stride(from: size, to: text.count, by: size))
        #expect(try Self.heard(text, framing, engine: engine, cuts: cuts) == whole, "\(framing), \(size)")
      }
    }
  }

  /// A number at the root has no end of its own: what follows may continue it.
  @Test("a root number is not finished before its end", arguments: framings.indices)
  func rootNumbers(_ index: Int) throws {
    let (framing, before, _, after) = Self.framings[index]
    for number in ["7", "120", "-0", "1.25", "1e5", "1E+05", "-12.5e-30"] {
      let text = Array((before + number + after).utf8)
      for cut in before.utf8.count...text.count {
        let heard = try Self.heard(text, framing, engine: .automatic, cuts: [cut])
        #expect(
          heard.all.count == 1 && heard.all[0].hasSuffix(": \(number)"), "\(framing), \(cut): \(heard.all)")
      }
    }
    for (number, part) in [("-", 1), ("1.", 2), ("1e", 2), ("1e+", 3), ("01", 1)] {
      let text = Array((before + number + after).utf8)
      let whole = try Self.heard(text, framing, engine: .automatic, cuts: [])
      #expect(!whole.all.contains { $0.hasSuffix(": \(number)") })
      let cut = before.utf8.count + part
      #expect(
        try Self.heard(text, framing, engine: .automatic, cuts: [cut]) == whole, "\(framing), \(number)")
    }
  }

  // MARK: Memory around a record

  /// A record ends where its bytes end, whatever the memory after it has.
  @Test("what follows a record in memory is no part of it", arguments: [Engine.yajl, .index])
  func padding(_ engine: Engine) throws {
    let paddings = [
      " ", "\t", "\n", "\r", "\0", "0", "9", ".5", "e5", "\"", "\\", "]", "}", ",", "x", "\u{FF}",
    ]
    let decoder = try Item.mapping().makeDecoder(ReadingOptions(engine: engine))
    var accepted = 0
    for fixture in Fixture.all where fixture.bytes.count < 200 {
      let expected = Self.outcome(decoder, fixture.bytes, count: fixture.bytes.count)
      if expected.hasPrefix("read ") { accepted += 1 }
      for padding in paddings {
        let padded = fixture.bytes + Array(padding.times(130).utf8)
        #expect(
          Self.outcome(decoder, padded, count: fixture.bytes.count) == expected, "\(fixture.name), \(padding)"
        )
      }
    }
    #expect(accepted > 50)
  }

  private static func outcome(_ decoder: RecordDecoder<Item>, _ bytes: [UInt8], count: Int) -> String {
    var text = ""
    let error = caught {
      // SAFETY: the decoder reads the bytes during the call only.
      try unsafe bytes.withUnsafeBytes { bytes in
        try unsafe decoder.read(UnsafeRawBufferPointer(rebasing: bytes[..<count])) {
          text = $0.text?.text ?? "-"
        }
      }
    }
    return error.map { "\(Failure($0))" } ?? "read \(text)"
  }

  @Test("white space after a record is no part of it, and other padding is an error")
  func whiteSpace() throws {
    for record in ["1", "-0", "1e5", "true", #""a""#, "[]", #"{"id":1}"#] {
      for count in [1, 15, 16, 31, 32, 63, 64, 65, 127, 128, 129, 4_096] {
        for space in [" ", "\t", "\n", "\r"] {
          #expect(try Item.mapping().both(record + space.times(count)).text?.text == record)
        }
        for other in ["\0", "\u{C}", "\u{A0}"] {
          let error = try Item.mapping().bothRefuse(record + " ".times(count) + other)
          #expect(Verdict(error) == Verdict(.extraValue, record.utf8.count + count, "$"))
        }
      }
    }
  }

  // MARK: Exponents

  private static let exponents = [
    "19", "20", "00000000000000000000005", "99999999999999999999", "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "18446744073709551617",
    "340282366920938463463374607431768211457",
    "4294967296", "4294967297", "2147483648", "-2147483649", "-4294967295", "-4294967296",
    "-9223372036854775808",
    "-18446744073709551615", "-18446744073709551616", "-00000000000000000000005", "-99999999999999999999999",
    "+00000000000000000000000000000000", "+18446744073709551618",
  ]

  /// `Double` has the value of a text with any exponent.
  @Test(
    "exponents of more digits than an integer has",
    arguments: ["0", "-0.0", "1", "-2.5", "123456789012345678901.5"])
  func exponents(_ digits: String) throws {
    for exponent in Self.exponents {
      let number = "\(digits)e\(exponent)"
      let expected = try #require(Double(number))
      let isZero = digits.allSatisfy { "-0.".contains($0) }
      let read = try? bothValue(of: number, into: 9.0)
      let decoded = try? StreamDecoder().decode([Double].self, from: "[\(number)]").first
      #expect(read == (expected.isInfinite ? nil : expected), "\(number)")
      // Foundation rejects what is too small for a `Double`, and zeros with an exponent.
      let foundation = try? JSONDecoder().decode([Double].self, from: Data("[\(number)]".utf8)).first
      #expect(decoded == (expected.isZero && isZero ? expected : foundation), "\(number)")
      #expect(read?.sign == (expected.isInfinite ? nil : expected.sign), "\(number)")

      // An integer is one by its value, as in 1e2.
      let isWhole = expected.magnitude < 1e15 && expected.rounded() == expected
      let integer = try? bothValue(of: number, into: 9)
      if isZero || isWhole && expected != 0 {
        #expect(integer == Int(expected), "\(number)")
      } else {
        #expect(integer == nil, "\(number)")
      }
      #expect(try StreamDecoder().decode(JSONValue.self, from: number).number?.int == integer, "\(number)")
      #expect(try Item.mapping().both("[\(number)]").text?.text == "[\(number)]")

      for (condition, isKept) in [
        ("n > 1", expected > 1), ("n < 1", expected < 1), ("n == 0", isZero),
        ("n > 0", !isZero && expected.sign == .plus),
      ] {
        var lines = JSONLines(.text(#"{"id":7,"n":\#(number)}"#), as: try Item.mapping())
        lines.filter = try Filter(condition)
        var count = 0
        try lines.forEach { _, _ in count += 1 }
        #expect((count == 1) == isKept, "\(number): \(condition)")
      }
    }
  }

  // MARK: Parsers used again

  /// A limit refuses memory in the middle of a token. The next record has nothing of it.
  @Test("a parser is used again after a limit refused memory")
  func again() throws {
    let limits = Limits(depth: 3, string: 8, name: 8, number: 8, record: 60)
    let bad = [
      #"{"id":2,"s":"aaaaaaaaaaaaaaaaaaa"}"#, #"{"id":2,"s":["a\u0061aaaaaaaaaaaaaaa"#,
      #"{"id":2,"nnnnnnnnnnnnn":1}"#,
      #"{"id":123456789012345}"#, #"{"id":2,"d":[[[[[[1]]]]]]}"#, #"{"id":2,"s":"# + " ".times(80) + "1}",
      #"[[["aaaaaaaaaaaaaaaaaaaaa"#,
    ]
    let good = #"{"id":3,"s":"b\u00e9","d":[[1]]}"#
    for engine in Engine.allCases {
      let decoder = try Item.mapping(limits).makeDecoder(ReadingOptions(engine: engine))
      for text in bad {
        #expect(throws: MappingError.self) { try decoder.decode(text) }
        #expect(try decoder.decode(good).text?.text == good)
        let stream = Array("\(good)\n\(text)\n\(good)\n".utf8)
        let whole = try Self.heard(stream, .lines, engine: engine, cuts: [], limits: limits)
        #expect(whole.all.count == 3 && whole.all[1].hasSuffix(good), "\(whole.all)")
        for cut in good.utf8.count..<stream.count {
          #expect(
            try Self.heard(stream, .lines, engine: engine, cuts: [cut], limits: limits) == whole,
            "\(text), \(cut)")
        }
      }
    }
    let decoder = StreamDecoder()
    decoder.limits = limits
    let parser = EventParser(into: EventLog(), limits: limits)
    let expected = ReferenceParser.read(Array(good.utf8)).events
    for text in bad {
      #expect(throws: (any Error).self) { try decoder.decode(JSONValue.self, from: text) }
      #expect(try decoder.decode(JSONValue.self, from: good).events == expected)
      #expect(throws: MappingError.self) { try parser.parse(Array(text.utf8)) }
      parser.sink.events = []
      try parser.parse(Array(good.utf8))
      #expect(parser.sink.events == expected)
    }
  }

  // MARK: Separators

  @Test("a record separator before, in and after a string that is not closed")
  func separators() throws {
    let good = "\u{1E}{\"id\":1}\n"
    for (bad, kinds) in [
      ("\u{1E}\"", ["truncated at 12 in $"]),
      ("\u{1E}\"\u{1E}\"a\u{1E}", ["truncated at 12 in $", "truncated at 15 in $"]),
      ("\u{1E}\"a\n", ["truncated at 13 in $"]), ("\u{1E}\u{1E}\"\\", ["truncated at 14 in $"]),
      ("\u{1E}{\"a", ["truncated at 14 in $"]), ("\u{1E}{\"a\":\"", ["truncated at 17 in a"]),
      ("\u{1E}[\"\u{1E}[", ["truncated at 13 in [0]", "truncated at 15 in [0]"]),
    ] {
      let text = Array((good + bad + good).utf8)
      for engine in Engine.allCases {
        for cuts in [[]] + (0...text.count).map({ [$0] }) {
          let heard = try Self.heard(text, .sequence, engine: engine, cuts: cuts)
          #expect(heard.all.prefix(2) == ["1: {\"id\":1}", "\(text.count - 9): {\"id\":1}"], "\(heard.all)")
          #expect(heard.all.dropFirst(2).elementsEqual(kinds), "\(bad.debugDescription): \(heard.all)")
        }
      }
    }
  }
}
