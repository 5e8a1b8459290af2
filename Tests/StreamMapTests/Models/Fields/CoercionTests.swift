import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Coercion")
struct CoercionTests {
  enum Color: String, Sendable { case red, one = "1" }
  enum Code: Int, Sendable { case zero, one }

  @Test("booleans", .feature("8", "O29", "G15"))
  func booleans() throws {
    for json in [
      "true", "1", "1.0", "10e-1", #""true""#, #""TRUE""#, #""t""#, #""Yes""#, #""y""#, #""on""#, #""1""#,
      #""\u0059""#,
    ] {
      #expect(try bothValue(of: json, into: false, .coercing) == true, "\(json)")
      #expect(try bothValue(of: json, into: nil as Bool?, .coercing) == true, "\(json)")
    }
    for json in ["false", "0", "-0", "0e5", #""false""#, #""f""#, #""NO""#, #""n""#, #""off""#, #""0""#] {
      #expect(try bothValue(of: json, into: true, .coercing) == false, "\(json)")
    }
    for json in ["2", "1.5", #""""#, #"" true""#, #""2""#, #""yess""#, #""null""#, "[]", "{}"] {
      #expect(try bothVerdict(on: json, into: true, .coercing) == Verdict(.typeMismatch, 5, "v"), "\(json)")
    }
    // Only if requested.
    for json in ["1", #""true""#] { #expect(try bothVerdict(on: json, into: true).kind == .typeMismatch) }
  }

  @Test("numbers", .feature("8", "G15"))
  func numbers() throws {
    #expect(try bothValue(of: #""12""#, into: 0, .coercing) == 12)
    #expect(try bothValue(of: #""-1e2""#, into: 0 as Int8, .coercing) == -100)
    #expect(try bothValue(of: #""9007199254740993""#, into: 0, .coercing) == 9_007_199_254_740_993)
    #expect(try bothValue(of: #""1.5""#, into: 0.0, .coercing) == 1.5)
    #expect(try bothValue(of: #""1.5""#, into: 0 as Float?, .coercing) == 1.5)
    #expect(try bothValue(of: #""1.10""#, into: Decimal(0), .coercing) == Decimal(string: "1.10"))
    #expect(try bothValue(of: "true", into: 0, .coercing) == 1)
    #expect(try bothValue(of: "false", into: 7 as UInt8, .coercing) == 0)
    #expect(try bothValue(of: #""300""#, into: 0 as UInt8, .coercing, .clamping) == 255)
    #expect(try bothVerdict(on: #""300""#, into: 0 as UInt8, .coercing) == Verdict(.outOfRange, 5, "v"))
    #expect(try bothVerdict(on: #""1.5""#, into: 0, .coercing) == Verdict(.notAnInteger, 5, "v"))
    for json in [#""""#, #""12 ""#, #""+1""#, #""0x1""#, #""01""#, #""1,5""#, #""NaN""#, #""yes""#] {
      #expect(try bothVerdict(on: json, into: 0, .coercing) == Verdict(.typeMismatch, 5, "v"), "\(json)")
      #expect(try bothValue(of: json, into: 9, .coercing, .mismatch(.keep)) == 9)
    }
  }

  @Test("text", .feature("8", "G15"))
  func text() throws {
    #expect(try bothValue(of: "12", into: "", .coercing) == "12")
    #expect(try bothValue(of: "1.50e3", into: "", .coercing) == "1.50e3")
    #expect(try bothValue(of: "true", into: "" as String?, .coercing) == "true")
    #expect(try bothValue(of: "false", into: "", .coercing, .interned) == "false")
    #expect(try bothValue(of: #""null""#, into: "", .coercing) == "null")
    #expect(try bothValue(of: #""null""#, into: "x" as String?, .coercing) == nil)
    #expect(try bothValue(of: #""null""#, into: "x", .coercing, .null(.keep)) == "x")
    #expect(
      try bothValue(of: #""a string of more than fifteen bytes""#, into: nil as String?, .coercing)
        == "a string of more than fifteen bytes")
    #expect(try bothValue(of: #""null""#, into: 5 as Int?, .coercing) == nil)
    #expect(
      try bothVerdict(on: #""null""#, into: 5 as Int?, .coercing, .null(.error)).kind == .unexpectedNull)
    #expect(try bothVerdict(on: "null", into: "x", .coercing) == Verdict(.unexpectedNull, 5, "v"))
    #expect(try bothVerdict(on: "[1]", into: "x", .coercing) == Verdict(.typeMismatch, 5, "v"))
  }

  @Test("elements, members, raw values, transforms and undecoded values", .feature("8"))
  func within() throws {
    #expect(try bothValue(of: #"["1",2,true]"#, into: [] as [Int], .coercing) == [1, 2, 1])
    #expect(try bothValue(of: #"["1","null",null]"#, into: [] as [Int?], .coercing) == [1, nil, nil])
    #expect(
      try bothValue(of: #"{"a":1,"b":"no"}"#, into: [:] as [String: Bool], .coercing) == [
        "a": true, "b": false,
      ])
    #expect(try bothValue(of: #"[1,"x"]"#, into: [] as Set<String>, .coercing) == ["1", "x"])
    #expect(try bothValue(of: #"["x","2"]"#, into: [] as [Int], .coercing, .badElement(.drop)) == [2])
    #expect(try bothValue(of: #""null""#, into: JSONValue.null, .coercing) == .string("null"))
    struct Model: Equatable, Sendable {
      var color = Color.red
      var code: Code? = .zero
      var date = Date(timeIntervalSince1970: 0)
    }
    let mapping = try Mapping(Model()) {
      Field(\.color, "color", .coercing)
      Field(\.code, "code", .coercing)
      Field(\.date, "date", using: .unixSeconds, .coercing)
    }
    #expect(
      try mapping.both(#"{"color":1,"code":"1","date":"12"}"#)
        == Model(color: .one, code: .one, date: Date(timeIntervalSince1970: 12)))
    #expect(try mapping.bothRefuse(#"{"color":2}"#).kind == .unknownRawValue)
    #expect(try mapping.both(#"{"code":"null"}"#).code == nil)
  }

  struct Point: Equatable, Sendable {
    var x = 0
    var name: String?
  }

  @Test("a single value for an array", .feature("12", "G4"))
  func single() throws {
    #expect(try bothValue(of: "7", into: [] as [Int], .singleAsArray) == [7])
    #expect(try bothValue(of: " [ 7 , 8 ] ", into: [] as [Int], .singleAsArray) == [7, 8])
    #expect(try bothValue(of: #""a\n""#, into: nil as [String]?, .singleAsArray) == ["a\n"])
    #expect(try bothValue(of: "7", into: [] as Set<Int>, .singleAsArray) == [7])
    #expect(try bothValue(of: "null", into: [1] as [Int]?, .singleAsArray) == nil)
    #expect(try bothValue(of: "null", into: [1], .singleAsArray, .null(.keep)) == [1])
    #expect(
      try bothVerdict(on: "null", into: [1], .singleAsArray, .mismatch(.keep))
        == Verdict(.unexpectedNull, 5, "v"))
    #expect(try bothValue(of: "7", into: [] as [[Int]], .singleAsArray) == [[7]])
    #expect(try bothValue(of: "[7, 8]", into: [] as [[Int]], .singleAsArray) == [[7, 8]])
    #expect(try bothValue(of: "[[7],[8,9],[]]", into: [] as [[Int]], .singleAsArray) == [[7], [8, 9], []])
    #expect(try bothValue(of: "[]", into: [[1]] as [[Int]], .singleAsArray) == [])
    #expect(
      try bothValue(of: #"{"a":1,"b":[2,3],"c":[]}"#, into: [:] as [String: [Int]], .singleAsArray)
        == ["a": [1], "b": [2, 3], "c": []])
    #expect(try bothValue(of: #"["x",1]"#, into: [] as [Int], .singleAsArray, .badElement(.drop)) == [1])
    #expect(
      try bothVerdict(on: #""x""#, into: [] as [Int], .singleAsArray) == Verdict(.typeMismatch, 5, "v[0]"))
    #expect(
      try bothVerdict(on: #"[1, "x"]"#, into: [] as [Int], .singleAsArray)
        == Verdict(.typeMismatch, 9, "v[1]"))
    #expect(
      try bothVerdict(on: #"{"a":"x"}"#, into: [:] as [String: [Int]], .singleAsArray)
        == Verdict(.typeMismatch, 10, "v.a[0]"))
    #expect(
      try bothVerdict(on: "7", into: [:] as [String: [Int]], .singleAsArray) == Verdict(.typeMismatch, 5, "v")
    )
    #expect(try bothValue(of: "7", into: ["t": [1]], .singleAsArray, .mismatch(.keep)) == ["t": [1]])
  }

