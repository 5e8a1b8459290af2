import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// The public corpora through ``StreamDecoder`` and through `JSONDecoder`.
@Suite("Decoders on the corpora")
struct DecodingCorpusTests {
  /// Any value, as a type that tries one kind after another.
  indirect enum Anything: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Anything])
    case members([String: Anything])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let list = try? container.decode([Anything].self) {
        self = .list(list)
      } else {
        self = .members(try container.decode([String: Anything].self))
      }
    }
  }

  private static func foundation(_ bytes: [UInt8]) -> Anything? {
    try? JSONDecoder().decode(Anything.self, from: Data(bytes))
  }

  /// Differences for valid text: `JSONDecoder` has a separate depth limit, rejects a zero with an exponent, and uses
  /// the first of canonically equivalent members.
  @Test("JSONTestSuite", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all))
  func testSuite() throws {
    let decoder = StreamDecoder()
    let files = try JSONTestSuite.files()
    #expect(files.count == JSONTestSuite.all)
    var agreed = 0
    for file in files {
      let own = try? decoder.decode(Anything.self, from: file.bytes)
      if file.name.hasPrefix("y_") { #expect(own != nil, "\(file.name)") }
      if file.name.hasPrefix("n_"), !Self.withTrailingComma.contains(file.name) {
        #expect(own == nil, "\(file.name)")
      }
      let isValid = Self.isValid(file.bytes)
      // A number beyond `Double` fits no kind.
      if own != nil { #expect(isValid, "\(file.name)") }
      guard isValid else { continue }
      #expect(own == Self.foundation(file.bytes) || Self.differences.contains(file.name), "\(file.name)")
      agreed += 1
    }
    #expect(agreed > 100)
  }

  private static func isValid(_ text: [UInt8]) -> Bool {
    (try? ReferenceParser.parse(text, limits: ReferenceLimits(allowsTrailingCommas: true))) != nil
  }

  /// `JSONDecoder` accepts them, too.
  private static let withTrailingComma: Set<String> = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
  ]

  private static let differences: Set<String> = ["y_number_0e+1.json", "y_number_0e1.json"]

  @Test("json.org's checker and round trips", .corpus("nativejson/roundtrip", cases: 63))
  func nativeJSON() throws {
    let decoder = StreamDecoder()
    for folder in ["nativejson/roundtrip", "nativejson/jsonchecker"] {
      for file in try Corpora.files(folder, where: { $0.hasSuffix(".json") }) {
        guard Self.isValid(file.bytes) else {
          #expect(throws: DecodingError.self, "\(file.name)") {
            try decoder.decode(Anything.self, from: file.bytes)
          }
          continue
        }
        #expect(
          try decoder.decode(Anything.self, from: file.bytes) == Self.foundation(file.bytes), "\(file.name)")
      }
    }
  }

  /// The same types at the same positions in every record, and as one array.
  struct Tweet: Decodable, Equatable {
    var id: Int
    var text: String
    var user: User
    var entities: [String: [Anything]]
    var retweetedStatus: [String: Anything]?

    struct User: Decodable, Equatable {
      var screenName: String
      var followersCount: Int
      var url: URL?
      var verified: Bool
    }
  }

  @Test("the real files", .corpus("real", cases: 131))
  func real() throws {
    let own = StreamDecoder()
    let foundation = JSONDecoder()
    own.keyDecodingStrategy = .convertFromSnakeCase
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let tweets = try Corpora.bytes("real/tweets.jsonl")
    var index = 0
    let lines = tweets.split(separator: 0x0A)
    try own.decodeLines(Tweet.self, in: tweets.span) { tweet, _ in
      let own = copy tweet
      let other = try foundation.decode(Tweet.self, from: Data(lines[index]))
      #expect(own == other, "line \(index + 1)")
      index += 1
    }
    #expect(index == lines.count)
    let plain = StreamDecoder()
    for (index, line) in try Corpora.bytes("real/github_events.jsonl").split(separator: 0x0A).enumerated() {
      #expect(
        try plain.decode(Anything.self, from: Array(line)) == Self.foundation(Array(line)),
        "line \(index + 1)")
    }
    let canada = try Corpora.bytes("real/canada.json")
    #expect(try plain.decode(Anything.self, from: canada) == Self.foundation(canada))
  }

  /// Doubles are exact to the bit. Text that is not a number, and numbers out of range, are rejected. So are numbers
  /// that `JSONDecoder` rejects because they underflow.
  @Test("numbers", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func numbers() throws {
    let decoder = StreamDecoder()
    decoder.limits = Limits(number: 1 << 20)
    for literal in try NumberCorpus.literals() {
      let own = try? decoder.decode(Double.self, from: literal.text)
      let text = String(decoding: literal.text, as: UTF8.self)
      let hasDigit = text.prefix { $0 != "e" && $0 != "E" }.contains { "123456789".contains($0) }
      guard literal.verdict != .rejected else {
        #expect(own == nil, "\(text)")
        continue
      }
      let value = try #require(Double(text))
      let isLost = value == 0 && hasDigit || value.isInfinite
      #expect(own?.bitPattern == (isLost ? nil : value.bitPattern), "\(text.prefix(100))")
    }
  }
}
