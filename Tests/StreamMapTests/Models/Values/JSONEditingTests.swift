import Testing

@testable import StreamMap
@testable import TestSupport

/// Values read and set by path.
@Suite("JSON values by path")
struct JSONEditingTests {
  private static func value(_ json: String) throws -> JSONValue {
    try Mapping(JSONValue.null) { Field(\.self, "$") }.decode(json)
  }

  private static func text(_ value: JSONValue) throws -> String {
    String(decoding: try Mapping(JSONValue.null) { Field(\.self, "$") }.encode(value), as: UTF8.self)
  }

  @Test("reading an absent path gives nil", .feature("15", "D4"))
  func reading() throws {
    let json = try Self.value(#"{"a":{"b":[1,{"c":"x"}],"0":7},"a":2}"#)
    #expect(json[try RecordPath("a.b[1].c")] == .string("x"))
    #expect(json[try RecordPath("a.b[0]")]?.number?.int == 1)
    #expect(json[try RecordPath("$")] == json)
    #expect(json[try RecordPath("a.b.1.c", delimiter: ".")] == .string("x"))
    #expect(json[try RecordPath("a.0", delimiter: ".")]?.number?.int == 7)
    for path in ["a.b[2]", "a.c", "a.b[1].c.d", "x.y", "a[0]", "a.b.c"] {
      #expect(json[try RecordPath(path)] == nil, "\(path)")
    }
    #expect(json[try RecordPath("a.b[*]")] == nil)
  }

  @Test(
    "sets values at existing and new paths", .feature("21", "D6"),
    arguments: [
      ("{}", "a.b[0].c", #"{"a":{"b":[{"c":9}]}}"#), (#"{"a":[1,2]}"#, "a[1]", #"{"a":[1,9]}"#),
      (#"{"a":[1,2]}"#, "a[1200]", #"{"a":[1,2,9]}"#), (#"{"a":"x"}"#, "a.b", #"{"a":{"b":9}}"#),
      (#"{"a":{"b":1},"c":2}"#, "a.d", #"{"a":{"b":1,"d":9},"c":2}"#), ("[[]]", "[0][0]", "[[9]]"),
      (#"{"a":1,"b":2,"a":3}"#, "a", #"{"a":9,"b":2}"#), ("7", "$", "9"), ("{}", "a[*]", "{}"),
      (#"{"k":[{"x":1}]}"#, "k[0].x", #"{"k":[{"x":9}]}"#), ("null", "['a.b']", #"{"a.b":9}"#),
    ])
  func putting(_ json: String, _ path: String, _ expected: String) throws {
    var value = try Self.value(json)
    value[try RecordPath(path)] = try Self.value("9")
    #expect(try Self.text(value) == expected)
  }

  @Test(
    "removes values",
    arguments: [
      (#"{"a":[1,2,3]}"#, "a[1]", #"{"a":[1,3]}"#), (#"{"a":1,"b":2,"a":3}"#, "a", #"{"b":2}"#),
      (#"{"a":1}"#, "b.c", #"{"a":1}"#), (#"{"a":[1]}"#, "a[7]", #"{"a":[1]}"#), ("[1]", "$", "null"),
      (#"{"a":{"b":{}}}"#, "a.b.c", #"{"a":{"b":{}}}"#),
    ])
  func taking(_ json: String, _ path: String, _ expected: String) throws {
    var value = try Self.value(json)
    value[try RecordPath(path)] = nil
    #expect(try Self.text(value) == expected)
  }

  /// The set value exists, and nothing outside the path has changed.
  @Test("random paths")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var value = JSONValue.object(JSONObject(members: []))
    let other = try RecordPath("untouched.by[0].all")
    value[other] = .bool(true)
    for number in 0..<Effort.pick(500, 2_000, 10_000) {
      let steps = (0...random.below(4)).map { _ in
        random.chance(1, outOf: 2) ? "[\(random.below(3))]" : ".\(random.pick(["a", "b", "c"]))"
      }
      let path = try RecordPath("r" + steps.joined())
      value[path] = .string("\(number)")
      // An index past the end appends, so the value is at the last index.
      let isThere = value[path] == .string("\(number)")
      #expect(isThere || steps.contains { $0.hasPrefix("[") }, "\(path.text), \(SeededRandom.again)")
      #expect(value[other] == .bool(true))
    }
  }
}
