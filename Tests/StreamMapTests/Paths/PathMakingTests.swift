import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Constructed paths")
struct PathMakingTests {
  @Test(
    "keeps a literal name unchanged", .feature("16", "O11", "G5"),
    arguments: ["a.b", "a", "$", "*", "[0]", "", "it's", "a.b[*].c\\", "é\n"])
  func literal(name: String) throws {
    let path = RecordPath(literal: name)
    #expect(path.segments == [.name(name)])
    #expect(try RecordPath(path.text) == path)
    let mapping = try Mapping(Box(value: 0)) { Field(\.value, path) }
    let json = String(decoding: try mapping.encode(Box(value: 7)), as: UTF8.self)
    #expect(try mapping.both(json).value == 7)
    #expect(try mapping.both(#"{"b":{"a":1},"x":[1],"a ":2}"#).value == 0)
  }

  @Test("delimiters", .feature("16", "O10"))
  func delimiter() throws {
    #expect(
      try RecordPath("a->b.c->0", delimiter: "->").segments == [.name("a"), .name("b.c"), .indexOrName(0)])
    #expect(try RecordPath("a..b", delimiter: ".").segments == [.name("a"), .name(""), .name("b")])
    #expect(try RecordPath("", delimiter: ".").segments == [.name("")])
    #expect(
      try RecordPath("*.[0].$.00.-1.12", delimiter: ".").segments
        == [.name("*"), .name("[0]"), .name("$"), .name("00"), .name("-1"), .indexOrName(12)])
    #expect(
      try RecordPath("2147483647.2147483646", delimiter: ".").segments == [
        .name("2147483647"), .indexOrName(2_147_483_646),
      ])
    #expect(throws: PathError.self) { try RecordPath("a", delimiter: "") }
    #expect(throws: PathError.self) { try RecordPath(String(repeating: "a.", count: 512), delimiter: ".") }
  }

  struct Values: Equatable, Sendable {
    var first: Int?
    var second: Int?
    var named: Int?
    var list: [Int] = []
  }

  @Test("a number is an array index or an object name", .feature("15", "O10", "D4"))
  func indexOrName() throws {
    let mapping = try Mapping(Values()) {
      Field(\.first, .path("distances.0.value", delimiter: "."))
      Field(\.second, .path("distances.1.value", delimiter: "."), .mismatch(.setNil))
      Field(\.named, "distances.name", .mismatch(.setNil))
      Field(\.list, .path("deep.0.1.2", delimiter: "."))
    }
    #expect(try mapping.both(#"{"distances":[{"value":1},{"value":2}]}"#) == Values(first: 1, second: 2))
    #expect(
      try mapping.both(#"{"distances":{"1":{"value":2},"name":3,"0":{"value":1}}}"#)
        == Values(first: 1, second: 2, named: 3))
    #expect(try mapping.both(#"{"distances":[]}"#) == Values())
    #expect(try mapping.both(#"{"distances":{"00":{"value":1}}}"#) == Values())
    #expect(try mapping.both(#"{"distances":null,"deep":[{"1":[0,0,[7]]}]}"#) == Values(list: [7]))
    #expect(try mapping.both(#"{"deep":{"0":[0,{"2":[8]}]}}"#) == Values(list: [8]))
    #expect(
      Verdict(try mapping.bothRefuse(#"{"distances":"x"}"#)) == Verdict(.typeMismatch, 13, "distances"))
    #expect(
      Verdict(try mapping.bothRefuse(#"{"distances":[{"value":"x"}]}"#))
        == Verdict(.typeMismatch, 23, "distances[0].value"))
  }

  @Test("beside other names and indexes", .feature("15"))
  func beside() throws {
    let array = try Mapping(Values()) {
      Field(\.first, .path("x.0", delimiter: "."), .required)
      Field(\.second, "x[0]", .mismatch(.setNil))
      Field(\.list, "x[*]", .badElement(.drop), .mismatch(.keep))
    }
    #expect(try array.both(#"{"x":[4,"a",5]}"#) == Values(first: 4, second: 4, list: [4, 5]))
    #expect(try array.both(#"{"x":{"0":4}}"#) == Values(first: 4))
    #expect(Verdict(try array.bothRefuse(#"{"x":{"1":4}}"#)) == Verdict(.missingField, 11, "x.0"))
    let object = try Mapping(Values()) {
      Field(\.second, "x.0", .mismatch(.setNil))
      Field(\.first, .path("x.0", delimiter: "."))
      Field(\.list, "x.*", .mismatch(.keep))
    }
    #expect(try object.both(#"{"x":{"0":4,"a":5}}"#) == Values(first: 4, second: 4, list: [4, 5]))
    #expect(try object.both(#"{"x":[4]}"#) == Values(first: 4))
  }

  struct Pair: Equatable, Sendable {
    var a = 0
    var b = 0
  }

  @Test("models from arrays or objects", .feature("15"))
  func models() throws {
    let pair = try Mapping(Pair()) {
      Field(\.a, .path("0", delimiter: "."))
      Field(\.b, .path("1", delimiter: "."))
    }
    let mapping = try Mapping(Box(value: [Pair]())) { Field(\.value, "v", mapping: pair) }
    #expect(try mapping.both(#"{"v":[[1,2],{"1":4,"0":3}]}"#).value == [Pair(a: 1, b: 2), Pair(a: 3, b: 4)])
    #expect(try mapping.bothRefuse(#"{"v":[7]}"#).kind == .typeMismatch)
  }

  @Test("writes names unless the container is a known array", .feature("20"))
  func written() throws {
    func json(_ mapping: Mapping<Values>) throws -> String {
      String(decoding: try mapping.encode(Values(first: 1, second: 2)), as: UTF8.self)
    }
    let names = try Mapping(Values()) {
      Field(\.first, .path("a.0.b", delimiter: "."))
      Field(\.second, .path("a.1.b", delimiter: "."))
    }
    #expect(try json(names) == #"{"a":{"0":{"b":1},"1":{"b":2}}}"#)
    let before = try Mapping(Values()) {
      Field(\.first, .path("a.1", delimiter: "."))
      Field(\.second, "a[0]")
    }
    #expect(try json(before) == #"{"a":[2,1]}"#)
    let after = try Mapping(Values()) {
      Field(\.second, "a[0]")
      Field(\.first, .path("a.1", delimiter: "."))
    }
    #expect(try json(after) == #"{"a":[2,1]}"#)
    for mapping in [names, before, after] {
      #expect(try mapping.both(try json(mapping)) == Values(first: 1, second: 2))
    }
  }

  @Test("converts names to a style", .feature("17"))
  func style() throws {
    let path = try RecordPath("homeUser.screenName[0].*", style: .snakeCase)
    #expect(path.text == "home_user.screen_name[0].*")
    #expect(try RecordPath(path.text) == path)
    #expect(try RecordPath("$", style: .kebabCase).segments.isEmpty)
    let mapping = try Mapping(Box(value: 0)) {
      Field(\.value, .path("theValue", style: .screamingSnakeCase))
    }
    #expect(try mapping.both(#"{"THE_VALUE":7}"#).value == 7)
  }
}
