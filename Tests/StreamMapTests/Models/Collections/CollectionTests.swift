import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Collections")
struct CollectionTests {
  enum Axis: String, Hashable, Sendable {
    case x, y
  }

  enum Grade: Int, Hashable, Sendable {
    case low = 1
    case high = 2
  }

  struct Point: Hashable {
    var x = 0
    var note: String?
  }

  static func point() throws -> Mapping<Point> {
    try Mapping(Point()) {
      Field(\.x, "x", .required)
      Field(\.note, "note")
    }
  }

  @Test("an optional collection has the bits of the collection")
  func optionalCollection() {
    func bits<Value>(_ value: Value) -> [UInt8] { unsafe withUnsafeBytes(of: value) { unsafe Array($0) } }
    let (array, set, dictionary) = ([1, 2], Set([1]), ["a": 1])
    #expect(bits(array) == bits(Optional(array)))
    #expect(bits(set) == bits(Optional(set)))
    #expect(bits(dictionary) == bits(Optional(dictionary)))
  }

  @Test("arrays of arrays, to any depth", .feature("10"))
  func nestedArrays() throws {
    #expect(try bothValue(of: "[[1,2],[],[3]]", into: [[9]]) == [[1, 2], [], [3]])
    #expect(try bothValue(of: "[[[1],[2,3]],[],[[]]]", into: [] as [[[Int]]]) == [[[1], [2, 3]], [], [[]]])
    #expect(try bothValue(of: #"[["a","b \n"],["c"]]"#, into: [] as [[String]]) == [["a", "b \n"], ["c"]])
    #expect(try bothValue(of: "[[1,null],null]", into: [] as [[Int?]?]) == [[1, nil], nil])
    #expect(try bothValue(of: "null", into: [[1]] as [[Int]]?) == nil)
    #expect(try bothValue(of: "[[1]]", into: nil as [[Int]]?) == [[1]])
    #expect(try bothValue(of: "[[1.5,2]]", into: [] as [[Double]]) == [[1.5, 2]])
    #expect(try bothValue(of: "[[[1],2]]", into: [] as [[RawJSON]]).map { $0.map(\.text) } == [["[1]", "2"]])
  }

  @Test("sets", .feature("10"))
  func sets() throws {
    #expect(try bothValue(of: #"["a","b","a"]"#, into: ["z"] as Set<String>) == ["a", "b"])
    #expect(try bothValue(of: "[]", into: [1] as Set<Int>) == [])
    #expect(try bothValue(of: "[1,null,1]", into: [] as Set<Int?>) == [1, nil])
    #expect(try bothValue(of: "[[1,2],[1,2],[]]", into: [] as Set<[Int]>) == [[1, 2], []])
    #expect(try bothValue(of: "[[2,1],[1,2]]", into: [] as [Set<Int>]) == [[1, 2], [1, 2]])
    #expect(try bothValue(of: "null", into: [1] as Set<Int>?) == nil)
  }

