import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Bad elements")
struct BadElementTests {
  @Test("nil", .feature("11"))
  func none() throws {
    #expect(
      try bothValue(of: #"[1,"x",null,[2],{"a":3},1e99,4]"#, into: [] as [Int?], .badElement(.setNil))
        == [1, nil, nil, nil, nil, nil, 4])
    #expect(
      try bothValue(of: #"{"a":1,"b":"x"}"#, into: [:] as [String: Int?], .badElement(.setNil)) == [
        "a": 1, "b": nil,
      ])
    #expect(
      try bothValue(of: #"[[1],7,["x"]]"#, into: [] as [[Int?]?], .badElement(.setNil)) == [[1], nil, [nil]])
    #expect(try bothValue(of: #"[1,"x"]"#, into: nil as [Int?]?, .badElement(.setNil)) == [1, nil])
    // Only where elements are optional.
    #expect(
      try bothVerdict(on: #"[["x"]]"#, into: [] as [[Int]?], .badElement(.setNil))
        == Verdict(.typeMismatch, 7, "v[0][0]"))
    #expect(throws: PathError.self) { try boxed([1], .badElement(.setNil)) }
    #expect(throws: PathError.self) { try boxed(1 as Int?, .badElement(.setNil)) }
    let path = try Mapping(Box(value: [Int?]())) { Field(\.value, "v[*].n", .badElement(.setNil)) }
    #expect(try path.both(#"{"v":[{"n":1},{"n":"x"},{},7,{"n":null}]}"#).value == [1, nil, nil, nil, nil])
  }

  @Test("one bad element voids the whole collection", .feature("11", "O9", "O30"))
  func keep() throws {
    #expect(try bothValue(of: #"[1,"x",2]"#, into: [5], .badElement(.keep)) == [5])
    #expect(try bothValue(of: "[1,null]", into: [5], .badElement(.keep)) == [5])
    #expect(try bothValue(of: "[1,2]", into: [5], .badElement(.keep)) == [1, 2])
    #expect(try bothValue(of: "[]", into: [5], .badElement(.keep)) == [])
    #expect(try bothValue(of: #"{"a":1,"b":"x","c":2}"#, into: ["t": 1], .badElement(.keep)) == ["t": 1])
    #expect(try bothValue(of: #"[[1],["x"],[2]]"#, into: [[5]], .badElement(.keep)) == [[5]])
    #expect(try bothValue(of: #"["x",1]"#, into: nil as [Int]?, .badElement(.keep)) == nil)
    #expect(try bothValue(of: #"[1,2,"x"]"#, into: [5] as Set<Int>, .badElement(.keep)) == [5])
    #expect(try bothVerdict(on: "7", into: [5], .badElement(.keep)) == Verdict(.typeMismatch, 5, "v"))
    let path = try Mapping(Box(value: [5])) { Field(\.value, "v[*].n", .badElement(.keep), .required) }
    #expect(try path.both(#"{"v":[{"n":1},{"n":"x"},{"n":2}]}"#).value == [5])
    let last = try Mapping(Box(value: [5])) { Field(\.value, "v", .badElement(.keep), .duplicate(.last)) }
    #expect(try last.both(#"{"v":["x"],"v":[1]}"#).value == [1])
    #expect(try last.both(#"{"v":[1],"v":[2,"x"]}"#).value == [5])
  }

  @Test("voids a collection among many fields, and in a reused instance")
  func manyFields() throws {
    struct Many {
      var others: [Int: Int] = [:]
      var list = [5]
    }
    let mapping = try Mapping(Many()) {
      for number in 0..<70 {
        Field("p\(number)") { (model: inout Many, value: Int) in model.others[number] = value }
      }
      Field(\.list, "list", .badElement(.keep))
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      let lists = try [#"{"list":[1]}"#, #"{"p69":1,"list":[2,"x"]}"#, #"{"list":[3]}"#].map {
        try decoder.decode($0).list
      }
      #expect(lists == [[1], [5], [3]], "\(engine)")
    }
  }

  @Test("a single bad value of a required array is not a missing one")
  func requiredShape() throws {
    let mapping = try Mapping(Box(value: [5])) {
      Field(\.value, "v", .singleAsArray, .badElement(.keep), .required)
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      let values = try [#"{"v":7}"#, #"{"v":["x"]}"#, #"{"v":[1]}"#].map { try decoder.decode($0).value }
      #expect(values == [[7], [5], [1]], "\(engine)")
      let kinds = ["{}", #"{"v":null}"#].map { text in caught { _ = try decoder.decode(text) }?.kind }
      #expect(kinds == [.missingField, .unexpectedNull], "\(engine)")
    }
  }

  struct Point: Equatable, Sendable {
    var x = 0
  }

  @Test("models, aliases, defaults and closure values", .feature("4", "6", "11", "17"))
  func models() throws {
    let point = try Mapping(Argument<Int>("x")) { x -> Point in
      struct Negative: Error {}
      guard x >= 0 else { throw Negative() }
      return Point(x: x)
    }
    let mapping = try Mapping(Box(value: [Point]())) {
      Field(\.value, ["v", "w"], mapping: point, default: [Point(x: 9)], .badElement(.keep))
    }
    #expect(try mapping.both(#"{"v":[{"x":1},{"x":2}]}"#).value == [Point(x: 1), Point(x: 2)])
    #expect(try mapping.both(#"{"v":[{"x":1},{"x":-2}],"w":[{"x":3}]}"#).value == [Point(x: 9)])
    #expect(try mapping.both(#"{"w":[{"x":-3}]}"#).value == [Point(x: 9)])
    #expect(try mapping.both(#"{"w":[7]}"#).value == [Point(x: 9)])
    let optional = try Mapping(Box(value: [Point?]())) {
      Field(\.value, "v", mapping: point, .badElement(.setNil))
    }
    #expect(try optional.both(#"{"v":[{"x":1},{"x":-2},"x",null]}"#).value == [Point(x: 1), nil, nil, nil])
    let wanted = try Mapping(
      Argument<[Int]>("v", .badElement(.keep)).or([5]), Argument<[Int?]>("w", .badElement(.setNil))
    ) {
      "\($0) \($1)"
    }
    #expect(try wanted.both(#"{"v":[1,"x"],"w":[1,"x"]}"#) == "[5] [Optional(1), nil]")
    #expect(try wanted.both(#"{"v":[1,2]}"#) == "[1, 2] []")
  }

  final class Account {
    var tags: [String] = ["t"]
    var list: [Int] = [1] { didSet { writes += 1 } }
    var writes = 0
  }

  @Test("classes, cells and reuse", .feature("11", "28"))
  func reused() throws {
    let mapping = try Mapping(Account()) {
      Field(\.tags, "tags", .badElement(.keep))
      Field(\.list, "list", .badElement(.keep))
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      func read(_ json: String) throws -> String {
        try decoder.read(Array(json.utf8).span) { "\($0.tags) \($0.list)" }
      }
      for _ in 0..<2 {
        #expect(try read(#"{"tags":["a"],"list":[2,3]}"#) == #"["a"] [2, 3]"#)
        #expect(try read(#"{"tags":["a",1],"list":[2,"x",3]}"#) == #"["t"] [1]"#)
        #expect(try read("{}") == #"["t"] [1]"#)
        #expect(throws: MappingError.self) { try read(#"{"tags":[1],"list":7}"#) }
        #expect(try read(#"{"list":[4]}"#) == #"["t"] [4]"#)
      }
    }
  }
}
