import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// What `JSONDecoder` does in cases that models rarely meet. Each runs by both decoders.
@Suite("The same results as JSONDecoder")
struct SameDecodingTests {
  class Base: Decodable {
    var id: Int
    var kind: String { "base" }
  }

  final class Derived: Base {
    override var kind: String { "derived" }
  }

  @Test("decodes a subclass whose metatype is passed as that of its superclass")
  func metatypes() throws {
    let text = Data(#"{"id":7}"#.utf8)
    let type: Base.Type = Derived.self
    #expect(try JSONDecoder().decode(type, from: text).kind == "derived")
    let decoder = StreamDecoder()
    #expect(try decoder.decode(type, from: text).kind == "derived")
    #expect(try decoder.decode(Base.self, from: text).kind == "base")
    #expect(try decoder.decode(type, from: text).id == 7)
  }

  @Test("accepts a mark of each encoding")
  func marks() throws {
    let encodings: [(String.Encoding, [[UInt8]])] = [
      (.utf8, [[0xEF, 0xBB, 0xBF]]), (.utf16LittleEndian, [[0xFF, 0xFE]]), (.utf16BigEndian, [[0xFE, 0xFF]]),
      // `JSONDecoder` knows only the second of these, which no standard has.
      (.utf32LittleEndian, [[0xFF, 0xFE, 0, 0], [0xFE, 0xFF, 0, 0]]),
      (.utf32BigEndian, [[0, 0, 0xFE, 0xFF]]),
    ]
    for (encoding, marks) in encodings {
      for mark in marks + [[]] {
        for text in ["[\"é\"]", "[]", " [ \"a\", \"日本\" ]"] {
          let data = try Data(mark) + #require(text.data(using: encoding))
          let own = try StreamDecoder().decode([String].self, from: data)
          #expect(try own == JSONDecoder().decode([String].self, from: Data(text.utf8)))
          if mark != [0xFF, 0xFE, 0, 0] {
            #expect(try own == JSONDecoder().decode([String].self, from: data))
          }
          guard !mark.isEmpty, let twice = "\u{FEFF}".data(using: encoding) else { continue }
          #expect(throws: DecodingError.self) {
            try StreamDecoder().decode([String].self, from: Data(mark) + twice + data.dropFirst(mark.count))
          }
        }
      }
    }
  }

  @Test("adds the braces of a top-level dictionary")
  func topLevelDictionary() throws {
    let pair = DecoderPair()
    pair.foundation.assumesTopLevelDictionary = true
    pair.own.assumesTopLevelDictionary = true
    let texts = [
      "", " ", #""a":[1]"#, #""a":[1],"b":[2]"#, " \"a\" : [1]\n", #"{"a":[1]}"#, #" {"a":[1]} "#, "{}",
      #""a":null"#,
      #""a":[1],"a":[2]"#, "\u{FEFF}\"a\":[1]", "\u{FEFF}{\"a\":[1]}", #""a":{}"#, #""b":["x"]"#,
      // Invalid.
      #"{"a":[1]"#, #""a":[1]}"#, "{", "}", #""a":[1]}}"#, #"{"a":[1]}}"#, #"{"a":[1]} "b":[1]"#,
      #"{"a":[1]},"b":[1]"#,
      #""a":[1] "b":[2]"#, #""a""#, #""a":"#, "[1]", "1", "null", #""a":[1]]"#, #","a":[1]"#,
      #""a":[1],,"b":[1]"#,
      "\"a\":[1]\u{0}", "a:[1]", #""a":[1]},{"b":[1]"#, #""a":""#, #""a":{"#, "\u{B}\"a\":[1]", "/",
      #""a":[1];"#,
    ]
    for text in texts {
      for encoding: String.Encoding in [.utf8, .utf16LittleEndian, .utf32BigEndian] {
        let data = try #require(text.data(using: encoding))
        func verdict(_ decoder: some DocumentDecoder) -> DecodingVerdict {
          DecodingVerdict {
            .members(
              try decoder.decode([String: [Int]?].self, from: data).mapValues { list in
                list.map { .list($0.map { .bits(UInt64($0)) }) } ?? .null
              })
          }
        }
        #expect(verdict(pair.own) == verdict(pair.foundation), "\(text)")
      }
    }
  }

