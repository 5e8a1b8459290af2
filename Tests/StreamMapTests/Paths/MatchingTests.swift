import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Matching")
struct MatchingTests {
  /// Returns the value of a path without a wildcard. Nil if it is absent or an intermediate value has the wrong kind.
  static func one(_ path: String, in json: String) throws -> String? {
    try Mapping(Box<RawJSON?>(value: nil)) { Field(\.value, path, .mismatch(.setNil)) }.decode(json).value?
      .text
  }

  /// Returns the values of a path with a wildcard, or nil if its first container is absent.
  static func many(_ path: String, in json: String) throws -> [String]? {
    try Mapping(Box<[RawJSON]?>(value: nil)) {
      Field(\.value, path, .mismatch(.setNil), .badElement(.drop))
    }.decode(json).value?.map(\.text)
  }

  @Test(
    "one value",
    arguments: [
      ("$", #" {"a": [1, 2]} "#, #"{"a":[1,2]}"#), ("$", "7", "7"), ("$", #""x""#, #""x""#),
      ("$", "[ ]", "[]"),
      ("a", #"{"a":1}"#, "1"), ("a", #"{"b":1}"#, nil), ("a", "{}", nil),
      ("a", #"{"a":{"a":2}}"#, #"{"a":2}"#), ("a.a", #"{"a":{"a":2}}"#, "2"),
      ("a.b", #"{"a":[{"b":1}]}"#, nil),
      ("a.b", #"{"a":"b"}"#, nil), ("b", #"{"a":{"b":1}}"#, nil), ("b", #"{"a":{"b":1},"b":2}"#, "2"),
      ("a[0]", #"{"a":[5,6]}"#, "5"), ("a[1]", #"{"a":[5,6]}"#, "6"), ("a[2]", #"{"a":[5,6]}"#, nil),
      ("a[0]", #"{"a":[]}"#, nil), ("a[0]", #"{"a":{"0":1}}"#, nil), ("a.0", #"{"a":{"0":1}}"#, "1"),
      ("a.0", #"{"a":[1]}"#, nil), ("[1][0]", "[[1],[2]]", "2"), ("[0].x", #"[{"x":3}]"#, "3"),
      ("a[2147483646]", #"{"a":[1]}"#, nil), ("['a.b']", #"{"a":{"b":1},"a.b":2}"#, "2"),
      ("['']", #"{"":4}"#, "4"), (#"['it\'s']"#, #"{"it's":5}"#, "5"), (#"["a\"b"]"#, #"{"a\"b":6}"#, "6"),
      ("['*']", #"{"x":1,"*":2}"#, "2"), ("$id", #"{"$id":7}"#, "7"), ("['$']", #"{"$":8}"#, "8"),
      ("user name", #"{"user name":9}"#, "9"), ("straße", #"{"straße":1}"#, "1"),
    ] as [(String, String, String?)])
  func single(path: String, json: String, found: String?) throws {
    #expect(try Self.one(path, in: json) == found)
  }

  @Test(
    "many values",
    arguments: [
      ("a[*]", #"{"a":[1,2]}"#, ["1", "2"]), ("a[*]", #"{"a":[]}"#, []), ("a[*]", "{}", nil),
      ("a[*]", #"{"a":{"x":1}}"#, nil), ("a[*]", #"{"a":3}"#, nil), ("[*]", "[[1],2]", ["[1]", "2"]),
      ("*", #"{"x":1,"y":[2]}"#, ["1", "[2]"]), ("*", "{}", []),
      ("a[*].b", #"{"a":[{"b":1},{"c":2},3,[4],{"b":null}]}"#, ["1", "null"]),
      ("a.*.b", #"{"a":{"p":{"b":1},"q":2,"r":{"b":[]}}}"#, ["1", "[]"]),
      (
        "a[*].b[*].c", #"{"a":[{"b":[{"c":1},{"c":2}]},{"b":[]},{},{"b":[{"c":3},{"d":4}]}]}"#,
        ["1", "2", "3"]
      ),
      ("*.*", #"{"a":{"x":1,"y":2},"b":3,"c":{"z":4}}"#, ["1", "2", "4"]),
      ("[*][0]", "[[1,2],[],[3]]", ["1", "3"]), ("[*].*", #"[{"a":1},{"b":2}]"#, ["1", "2"]),
      ("*[*]", #"{"a":[1],"b":[2,3],"c":{}}"#, ["1", "2", "3"]),
      ("a[1][*]", #"{"a":[[1],[2,3]]}"#, ["2", "3"]),
      ("[*][*][*]", "[[[1],[2]],[[3]]]", ["1", "2", "3"]),
    ] as [(String, String, [String]?)])
  func multiple(path: String, json: String, found: [String]?) throws {
    #expect(try Self.many(path, in: json) == found)
  }

  struct Pair: Equatable {
    var left = 0
    var right = 0
  }

  @Test("two fields on one path")
  func samePath() throws {
    let mapping = try Mapping(Pair()) {
      Field(\.left, "a.b")
      Field(\.right, "$.a['b']")
    }
    #expect(try mapping.decode(#"{"a":{"b":4}}"#) == Pair(left: 4, right: 4))
  }

  @Test("two types on one path")
  func twoTypes() throws {
    struct Model {
      var number = 0
      var wide = 0.0
      var raw = RawJSON()
      var value = JSONValue.null
    }
    let mapping = try Mapping(Model()) {
      Field(\.number, "n")
      Field(\.wide, "n")
      Field(\.raw, "n")
      Field(\.value, "n")
    }
    let model = try mapping.decode(#"{"n": 12 }"#)
    #expect((model.number, model.wide, model.raw.text) == (12, 12, "12"))
    #expect(model.value.number?.literal == "12")
  }

  @Test("a path that is a prefix of other paths", .feature("15"))
  func prefixes() throws {
    struct Child: Equatable {
      var id = 0
    }
    struct Model {
      var raw = RawJSON()
      var child = Child()
      var id = 0
      var first = 0
      var tags: [Int] = []
      var root = RawJSON()
    }
    let child = try Mapping(Child()) { Field(\.id, "id") }
    let mapping = try Mapping(Model()) {
      Field(\.id, "user.id")
      Field(\.raw, "user")
      Field(\.child, "user", mapping: child)
      Field(\.first, "user.tags[0]")
      Field(\.tags, "user.tags")
      Field(\.root, "$")
    }
    let json = #"{"user":{"tags":[7,8],"id":5},"x":null}"#
    let model = try mapping.decode(json)
    #expect(model.id == 5)
    #expect(model.child == Child(id: 5))
    #expect(model.raw.text == #"{"tags":[7,8],"id":5}"#)
    #expect(model.first == 7)
    #expect(model.tags == [7, 8])
    #expect(model.root.text == json)
  }

  @Test("a scalar in the middle of another path")
  func scalarAndBelow() throws {
    let mapping = try Mapping(Pair()) {
      Field(\.left, "a", .mismatch(.keep))
      Field(\.right, "a.b")
    }
    #expect(try mapping.decode(#"{"a":1}"#) == Pair(left: 1))
    #expect(try mapping.decode(#"{"a":{"b":2}}"#) == Pair(right: 2))
    let strict = try Mapping(Pair()) {
      Field(\.left, "a")
      Field(\.right, "a.b")
    }
    #expect(try strict.verdict(on: #"{"a":{"b":2}}"#) == Verdict(.typeMismatch, 5, "a"))
  }

  @Test("a name and a wildcard on one value", .feature("18"))
  func nameAndWildcard() throws {
    struct Model: Equatable {
      var one = 0
      var all: [Int] = []
    }
    let members = try Mapping(Model()) {
      Field(\.one, "b.x")
      Field(\.all, "*.x")
    }
    #expect(try members.decode(#"{"a":{"x":1},"b":{"x":2},"c":{"y":3}}"#) == Model(one: 2, all: [1, 2]))
    let elements = try Mapping(Model()) {
      Field(\.all, "[*]")
      Field(\.one, "[1]")
    }
    #expect(try elements.decode("[4,5,6]") == Model(one: 5, all: [4, 5, 6]))
    #expect(try elements.decode("[4]") == Model(one: 0, all: [4]))
  }

  @Test("continues after an early exit")
  func earlyExit() throws {
    let mapping = try Mapping(Pair()) {
      Field(\.left, "a.x")
      Field(\.right, "b[0]")
    }
    #expect(
      try mapping.decode(#"{"a":{"x":1,"y":{"x":9},"z":[[]]},"b":[2,3,[4]],"c":{"a":{"x":5}}}"#)
        == Pair(left: 1, right: 2))
  }

  @Test(
    "escaped names",
    arguments: [
      #""\u0069d""#, #""\u0069\u0064""#, #""i\u0064""#, #""id""#,
    ])
  func escapedNames(name: String) throws {
    #expect(try Self.one("id", in: "{\(name):3}") == "3")
    #expect(try Self.many("*", in: "{\(name):3,\"id\":4}") == ["3"])
  }

  @Test("escaped names outside the basic plane")
  func escapedPlanes() throws {
    #expect(try Self.one("😀", in: #"{"\ud83d\ude00":1}"#) == "1")
    #expect(try Self.one("['a/b']", in: #"{"a\/b":1}"#) == "1")
    #expect(try Self.one("['\n']", in: #"{"\n":1}"#) == "1")
    #expect(try Self.one("\u{0}", in: #"{"\u0000":1}"#) == "1")
  }

  /// RFC 8259, section 8.3: names are equal if their code units are equal. Nothing is normalised.
  @Test("canonically equivalent names differ")
  func canonicalEquivalence() throws {
    let mapping = try Mapping(Pair()) {
      Field(\.left, "\u{E9}")
      Field(\.right, "e\u{301}")
    }
    #expect(try mapping.decode("{\"\u{E9}\":1,\"e\u{301}\":2}") == Pair(left: 1, right: 2))
    #expect(try mapping.decode("{\"e\u{301}\":2}") == Pair(left: 0, right: 2))
  }

  @Test("names with equal length and first bytes")
  func similarNames() throws {
    let mapping = try Mapping(Pair()) {
      Field(\.left, "in_reply_to_screen_name")
      Field(\.right, "in_reply_to_user_id_str")
    }
    #expect(
      try mapping.decode(
        #"{"in_reply_to_user_id_xyz":9,"in_reply_to_user_id_str":2,"in_reply_to_screen_name":1}"#)
        == Pair(left: 1, right: 2))
    #expect(try mapping.decode(#"{"in_reply_to_screen_namf":1,"in_reply_to_user_id_st":2}"#) == Pair())
  }

  @Test("two hundred names in one node")
  func manyNames() throws {
    let count = 200
    let mapping = try Mapping(Box(value: [Int](repeating: 0, count: count))) {
      for index in 0..<count {
        Field("name\(index)") { (box: inout Box<[Int]>, value: Int) in box.value[index] = value }
      }
    }
    let members = (0..<count).map { "\"name\($0)\":\($0 + 1),\"other\($0)\":{\"name\($0)\":0}" }
    let model = try mapping.decode("{\(members.reversed().joined(separator: ","))}")
    #expect(model.value == (1...count).map { $0 })
  }

  @Test("names of every length up to a hundred bytes")
  func lengths() throws {
    for count in [1, 62, 63, 64, 65, 100] {
      let name = String(repeating: "n", count: count)
      #expect(try Self.one(name, in: "{\"\(name)\":1}") == "1")
      #expect(try Self.one(name, in: "{\"\(name)n\":1}") == nil)
    }
  }

  @Test("no fields")
  func nothingWanted() throws {
    let mapping = try Mapping(()) {}
    _ = try mapping.decode(#"{"a":[{"b":1}]}"#)
    _ = try mapping.decode("3")
    #expect(try mapping.verdict(on: #"{"a":[{"b":1}}"#) == Verdict(.syntax, 13, "a"))
  }
}