  @Test("a bad element that voids a reshaped value", .feature("11"))
  func void() throws {
    #expect(try bothValue(of: #"[1,"x"]"#, into: [5], .singleAsArray, .badElement(.keep)) == [5])
    #expect(try bothValue(of: #""x""#, into: [5], .singleAsArray, .badElement(.keep)) == [5])
    #expect(try bothValue(of: "7", into: [5], .singleAsArray, .badElement(.keep)) == [7])
    #expect(
      try bothValue(of: #""1,x""#, into: nil as [Int?]?, .commaSeparated, .coercing, .badElement(.setNil))
        == [
          1, nil,
        ])
  }

  @Test("a single model, also of classes and reused", .feature("12", "25", "28", "G4"))
  func models() throws {
    let point = try Mapping(Point()) {
      Field(\.x, "x", .required)
      Field(\.name, "name")
    }
    let mapping = try Mapping(Box(value: [Point(x: 9)])) {
      Field(\.value, ["v", "w"], mapping: point, .singleAsArray)
    }
    #expect(try mapping.both(#"{"v":{"x":1,"name":"n"}}"#).value == [Point(x: 1, name: "n")])
    #expect(try mapping.both(#"{"v":[{"x":1},{"x":2}]}"#).value == [Point(x: 1), Point(x: 2)])
    #expect(try mapping.both(#"{"w":{"x":3}}"#).value == [Point(x: 3)])
    #expect(try mapping.both("{}").value == [Point(x: 9)])
    #expect(Verdict(try mapping.bothRefuse(#"{"v":{"name":"n"}}"#)) == Verdict(.missingField, 16, "v[0].x"))
    final class Node {
      var id = 0
    }
    final class Owner {
      var nodes: [Node] = [Node()]
    }
    let node = try Mapping(Node()) { Field(\.id, "id") }
    let owners = try Mapping(Owner()) { Field(\.nodes, "nodes", mapping: node, .singleAsArray) }
    for engine in Engine.allCases {
      let decoder = owners.makeDecoder(ReadingOptions(engine: engine))
      let first = try decoder.decode(Array(#"{"nodes":{"id":1}}"#.utf8).span)
      let second = try decoder.decode(Array("{}".utf8).span)
      let third = try decoder.decode(Array(#"{"nodes":[{"id":3},{"id":4}]}"#.utf8).span)
      let fourth = try decoder.decode(Array("{}".utf8).span)
      #expect(first.nodes.map(\.id) == [1])
      #expect(second.nodes.map(\.id) == [0])
      #expect(third.nodes.map(\.id) == [3, 4])
      #expect(second.nodes[0] !== fourth.nodes[0])
    }
    let wanted = try Mapping(
      Argument<[Point]>("v", mapping: point, .singleAsArray), Argument<[Int]?>("w", .singleAsArray)
    ) {
      "\($0.map(\.x)) \($1 ?? [])"
    }
    #expect(try wanted.both(#"{"v":{"x":1},"w":2}"#) == "[1] [2]")
    #expect(try wanted.both("{}") == "[] []")
  }

  @Test("a comma-separated list", .feature("8", "G15"))
  func lists() throws {
    #expect(try bothValue(of: #""a, b,c""#, into: [] as [String], .commaSeparated) == ["a", "b", "c"])
    #expect(try bothValue(of: #""1, 2""#, into: [] as [Int], .commaSeparated, .coercing) == [1, 2])
    #expect(try bothValue(of: #""""#, into: ["t"], .commaSeparated) == [])
    #expect(try bothValue(of: #"" ""#, into: ["t"], .commaSeparated) == [])
    #expect(try bothValue(of: #""a,,""#, into: [] as [String], .commaSeparated) == ["a", "", ""])
    #expect(
      try bothValue(of: #""a b\u002c\"c\",d""#, into: [] as [String], .commaSeparated) == [#"a b,"c""#, "d"])
    #expect(try bothValue(of: #"["a,b"]"#, into: [] as [String], .commaSeparated) == ["a,b"])
    #expect(try bothValue(of: #""x,y""#, into: [] as Set<String>, .commaSeparated) == ["x", "y"])
    #expect(
      try bothValue(of: #""1,2""#, into: [] as [[Int]], .commaSeparated, .singleAsArray, .coercing) == [
        [1, 2]
      ])
    #expect(try bothVerdict(on: "7", into: [] as [Int], .commaSeparated) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothValue(of: "7", into: [1], .commaSeparated, .mismatch(.keep)) == [1])
    #expect(
      try bothVerdict(on: #""1, x""#, into: [] as [Int], .commaSeparated, .coercing)
        == Verdict(.typeMismatch, 9, "v[1]"))
  }

  @safe private struct Views {
    var texts: [BorrowedText] = unsafe []
  }

  @Test("rejects unsupported fields at compile time")
  func impossible() {
    #expect(throws: PathError.self) { try boxed(1, .singleAsArray) }
    #expect(throws: PathError.self) { try boxed([1], at: "v[*]", .singleAsArray) }
    #expect(throws: PathError.self) { try boxed([1], at: "v.*", .commaSeparated) }
    #expect(throws: PathError.self) { try Mapping(Views()) { unsafe Field(\.texts, "v", .singleAsArray) } }
  }

  @Test("writes the value in its own type", .feature("20"))
  func written() throws {
    let mapping = try boxed([1, 2], .singleAsArray, .coercing)
    #expect(String(decoding: try mapping.encode(Box(value: [7])), as: UTF8.self) == #"{"v":[7]}"#)
  }
}