  @Test("reports locations in a text without braces", arguments: ["", "\u{FEFF}"])
  func locations(_ mark: String) throws {
    let decoder = StreamDecoder()
    decoder.assumesTopLevelDictionary = true
    for (text, line, column, offset) in [("\"a\":01", 1, 6, 5), ("\"a\":1,\n\"b\":x", 2, 5, 11)] {
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode([String: Int].self, from: mark + text)
      }
      guard case .dataCorrupted(let context) = error, let cause = context.underlyingError as? MappingError
      else {
        Issue.record("another error")
        continue
      }
      let shift = mark.utf8.count
      #expect(cause.line == line)
      #expect(cause.column == (line == 1 ? column + shift : column))
      #expect(cause.byteOffset == offset + shift)
    }
  }

  /// `K` and KELVIN SIGN are equal as strings.
  @Test("a coding path has the spelling of the requested key")
  func equivalentKeys() throws {
    struct Model: Decodable {
      static let name = CodingUserInfoKey(rawValue: "name")

      init(from decoder: any Decoder) throws {
        let name = try #require(Self.name.flatMap { decoder.userInfo[$0] as? String })
        _ = try decoder.container(keyedBy: AnyKey.self).decode([Int].self, forKey: AnyKey(name))
      }
    }
    let key = try #require(Model.name)
    for name in ["K", "\u{212A}", "K"] {
      for text in [#"{"K":[1,"x"]}"#, "{\"\u{212A}\":[\"x\"]}"] {
        let pair = DecoderPair()
        pair.foundation.userInfo[key] = name
        pair.own.userInfo[key] = name
        func path(_ decoder: some DocumentDecoder) throws -> [[UInt8]] {
          let error = #expect(throws: DecodingError.self) {
            try decoder.decode(Model.self, from: Data(text.utf8))
          }
          guard case .typeMismatch(_, let context) = error else { return [] }
          return context.codingPath.map { Array($0.stringValue.utf8) }
        }
        let paths = (try path(pair.foundation), try path(pair.own))
        #expect(paths.0 == paths.1 && paths.0.first == Array(name.utf8))
      }
    }
  }

  /// The table of DecodingModels.md. A row is removed if `JSONDecoder` changes.
  @Test("differs from JSONDecoder where the guide says so", .feature("33"))
  func differences() throws {
    struct Model: Decodable, Equatable { var a: Int }
    func verdict<Value: Decodable>(
      _ decoder: some DocumentDecoder, _ type: Value.Type, _ text: [UInt8]
    ) -> DecodingVerdict {
      DecodingVerdict { .text("\(try decoder.decode(type, from: Data(text)))") }
    }
    func check<Value: Decodable>(
      _ type: Value.Type, _ text: [UInt8], _ pair: DecoderPair = DecoderPair(), foundation: DecodingVerdict,
      own: DecodingVerdict, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(verdict(pair.foundation, type, text) == foundation, sourceLocation: sourceLocation)
      #expect(verdict(pair.own, type, text) == own, sourceLocation: sourceLocation)
    }
    let invalid = DecodingVerdict.failure(
      "dataCorrupted", type: "", path: [], text: "The given data was not valid JSON.")
    for text in [
      #"{"a":1,"b":01}"#, #"{"a":1,"b":"\x"}"#, #"{"a":1,"b":"\ud800"}"#,
    ] {
      check(Model.self, Array(text.utf8), foundation: .tree(.text("\(Model(a: 1))")), own: invalid)
    }
    check(
      Model.self, Array(#"{"a":1,"b":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
      foundation: .tree(.text("\(Model(a: 1))")), own: invalid)
    check(
      Model.self, Array(#"{"a":"x","b":01}"#.utf8),
      foundation: .failure("typeMismatch", type: "Int", path: ["a -"]), own: invalid)
    check(
      [Int128].self, Array("[1e25]".utf8), foundation: invalid,
      own: .tree(.text("[10000000000000000000000000]")))
    check(
      [Int].self, Array("[9223372036854775807.0]".utf8), foundation: invalid,
      own: .tree(.text("[9223372036854775807]")))
    check(
      [Int].self, Array("[1.0000000000000001]".utf8), foundation: .tree(.text("[1]")),
      own: .failure("dataCorrupted", type: "", path: ["Index 0 0"]))
    check([Double].self, Array("[0e5]".utf8), foundation: invalid, own: .tree(.text("[0.0]")))
    check(
      [Int8].self, Array("[300]".utf8), foundation: invalid,
      own: .failure(
        "dataCorrupted", type: "", path: ["Index 0 0"], text: "The number 300 does not fit in Int8."))
    check(
      [Date].self, Array(#"["x"]"#.utf8), DecoderPair(DecoderSettings(dates: .iso8601)),
      foundation: .failure("dataCorrupted", type: "", path: []),
      own: .failure("dataCorrupted", type: "", path: ["Index 0 0"]))
    check(
      [Decimal].self, Array("[[]]".utf8),
      foundation: .failure("typeMismatch", type: "Decimal", path: ["Index 0 0"], text: ""),
      own: .failure(
        "typeMismatch", type: "Decimal", path: ["Index 0 0"],
        text: "Expected to decode Decimal but found an array instead."))
    check(
      [Int].self, [0xFF, 0xFE, 0, 0] + Array("[1]".utf8.flatMap { [$0, 0, 0, 0] }), foundation: invalid,
      own: .tree(.text("[1]")))
  }

  /// Calls a closure with its decoder.
  struct Model: Decodable {
    let log: [String]

    static let key: CodingUserInfoKey = {
      guard let key = CodingUserInfoKey(rawValue: "model") else { preconditionFailure("a key has a name") }
      return key
    }()

    struct Body: Sendable {
      let run: @Sendable (any Decoder) throws -> [String]
    }

    init(from decoder: any Decoder) throws {
      guard let body = decoder.userInfo[Self.key] as? Body else { throw CocoaError(.coderInvalidValue) }
      log = try body.run(decoder)
    }
  }

  /// Runs a closure with a decoder of each kind.
  private func both(
    _ text: String, _ run: @escaping @Sendable (any Decoder) throws -> [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let foundation = JSONDecoder()
    foundation.userInfo[Model.key] = Model.Body(run: run)
    let own = StreamDecoder()
    own.userInfo[Model.key] = Model.Body(run: run)
    let expected = try foundation.decode(Model.self, from: Data(text.utf8)).log
    #expect(try own.decode(Model.self, from: text).log == expected, sourceLocation: sourceLocation)
  }

  @Test(
    "decodeIfPresent moves on at the end of an array", arguments: ["[]", "[1]", "[null]", "[null,2,null]"])
  func endOfArray(_ text: String) throws {
    try both(text) { decoder in
      var log: [String] = []
      var container = try decoder.unkeyedContainer()
      func note(_ value: Any?) {
        log.append(
          "\(value ?? "nil") \(container.currentIndex) \(container.isAtEnd) \(container.count ?? -1)")
      }
      for _ in 0..<3 {
        note(try container.decodeIfPresent(Int.self))
        note(try container.decodeIfPresent(Int?.self) as Any?)
        note(try container.decodeIfPresent([Int].self))
        note(try container.decodeIfPresent(String.self))
        note(try container.decodeIfPresent(Double.self))
      }
      log.append("\(DecodingVerdict { .bool(try container.decodeNil()) })")
      log.append("\(DecodingVerdict { .bool(try container.decode(Bool.self)) })")
      log.append("\(DecodingVerdict { .list(try container.decode([Bool].self).map { .bool($0) }) })")
      log.append("\(DecodingVerdict { _ = try container.superDecoder(); return .null })")
      note(nil)
      return log
    }
  }
}
