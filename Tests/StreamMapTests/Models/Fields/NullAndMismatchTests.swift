import Testing

@testable import StreamMap
@testable import TestSupport

/// The documented table of value meanings, row by row: absent, null, another type, bad element.
@Suite("Null, mismatch and absence")
struct NullAndMismatchTests {
  @Test("an intermediate null counts as absent", arguments: ["{}", #"{"a":null}"#, #"{"a":{"c":1}}"#])
  func absent(json: String) throws {
    #expect(try boxed(5, at: "a.b").decode(json).value == 5)
    #expect(try boxed(5 as Int?, at: "a.b").decode(json).value == 5)
    #expect(try boxed([5], at: "a.b").decode(json).value == [5])
    #expect(try boxed([5] as [Int]?, at: "a.b[*]").decode(json).value == [5])
    #expect(try boxed(5, at: "a.b", .null(.error), .mismatch(.error)).decode(json).value == 5)
  }

  @Test("an intermediate mismatch", arguments: [#"{"a":[1]}"#, #"{"a":"b"}"#, #"{"a":7}"#])
  func wrongKind(json: String) throws {
    let verdict = Verdict(.typeMismatch, 5, "a")
    #expect(try boxed(5, at: "a.b").verdict(on: json) == verdict)
    #expect(try boxed(5 as Int?, at: "a.b", .null(.keep)).verdict(on: json) == verdict)
    #expect(try boxed(5, at: "a.b", .mismatch(.keep)).decode(json).value == 5)
    #expect(try boxed(5 as Int?, at: "a.b", .mismatch(.setNil)).decode(json).value == nil)
    #expect(try boxed([5], at: "a.b[*]", .badElement(.drop), .mismatch(.keep)).decode(json).value == [5])
  }

  @Test("null by default", .feature("5", "G3"))
  func nullDefault() throws {
    let null = #"{"v":null}"#
    #expect(try boxed(5 as Int?).decode(null).value == nil)
    #expect(try boxed([5] as [Int]?).decode(null).value == nil)
    for verdict in [
      try boxed(5).verdict(on: null), try boxed("x").verdict(on: null), try boxed([5]).verdict(on: null),
      try boxed([5] as [Int?]).verdict(on: null), try boxed(true).verdict(on: null),
      try boxed(1.5).verdict(on: null),
    ] {
      #expect(verdict == Verdict(.unexpectedNull, 5, "v"))
    }
  }

  @Test("null(.keep)", .feature("5", "O12"))
  func nullKeep() throws {
    let null = #"{"v":null}"#
    #expect(try boxed(5, .null(.keep)).decode(null).value == 5)
    #expect(try boxed(5 as Int?, .null(.keep)).decode(null).value == 5)
    #expect(try boxed(nil as Int?, .null(.keep)).decode(null).value == nil)
    #expect(try boxed("template", .null(.keep)).decode(null).value == "template")
    #expect(try boxed([5, 6], .null(.keep)).decode(null).value == [5, 6])
    #expect(try boxed([5] as [Int]?, .null(.keep)).decode(null).value == [5])
  }

  @Test("null(.error)", .feature("5"))
  func nullError() throws {
    let null = #"{"v":null}"#
    #expect(try boxed(5 as Int?, .null(.error)).verdict(on: null) == Verdict(.unexpectedNull, 5, "v"))
    #expect(try boxed([5] as [Int]?, .null(.error)).verdict(on: null) == Verdict(.unexpectedNull, 5, "v"))
    #expect(try boxed(5 as Int?, .null(.error)).decode(#"{"v":6}"#).value == 6)
  }

  /// Null has a separate row. A mismatch policy does not apply to it.
  @Test("null(.error) beside mismatch", .feature("5"))
  func nullErrorBesideMismatch() throws {
    let null = #"{"v":null}"#
    #expect(
      try boxed(5 as Int?, .null(.error), .mismatch(.setNil)).verdict(on: null)
        == Verdict(.unexpectedNull, 5, "v"))
    #expect(
      try boxed(5 as Int?, .null(.error), .mismatch(.keep)).verdict(on: null)
        == Verdict(.unexpectedNull, 5, "v"))
    #expect(
      try boxed(5, .null(.error), .mismatch(.keep)).verdict(on: null) == Verdict(.unexpectedNull, 5, "v"))
  }

  static let others = [#""x""#, "true", "[1]", #"{"v":1}"#, "1.5", "1e99"]

  @Test("mismatch by default", .feature("5"), arguments: others)
  func mismatchDefault(json: String) throws {
    let kind: MappingError.Kind = json == "1.5" ? .notAnInteger : json == "1e99" ? .outOfRange : .typeMismatch
    #expect(try boxed(5).verdict(on: "{\"v\":\(json)}") == Verdict(kind, 5, "v"))
    #expect(try boxed(5 as Int?).verdict(on: "{\"v\":\(json)}") == Verdict(kind, 5, "v"))
    #expect(
      try boxed(5, .mismatch(.error), .null(.keep)).verdict(on: "{\"v\":\(json)}") == Verdict(kind, 5, "v"))
  }

  @Test("mismatch(.keep)", .feature("5"), arguments: others)
  func mismatchKeep(json: String) throws {
    #expect(try value(of: json, into: 5, .mismatch(.keep)) == 5)
    #expect(try value(of: json, into: 5 as Int?, .mismatch(.keep)) == 5)
    #expect(try value(of: json, into: nil as UInt8?, .mismatch(.keep)) == nil)
  }

  @Test("mismatch(.setNil)", .feature("5"), arguments: others)
  func mismatchNone(json: String) throws {
    #expect(try value(of: json, into: 5 as Int?, .mismatch(.setNil)) == nil)
    #expect(try value(of: json, into: 5 as Int8?, .mismatch(.setNil)) == nil)
  }

  @Test("an array of another type", arguments: ["1", #"{"v":1}"#, #""x""#, "true"])
  func arrayMismatch(json: String) throws {
    #expect(try boxed([5]).verdict(on: "{\"v\":\(json)}") == Verdict(.typeMismatch, 5, "v"))
    #expect(try value(of: json, into: [5, 6], .mismatch(.keep)) == [5, 6])
    #expect(try value(of: json, into: [5] as [Int]?, .mismatch(.setNil)) == nil)
    #expect(try value(of: json, into: [5] as [Int?]?, .mismatch(.keep)) == [5])
    #expect(
      try boxed([5], .badElement(.drop)).verdict(on: "{\"v\":\(json)}") == Verdict(.typeMismatch, 5, "v"))
  }

  @Test("bad elements", .feature("11"))
  func badElements() throws {
    let json = #"[1,"x",2.5,null,3,[4],{"v":5},true,1e30]"#
    #expect(try boxed([9]).verdict(on: "{\"v\":\(json)}") == Verdict(.typeMismatch, 8, "v[1]"))
    #expect(try value(of: json, into: [9], .badElement(.drop)) == [1, 3])
    #expect(try value(of: json, into: [9] as [Int?], .badElement(.drop)) == [1, nil, 3])
    #expect(try value(of: json, into: nil as [Int]?, .badElement(.drop)) == [1, 3])
    #expect(try value(of: json, into: [9], .badElement(.drop), .truncating) == [1, 2, 3])
    #expect(try value(of: #"["x"]"#, into: [9], .badElement(.drop)) == [])
    #expect(
      try boxed([9], .mismatch(.keep)).verdict(on: "{\"v\":\(json)}") == Verdict(.typeMismatch, 8, "v[1]"))
    #expect(
      try boxed([9], at: "*.x", .badElement(.drop)).decode(#"{"a":{"x":1},"b":{"x":"y"}}"#).value == [1])
  }

  @Test("the last of several policies of a kind counts")
  func lastPolicy() throws {
    #expect(try value(of: "null", into: 5, .null(.error), .null(.keep)) == 5)
  }
}
