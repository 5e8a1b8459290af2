import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Raw values")
struct RawRepresentableTests {
  enum Level: Int, Sendable {
    case low = 1
    case high = 2
  }

  enum Color: String, Sendable {
    case red, green
  }

  struct Identifier: RawRepresentable, Hashable, Sendable {
    var rawValue: UInt64
  }

  struct Model: Equatable {
    var level = Level.low
    var color: Color? = .green
    var colors: [Color] = [.red]
    var levels: [Level]?
    var id = Identifier(rawValue: 0)
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
    let badElement = policies.first ?? .badElement(.error)
    return try Mapping(Model()) {
      Field(\.level, "level", badElement)
      Field(\.color, "color", badElement)
      Field(\.colors, "colors", badElement)
      Field(\.levels, "levels", badElement)
      Field(\.id, "id", badElement)
    }
  }

  @Test("every shape", .feature("9"))
  func shapes() throws {
    let model = try Self.mapping().decode(
      #"{"level":2,"color":"red","colors":["green","red"],"levels":[1,2.0],"id":18446744073709551615}"#)
    #expect(
      model
        == Model(
          level: .high, color: .red, colors: [.green, .red], levels: [.low, .high],
          id: Identifier(rawValue: .max)))
    #expect(try Self.mapping().decode("{}") == Model())
    #expect(
      try Self.mapping().decode(#"{"color":null,"levels":null,"colors":[]}"#) == Model(color: nil, colors: [])
    )
  }

  @Test(
    "malformed raw values",
    arguments: [
      (#"{"level":3}"#, Verdict(.unknownRawValue, 9, "level")),
      (#"{"level":null}"#, Verdict(.unexpectedNull, 9, "level")),
      (#"{"level":"1"}"#, Verdict(.typeMismatch, 9, "level")),
      (#"{"level":1.5}"#, Verdict(.notAnInteger, 9, "level")),
      (#"{"level":[1]}"#, Verdict(.typeMismatch, 9, "level")),
      (#"{"color":"blue"}"#, Verdict(.unknownRawValue, 9, "color")),
      (#"{"color":7}"#, Verdict(.typeMismatch, 9, "color")),
      (#"{"colors":["red","Red"]}"#, Verdict(.unknownRawValue, 17, "colors[1]")),
      (#"{"colors":"red"}"#, Verdict(.typeMismatch, 10, "colors")),
      (#"{"levels":[1,null]}"#, Verdict(.unexpectedNull, 13, "levels[1]")),
      (#"{"id":-1}"#, Verdict(.outOfRange, 6, "id")),
    ])
  func bad(json: String, verdict: Verdict) throws {
    #expect(try Self.mapping().verdict(on: json) == verdict)
  }

  @Test("policies", .feature("9"))
  func policies() throws {
    let dropping = try Self.mapping(.badElement(.drop))
    #expect(try dropping.decode(#"{"colors":["x","green",1,null,{},[]]}"#).colors == [.green])
    #expect(try dropping.decode(#"{"levels":[3]}"#).levels == [])
    let keeping = try Mapping(Model(level: .high, color: .red)) {
      Field(\.level, "level", .mismatch(.keep), .null(.keep))
      Field(\.color, "color", .mismatch(.setNil))
    }
    #expect(try keeping.decode(#"{"level":9,"color":"x"}"#) == Model(level: .high, color: nil))
    #expect(try keeping.decode(#"{"level":null,"color":[]}"#) == Model(level: .high, color: nil))
  }
}