  @Test("dictionaries, also of arrays", .feature("10"))
  func dictionaries() throws {
    #expect(try bothValue(of: #"{"a":1,"b":2}"#, into: ["z": 9]) == ["a": 1, "b": 2])
    #expect(try bothValue(of: "{}", into: ["z": 9]) == [:])
    #expect(
      try bothValue(of: #"{"":"x","\u0061\n":"y"}"#, into: [:] as [String: String]) == ["": "x", "a\n": "y"])
    #expect(try bothValue(of: #"{"a":null,"b":1}"#, into: [:] as [String: Int?]) == ["a": nil, "b": 1])
    #expect(
      try bothValue(of: #"{"a":[1,2],"b":[]}"#, into: [:] as [String: [Int]]) == ["a": [1, 2], "b": []])
    #expect(
      try bothValue(
        of: #"{"a":{"b":{"c":[true]}},"d":{}}"#, into: [:] as [String: [String: [String: [Bool]]]])
        == ["a": ["b": ["c": [true]]], "d": [:]])
    #expect(
      try bothValue(of: #"[{"a":1},{},{"a":2}]"#, into: [] as [[String: Int]]) == [["a": 1], [:], ["a": 2]])
    #expect(try bothValue(of: #"{"a":null,"b":[1]}"#, into: [:] as [String: [Int]?]) == ["a": nil, "b": [1]])
    #expect(try bothValue(of: "null", into: [:] as [String: Int]?) == nil)
    #expect(
      try bothValue(of: #"{"a":{"b":1}}"#, into: nil as [String: JSONValue]?)?["a"]?["b"]?.number?.int == 1)
    let long = String(repeating: "a name beyond fifteen bytes ", count: 40)
    #expect(try bothValue(of: #"{"\#(long)":1,"é":2}"#, into: [:] as [String: Int]) == [long: 1, "é": 2])
  }

  @Test("keys that are enums, integers, identifiers", .feature("10"))
  func keys() throws {
    #expect(try bothValue(of: #"{"x":1,"y":2}"#, into: [:] as [Axis: Int]) == [.x: 1, .y: 2])
    #expect(
      try bothValue(of: #"{"1":"a","2":"b"}"#, into: [:] as [Grade: String]) == [.low: "a", .high: "b"])
    #expect(try bothValue(of: #"{"-1":[1],"7":[]}"#, into: [:] as [Int: [Int]]) == [-1: [1], 7: []])
    let uuid = UUID()
    #expect(try bothValue(of: #"{"\#(uuid)":true}"#, into: [:] as [UUID: Bool]) == [uuid: true])
    #expect(
      try bothVerdict(on: #"{"x":1,"z":2}"#, into: [:] as [Axis: Int]) == Verdict(.invalidName, 16, "v.z"))
    #expect(try bothVerdict(on: #"{"1":[1],"a":[[]]}"#, into: [:] as [Int: [[Int]]]).path == "v.1[0]")
    #expect(
      try bothVerdict(on: #"{"1":[],"a":[ 2 ],"2":[]}"#, into: [:] as [Int: [Int]])
        == Verdict(.invalidName, 17, "v.a"))
    let refusal = try boxed([:] as [Axis: Int]).bothRefuse(#"{"v":{"z":2}}"#)
    #expect(refusal.message == "v.z: expected a name that is a key of Dictionary<Axis, Int>, found another")
    #expect(
      try bothValue(of: #"{"z":2,"x":1,"":{}}"#, into: [:] as [Axis: Int], .badElement(.drop)) == [.x: 1])
    #expect(
      try bothValue(of: #"{"a":[2],"1":[3]}"#, into: [:] as [Int: [Int]], .badElement(.drop)) == [1: [3]])
    struct Odd: Hashable, Sendable {}
    let error = #expect(throws: PathError.self) { try boxed([:] as [Odd: Int]) }
    #expect(error?.description.contains("is not supported") == true)
  }

  @Test("raw values in collections", .feature("9"))
  func rawValues() throws {
    struct Model: Equatable {
      var rows: [[Axis]] = []
      var set: Set<Axis> = [.x]
      var byName: [String: Axis] = [:]
      var lists: [Axis: [Grade]]? = nil
      var holes: [Axis?] = []
    }
    let mapping = try Mapping(Model()) {
      Field(\.rows, "rows")
      Field(\.set, "set")
      Field(\.byName, "byName")
      Field(\.lists, "lists")
      Field(\.holes, "holes")
    }
    #expect(
      try mapping.both(
        #"{"rows":[["x"],["y","x"]],"set":["y"],"byName":{"a":"x"},"lists":{"x":[1,2]},"holes":["x",null]}"#)
        == Model(
          rows: [[.x], [.y, .x]], set: [.y], byName: ["a": .x], lists: [.x: [.low, .high]], holes: [.x, nil]))
    #expect(
      Verdict(try mapping.bothRefuse(#"{"lists":{"x":[1,3]}}"#))
        == Verdict(.unknownRawValue, 17, "lists.x[1]"))
    #expect(Verdict(try mapping.bothRefuse(#"{"byName":{"a":1}}"#)) == Verdict(.typeMismatch, 15, "byName.a"))
  }

  @Test("nested models in every collection", .feature("10", "O8", "T4"))
  func models() throws {
    struct Model: Equatable {
      var set: Set<Point> = []
      var rows: [[Point]] = [[Point(x: 9)]]
      var byName: [String: Point] = ["t": Point(x: 7)]
      var lists: [Axis: [Point]]?
      var maybe: [String: Point?] = [:]
      var holes: [Point?] = []
    }
    let point = try Self.point()
    func mapping(_ policy: FieldPolicy) throws -> Mapping<Model> {
      try Mapping(Model()) {
        Field(\.set, "set", mapping: point, policy)
        Field(\.rows, "rows", mapping: point, policy)
        Field(\.byName, "byName", mapping: point, policy)
        Field(\.lists, "lists", mapping: point, policy)
        Field(\.maybe, "maybe", mapping: point, policy)
        Field(\.holes, "holes", mapping: point, policy)
      }
    }
    let strict = try mapping(.badElement(.error))
    #expect(
      try strict.both(
        #"""
        {"set":[{"x":1},{"x":1},{"x":2}],"rows":[[],[{"x":3,"note":"n"},{"x":4}]],"byName":{"a":{"x":5},"b":{"x":6}},
        "lists":{"x":[{"x":8}],"y":[]},"maybe":{"a":null,"b":{"x":1}},"holes":[null,{"x":2}]}
        """#)
        == Model(
          set: [Point(x: 1), Point(x: 2)], rows: [[], [Point(x: 3, note: "n"), Point(x: 4)]],
          byName: ["a": Point(x: 5), "b": Point(x: 6)], lists: [.x: [Point(x: 8)], .y: []],
          maybe: ["a": nil, "b": Point(x: 1)], holes: [nil, Point(x: 2)]))
    #expect(try strict.both("{}") == Model())
    #expect(
      Verdict(try strict.bothRefuse(#"{"rows":[[{"x":1}],[{}]]}"#))
        == Verdict(.missingField, 21, "rows[1][0].x"))
    #expect(Verdict(try strict.bothRefuse(#"{"byName":{"a":[]}}"#)) == Verdict(.typeMismatch, 15, "byName.a"))
    #expect(
      Verdict(try strict.bothRefuse(#"{"byName":{"a":null}}"#)) == Verdict(.unexpectedNull, 15, "byName.a"))
    #expect(Verdict(try strict.bothRefuse(#"{"lists":{"z":[]}}"#)) == Verdict(.invalidName, 14, "lists.z"))
    let loose = try mapping(.badElement(.drop))
    #expect(
      try loose.both(
        #"{"set":[1,{"x":1}],"rows":[2,[null,{"x":3},[]]],"byName":{"a":1,"b":{"x":6}},"lists":{"z":[{"x":1}],"x":[7]}}"#
      )
        == Model(
          set: [Point(x: 1)], rows: [[Point(x: 3)]], byName: ["b": Point(x: 6)], lists: [.x: []]))
  }

  @Test("bad elements at every depth", .feature("11"))
  func badElements() throws {
    #expect(
      try bothVerdict(on: #"[[1],[2,"x"]]"#, into: [] as [[Int]]) == Verdict(.typeMismatch, 13, "v[1][1]"))
    #expect(try bothVerdict(on: "[[1],2]", into: [] as [[Int]]) == Verdict(.typeMismatch, 10, "v[1]"))
    #expect(try bothVerdict(on: "[[1],{}]", into: [] as [[Int]]) == Verdict(.typeMismatch, 10, "v[1]"))
    #expect(try bothVerdict(on: "{}", into: [] as [[Int]]) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothVerdict(on: "[]", into: [:] as [String: Int]) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothVerdict(on: "3", into: [] as Set<Int>) == Verdict(.typeMismatch, 5, "v"))
    #expect(try bothVerdict(on: "null", into: [:] as [String: Int]) == Verdict(.unexpectedNull, 5, "v"))
    #expect(
      try bothVerdict(on: #"{"a":null}"#, into: [:] as [String: [Int]]) == Verdict(.unexpectedNull, 10, "v.a")
    )
    #expect(
      try bothVerdict(on: #"{"a":1.5}"#, into: [:] as [String: Int]) == Verdict(.notAnInteger, 10, "v.a"))
    #expect(
      try bothValue(of: #"[[1,"x"],2,null,[[],3]]"#, into: [] as [[Int]], .badElement(.drop)) == [[1], [3]])
    #expect(
      try bothValue(of: #"{"a":"x","b":{},"c":1,"d":null}"#, into: [:] as [String: Int], .badElement(.drop))
        == ["c": 1])
    let messages: [(any Error, String)] = [
      (
        try boxed([] as [[Int]]).bothRefuse(#"{"v":{}}"#),
        "v: expected an array for Array<Array<Int>>, found an object"
      ),
      (
        try boxed([] as [[Int]]).bothRefuse(#"{"v":[1]}"#),
        "v[0]: expected an array for Array<Array<Int>>, found 1"
      ),
      (
        try boxed([] as [[Int]]).bothRefuse(#"{"v":[["a"]]}"#),
        #"v[0][0]: expected an integer for Array<Array<Int>>, found a string ("a")"#
      ),
      (
        try boxed([:] as [String: [Int]]).bothRefuse(#"{"v":[]}"#),
        "v: expected an object for Dictionary<String, Array<Int>>, found an array"
      ),
    ]
    for (error, message) in messages { #expect((error as? MappingError)?.message == message) }
  }

  @Test("policies for the collection itself", .feature("5"))
  func policies() throws {
    #expect(try bothValue(of: "null", into: ["t": 1], .null(.keep)) == ["t": 1])
    #expect(try bothValue(of: "[]", into: ["t": 1], .mismatch(.keep)) == ["t": 1])
    #expect(try bothValue(of: "7", into: [1] as Set<Int>?, .mismatch(.setNil)) == nil)
    #expect(
      try bothVerdict(on: "null", into: nil as [[Int]]?, .null(.error)) == Verdict(.unexpectedNull, 5, "v"))
    #expect(
      try bothValue(
        of: #"{"a":2.5,"b":300}"#, into: [:] as [String: UInt8], .clamping, .badElement(.drop)) == [
          "b": 255
        ])
    #expect(
      try bothValue(
        of: #"{"a":"a text of more than fifteen bytes"}"#, into: [:] as [String: String], .interned) == [
          "a": "a text of more than fifteen bytes"
        ])
    #expect(throws: PathError.self) { try boxed([:] as [String: Int], .interned) }
    #expect(Verdict(try boxed(["t": 1], .required).bothRefuse("{}")) == Verdict(.missingField, 1, "v"))
  }

  @Test("members of one name", .feature("60"))
  func duplicates() throws {
    let json = #"{"a":1,"b":2,"a":3}"#
    #expect(try bothValue(of: json, into: [:] as [String: Int]) == ["a": 1, "b": 2])
    #expect(try bothValue(of: json, into: [:] as [String: Int], .duplicate(.last)) == ["a": 3, "b": 2])
    #expect(
      try bothVerdict(on: json, into: [:] as [String: Int], .duplicate(.error))
        == Verdict(.duplicateName, 22, "v.a"))
    let lists = #"{"a":[1,2],"a":[3],"\u0061":[4]}"#
    #expect(try bothValue(of: lists, into: [:] as [String: [Int]]) == ["a": [1, 2]])
    #expect(try bothValue(of: lists, into: [:] as [String: [Int]], .duplicate(.last)) == ["a": [4]])
    // Two names of one dictionary key.
    let keys = #"{"1":1,"+1":2,"01":3}"#
    #expect(try bothValue(of: keys, into: [:] as [Int: Int]) == [1: 1])
    #expect(try bothValue(of: keys, into: [:] as [Int: Int], .duplicate(.last)) == [1: 3])
    #expect(
      try bothVerdict(on: keys, into: [:] as [Int: Int], .duplicate(.error))
        == Verdict(.duplicateName, 17, "v.+1"))
    // The dictionary itself is duplicated.
    let twice = try Mapping(Box(value: [String: Int]())) { Field(\.value, "v", .duplicate(.last)) }
    #expect(try twice.both(#"{"v":{"a":1},"v":{"b":2}}"#).value == ["b": 2])
  }

  /// A path to a member of an object that another field maps as a whole.
  @Test("a dictionary beside named members")
  func besideNames() throws {
    struct Model: Equatable {
      var all: [String: Int] = ["t": 0]
      var lists: [String: [Int]] = [:]
      var a = -1
      var b: Int? = -2
    }
    func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
      let duplicate = policies.first ?? .duplicate(.first)
      return try Mapping(Model()) {
        Field(\.all, "m", duplicate)
        Field(\.a, "m.a", duplicate)
        Field(\.b, "m.b", duplicate)
      }
    }
    let json = #"{"m":{"c":3,"b":2,"a":1,"d":4}}"#
    #expect(try mapping().both(json) == Model(all: ["a": 1, "b": 2, "c": 3, "d": 4], a: 1, b: 2))
    let twice = #"{"m":{"a":1,"c":3,"a":5,"c":7}}"#
    #expect(try mapping().both(twice) == Model(all: ["a": 1, "c": 3], a: 1))
    #expect(try mapping(.duplicate(.last)).both(twice) == Model(all: ["a": 5, "c": 7], a: 5))
    #expect(
      Verdict(try mapping(.duplicate(.error)).bothRefuse(twice)) == Verdict(.duplicateName, 22, "m.a"))
    // More names than bits in a word of the machine.
    let names = (0..<100).map { "n\($0)" }
    let wide = try Mapping(Model()) {
      Field(\.all, "m")
      for name in names { Field("m.\(name)", get: \.a) { $0.a = $1 } }
    }
    let members = names.enumerated().map { #""\#($1)":\#($0)"# }.joined(separator: ",")
    let read = try wide.both(#"{"m":{"z":1,\#(members)}}"#)
    #expect(read.all.count == 101)
    #expect(names.enumerated().allSatisfy { read.all[$1] == $0 })
    let nested = try Mapping(Model()) {
      Field(\.lists, "m")
      Field(\.a, "m.a[1]")
    }
    #expect(try nested.both(#"{"m":{"b":[],"a":[5,6]}}"#) == Model(lists: ["a": [5, 6], "b": []], a: 6))
  }

  @Test("collections and wildcards", .feature("18"))
  func wildcards() throws {
    struct Model: Equatable {
      var set: Set<Int> = []
      var rows: [[Int]] = []
      var prices: [String: Int] = [:]
    }
    let mapping = try Mapping(Model()) {
      Field(\.set, "items[*].id")
      Field(\.rows, "items[*].sizes")
      Field(\.prices, "prices.*")
    }
    #expect(
      try mapping.both(#"{"items":[{"id":1,"sizes":[1,2]},{"sizes":[]},{"id":1}],"prices":{"a":1,"b":2}}"#)
        == Model(set: [1], rows: [[1, 2], []], prices: ["a": 1, "b": 2]))
    for path in ["items[*]", "a.*.b", "*.*", "a[*].*"] {
      let error = #expect(throws: PathError.self, "\(path)") { try boxed([:] as [String: Int], at: path) }
      #expect(error?.description.contains("a dictionary has the members of one object") == true)
    }
    #expect(try boxed(["t": 1], at: "$").both(#"{"a":1}"#).value == ["a": 1])
    #expect(try boxed(["t": 1], at: "*").both(#"{"a":1}"#).value == ["a": 1])
    #expect(throws: PathError.self) {
      try Mapping(Model()) {
        Field(\.prices, "v")
        Field(\.rows, "v")
      }
    }
  }

  @Test("through setters, and in classes")
  func cells() throws {
    final class Model {
      var rows: [[Int]] = [[1]]
      var seen: [String: Int] = [:] { didSet { changes += 1 } }
      var changes = 0
    }
    let mapping = try Mapping(Model()) {
      Field(\.rows, "rows")
      Field(\.seen, "seen")
      Field("set") { (model: inout Model, set: Set<Int>) in model.changes += set.count * 100 }
    }
    for engine in [Engine.yajl, .index] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      let first = try decoder.decode(#"{"rows":[[2],[3]],"seen":{"a":1},"set":[1,2,2]}"#)
      #expect(first.rows == [[2], [3]] && first.seen == ["a": 1] && first.changes == 201)
      let second = try decoder.decode("{}")
      #expect(second.rows == [[1]] && second.seen == [:] && second.changes == 0)
      #expect(first.rows == [[2], [3]])
    }
  }
}
