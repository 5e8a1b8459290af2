import Testing

@testable import StreamMap
@testable import TestSupport

/// Each kind of error, compared in every property.
@Suite("Error kinds")
struct ErrorKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var json: [UInt8]
    var refusal: ReportedError
    var limits = Limits()
    var testDescription: String { "\(refusal.kind)" }

    init(_ json: String, _ refusal: ReportedError, limits: Limits = Limits()) {
      self.init(Array(json.utf8), refusal, limits: limits)
    }

    init(_ json: [UInt8], _ refusal: ReportedError, limits: Limits = Limits()) {
      self.json = json
      self.refusal = refusal
      self.limits = limits
    }
  }

  enum Level: String, Sendable {
    case low
  }

  struct Model {
    var number = 0
    var small: Int8 = 0
    var level = Level.low
    var once = 0
    /// Mapped to `$`, so that records of every kind are accepted.
    var isTrue = false
  }

  static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Model> {
    try Mapping(Model(), limits: limits) {
      Field(\.number, "n")
      Field(\.small, "s")
      Field(\.level, "l")
      Field(\.once, "o", .duplicate(.error))
      Field(\.isTrue, "$", .mismatch(.keep), .null(.keep))
    }
  }

  static let cases: [Case] = [
    Case(#"{"a":1,}"#, ReportedError(.syntax, at: 7, "$", expected: "a name in quotes", found: "'}'")),
    Case(#"{"a":[1 2]}"#, ReportedError(.syntax, at: 8, "a", expected: ", or ]", found: "'2'")),
    Case("\u{c}", ReportedError(.syntax, at: 0, "$", expected: "a value", found: "byte 0x0C")),
    Case(
      Array(#"{"a":""#.utf8) + [0xC0, 0xAF] + Array("\"}".utf8),
      ReportedError(.encoding, at: 6, "a", expected: "well-formed UTF-8", found: "byte 0xC0")),
    Case(
      #"{"a":["\x"]}"#,
      ReportedError(
        .escape, at: 8, "a[0]", expected: #"one of " \ / b f n r t u after the backslash"#, found: "'x'")),
    Case(
      #"{"a":"\udc00"}"#,
      ReportedError(
        .escape, at: 9, "a", expected: "four hexadecimal digits, not of a lone low surrogate", found: "'c'")),
    Case(
      #"{"a":[1,"#,
      ReportedError(.truncated, at: 8, "a[1]", expected: "a value", found: "the end of the record")),
    Case("", ReportedError(.truncated, at: 0, "$", expected: "a value", found: "the end of the record")),
    Case("{} {}", ReportedError(.extraValue, at: 3, "$", expected: "the end of the record", found: "'{'")),
    Case(
      "[[[]]]",
      ReportedError(.depthLimit, at: 2, "[0][0]", expected: "at most 2 levels of nesting", found: "'['"),
      limits: Limits(depth: 2)),
    Case(
      #"{"a":"abcd"}"#,
      ReportedError(.stringLimit, at: 9, "a", expected: "at most 3 bytes of string", found: "'d'"),
      limits: Limits(string: 3)),
    Case(
      #"{"abc":1}"#, ReportedError(.nameLimit, at: 4, "$", expected: "at most 2 bytes of name", found: "'c'"),
      limits: Limits(name: 2)),
    Case(
      "[1234]",
      ReportedError(.numberLimit, at: 4, "[0]", expected: "at most 3 bytes of number", found: "'4'"),
      limits: Limits(number: 3)),
    Case(
      "[1,2,3]",
      ReportedError(.recordLimit, at: 5, "[2]", expected: "at most 5 bytes of record", found: "'3'"),
      limits: Limits(record: 5)),
    Case(
      #"{"n":"x"}"#,
      ReportedError(.typeMismatch, at: 5, "n", expected: "an integer for Int", found: #"a string ("x")"#)),
    Case(
      #"{"n":[]}"#,
      ReportedError(.typeMismatch, at: 5, "n", expected: "an integer for Int", found: "an array")),
    Case(
      #"{"n":null}"#,
      ReportedError(.unexpectedNull, at: 5, "n", expected: "an integer for Int", found: "null")),
    Case(
      #"{"s":-129}"#, ReportedError(.outOfRange, at: 5, "s", expected: "an integer for Int8", found: "-129")),
    Case(
      #"{"n":1.5e0}"#,
      ReportedError(.notAnInteger, at: 5, "n", expected: "an integer for Int", found: "1.5e0")),
    Case(
      #"{"l":"high"}"#,
      ReportedError(
        .unknownRawValue, at: 5, "l", expected: "a raw value of Level for Level", found: #"a string ("high")"#
      )),
    Case(
      #"{"o":1,"o":2}"#,
      ReportedError(
        .duplicateName, at: 11, "o", expected: "no second member of this name", found: "a second member")),
  ]

  @Test("exact errors", .feature("37"), arguments: cases)
  func exact(_ example: Case) throws {
    let mapping = try Self.mapping(example.limits)
    let error = try #require(throws: MappingError.self) { _ = try mapping.decode(example.json) }
    #expect(ReportedError(error) == example.refusal)
    #expect(
      error.description.hasPrefix(
        "record 1, line 1, column \(error.column ?? 0), byte \(error.byteOffset ?? -1): \(error.kind): "))
    #expect(error.description.contains(error.message))
    #expect(!error.message.contains("\n"))
  }

  @Test("missing")
  func missing() throws {
    let mapping = try boxed(0, at: "a.id", .required)
    let error = try mapping.refusal(of: #"{"a":{"b":true}}"#)
    #expect(
      ReportedError(error)
        == ReportedError(.missingField, at: 14, "a.id", expected: "a.id", found: "the end of its object"))
    #expect(error.message == "a.id is required, but its object ends without it")
  }

  @Test("descriptions")
  func descriptions() throws {
    let mapping = try Self.mapping()
    #expect(
      try mapping.refusal(of: #"{"n":"x"}"#).description
        == "record 1, line 1, column 6, byte 5: typeMismatch: "
        + #"n: expected an integer for Int, found a string ("x") near {"n":"x"}"#
    )
    #expect(
      try mapping.refusal(of: #"{"o":1,"o":2}"#).message == "o appears twice in one object")
    #expect(
      try mapping.refusal(of: "{\n\t\"n\": 1,}").description
        == "record 1, line 2, column 9, byte 10: syntax: expected a name in quotes, found '}' (at $) "
        + "near { \"n\": 1,}"
        .replacing("{ \"n", with: "{  \"n"))
    #expect(try mapping.refusal(of: #"{"n":tru}"#).message == "expected the rest of true, found '}' (at n)")
  }

  @Test("line and column in a multi-line record")
  func lines() throws {
    let error = try Self.mapping().refusal(of: "{\n  \"x\": [1,\n    2],\n  \"n\": \"é\"\n}")
    #expect((error.line, error.column, error.byteOffset) == (4, 8, 28))
  }

  @Test("excerpt")
  func excerpt() throws {
    let error = try Self.mapping().refusal(
      of: #"{"x":"0123456789012345678901234567890","n":"abcdefghijklmnopqrstuvwxyz"}"#)
    #expect(error.excerpt == #"78901234567890","n":"abcdefghijklmnopqrs"#)
  }

  @Test("categories")
  func categories() {
    let categories: [(MappingError.Kind, MappingError.Category)] = [
      (.io, .io), (.syntax, .syntax), (.encoding, .syntax), (.escape, .syntax), (.extraValue, .syntax),
      (.truncated, .truncated), (.depthLimit, .limit), (.stringLimit, .limit), (.nameLimit, .limit),
      (.numberLimit, .limit), (.recordLimit, .limit), (.typeMismatch, .mapping), (.unexpectedNull, .mapping),
      (.outOfRange, .mapping), (.notAnInteger, .mapping), (.unknownRawValue, .mapping),
      (.missingField, .mapping),
      (.duplicateName, .mapping),
    ]
    for (kind, category) in categories { #expect(kind.category == category) }
    #expect(Set(categories.map(\.0.description)).count == 18)
    #expect(Set(categories.map(\.1)) == Set(MappingError.Category.allCases))
  }

  @Test("paths of every kind of location", .feature("37"))
  func paths() throws {
    let mapping = try boxed([0], at: "a.*['b.c'][*]")
    #expect(
      try mapping.verdict(on: #"{"a":{"x y":{"b.c":[1,2,"3"]}}}"#)
        == Verdict(.typeMismatch, 24, "a['x y']['b.c'][2]"))
    #expect(
      try mapping.verdict(on: #"{"\u0061":{"it's":{"b.c":[true]}}}"#)
        == Verdict(.typeMismatch, 26, #"a['it\'s']['b.c'][0]"#))
  }
}
