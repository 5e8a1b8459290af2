import TestSupport
import GenomeDialect
import Testing

@Suite("Genome: operators and keys")
struct OperatorTests {
  private struct All: BasicMappable, Equatable {
    var both = 0
    var maybe: String?
    var sure: String!
    var read = "untouched"
    var written = "untouched"
    var list: [Int] = []
    var person: Person?

    mutating func sequence(map: Map) throws {
      try both <~> map["both"]
      try maybe <~> map["maybe"]
      try sure <~> map["sure"]
      try read <~ map["read"]
      try written ~> map["written"]
      try list <~> map["a.list"]
      try person <~> map["a.person"]
    }
  }

  @Test("two-way and one-way operators omit nil", .feature("1", "G1"))
  func ways() throws {
    let text = #"""
      {"both": 1, "maybe": "m", "sure": "s", "read": "r", "written": "w",
       "a": {"list": [1, 2], "person": {"first_name": "Joe", "last_name": "Fish"}}}
      """#
    var all = try All(js: try Json.deserialize(text))
    #expect(
      all.both == 1 && all.maybe == "m" && all.sure == "s" && all.read == "r" && all.written == "untouched")
    #expect(all.list == [1, 2] && all.person == Person("Joe", "Fish"))
    try #expect(
      all.jsonRepresentation() == [
        "both": 1, "maybe": "m", "sure": "s", "written": "untouched",
        "a": ["list": [1, 2], "person": ["first_name": "Joe", "last_name": "Fish"]],
      ])
    all.maybe = nil
    all.sure = nil
    all.person = nil
    let json = try all.jsonRepresentation()
    #expect(json == ["both": 1, "written": "untouched", "a": ["list": [1, 2]]])
    #expect(json.description == #"{"both":1,"written":"untouched","a":{"list":[1,2]}}"#)
    #expect(throws: SequenceError.self) { try All(js: ["both": 1, "read": "r", "a": [:]] as Json) }
  }

  @Test("the prefix operator for constants, and the deprecated one", .feature("G1"))
  @available(*, deprecated)
  func prefixes() throws {
    try withMaps(#"{"a": 1, "b": [2]}"#) { map in
      let a: Int = try <~map["a"]
      let b: [Int]? = try <~map["b"]
      let c: Int? = try <~map["c"]
      let d: Int? = try <~?map["a"]
      #expect(a == 1 && b == [2] && c == nil && d == 1)
      #expect(throws: SequenceError.self) { try <~map["c"] as Int }
    }
    let writing = Map()
    #expect(throws: MappingError.self) { try <~writing["a"] as Int? }
    #expect(throws: MappingError.self) { try writing.extract("a") as Int }
    #expect(throws: MappingError.self) { try writing["a"].fromJson { (value: Int) in value } }
  }

  @Test("reads paths, literal keys and empty names; scalars block paths", .feature("15", "G5"))
  func keys() throws {
    let text =
      #"{"a": {"b": {"c": 1}, "b.c": 2}, "a.b": {"c": 3}, "a.b.c": 4, "": 5, "x": 6, "l": [{"b": 7}]}"#
    try withMaps(text) { map in
      try #expect(map.value("a.b.c", Int.self) == 1)
      try #expect(map.value(.KeyPath("a.b.c"), Int.self) == 1)
      try #expect(map.value(.Key("a.b.c"), Int.self) == 4)
      try #expect(map.value(.Key(""), Int.self) == 5)
      try #expect(map.value("..a..b.c.", Int.self) == 1)
      try #expect(map.optional("", Int.self) == nil)
      try #expect(map.optional(".", Int.self) == nil)
      try #expect(map.optional("x.y", Int.self) == nil)
      // An index is a name, and a name finds nothing in an array.
      try #expect(map.optional("l.0.b", Int.self) == nil)
      try #expect(map.optional("l.b", [Int].self) == nil)
      // The order in which keys were requested does not matter the next time.
      try #expect(map.value("a.b.c", Int.self) == 1)
    }
    #expect("a.b" == KeyType.KeyPath("a.b") && KeyType.Key("a") != "a" && "\(KeyType.Key("a"))" == ".Key(a)")
  }

  @Test("written paths create objects, and skip no scalar", .feature("20", "G5"))
  func nestedWrites() throws {
    let map = Map()
    try 1 ~> map["a.b.c"]
    try 2 ~> map["a.b.d"]
    try 3 ~> map[.Key("a.b")]
    try 4 ~> map["a.e"]
    try 5 ~> map["a.b.c.lost"]
    try 6 ~> map["a.e"]
    try 7 ~> map[""]
    #expect(map.toJson.description == #"{"a":{"b":{"c":1,"d":2},"e":6},"a.b":3}"#)
    #expect(map.type == .ToJson && Map(json: EmptyJson).type == .FromJson)
  }

  @Test("the last of two duplicate members counts", .feature("60", "G5"))
  func duplicates() throws {
    try withMaps(#"{"a": 1, "a": 2, "b": {"c": 1}, "b": {"d": 2}}"#) { map in
      try #expect(map.value("a", Int.self) == 2)
      try #expect(map.optional("b.c", Int.self) == nil)
      try #expect(map.value("b", [String: Int].self) == ["d": 2])
      #expect(map.json["a"]?.intValue == 2 && map.json.objectValue?["a"]?.intValue == 2)
    }
  }
}
