import Testing

@testable import StreamMap
@testable import TestSupport

/// Paths that continue behind a wildcard, into an array of optionals: an element without the value is nil.
@Suite("Absent elements")
struct AbsentElementTests {
  struct Item: Equatable, Sendable {
    var id = 0
  }

  @Test("an element without the value is nil, and one of the wrong kind is bad")
  func kinds() throws {
    let json = #"{"a":[{"b":1},{},null,{"b":null},{"c":[]},{"b":2}]}"#
    #expect(try boxed([9] as [Int?], at: "a[*].b").both(json).value == [1, nil, nil, nil, nil, 2])
    #expect(try boxed(nil as [Int?]?, at: "a[*].b").both(json).value == [1, nil, nil, nil, nil, 2])
    #expect(try boxed([], at: "a[*].b", .badElement(.drop)).both(json).value == [1, 2])
    let bad = #"{"a":[{"b":1},7,[],{"b":"x"},{"b":[1]},{"b":2},{}]}"#
    #expect(try boxed([] as [Int?], at: "a[*].b", .badElement(.drop)).both(bad).value == [1, 2, nil])
    #expect(
      try boxed([] as [Int?], at: "a[*].b", .badElement(.setNil)).both(bad).value
        == [1, nil, nil, nil, nil, 2, nil])
    #expect(try boxed([9] as [Int?], at: "a[*].b", .badElement(.keep)).both(bad).value == [9])
    #expect(
      ReportedError(try boxed([] as [Int?], at: "a[*].b").bothRefuse(bad))
        == ReportedError(.typeMismatch, at: 14, "a[1]", expected: "an object for a[*].b", found: "7"))
  }

  @Test(
    "a value of the wrong kind between the element and its value is a bad element",
    arguments: [
      #"{"a":[{"b":7},{"b":{"c":1}},{}]}"#, #"{"a":[{"b":[1]},{"b":{"c":1}},{}]}"#,
      #"{"a":[{"b":{"c":"x"}},{"b":{"c":1}},{}]}"#,
    ])
  func between(json: String) throws {
    let none = [] as [Int?]
    #expect(try boxed(none, at: "a[*].b.c", .badElement(.setNil)).both(json).value == [nil, 1, nil])
    #expect(try boxed(none, at: "a[*].b.c", .badElement(.drop)).both(json).value == [1, nil])
    #expect(try boxed([9] as [Int?], at: "a[*].b.c", .badElement(.keep)).both(json).value == [9])
    #expect(try boxed(none, at: "a[*].b.c").bothRefuse(json).kind == .typeMismatch)
    let lists = json.replacing("1}", with: "[1]}")
    #expect(
      try boxed([] as [[Int]?], at: "a[*].b.c", .badElement(.setNil)).both(lists).value == [nil, [1], nil])
    #expect(try boxed([] as [[Int]?], at: "a[*].b.c", .badElement(.drop)).both(lists).value == [[1], nil])
  }

  struct Name: Equatable, Sendable {
    var name = ""
  }

  struct Names: Equatable, Sendable {
    var names: [String?] = []
    var items: [Name] = []
  }

  @Test("the nil of an element stands for a text that has not ended")
  func partial() throws {
    let name = try Mapping(Name()) { Field(\.name, "name") }
    let mapping = try Mapping(Names()) {
      Field(\.names, "a[*].name")
      Field(\.items, "a[*]", mapping: name)
    }
    var parser = PushParser(mapping)
    try parser.feed(Array(#"{"a":[{"name":"one"},{},{"name":"par"#.utf8)) { _, _ in }
    let shown = try parser.partial { names, _ in copy names }
    #expect(shown == Names(names: ["one", nil, nil], items: [Name(name: "one"), Name(), Name(name: "par")]))
  }

  @Test("the innermost wildcard counts, and each kind of step may follow it")
  func paths() throws {
    func read(_ path: String, _ json: String) throws -> [Int?] {
      try boxed([9] as [Int?], at: path).both(json).value
    }
    #expect(
      try read("a[*].b[*].c", #"{"a":[{},{"b":[]},{"b":[{"c":1},{}]},null,{"b":null},{"b":[{}]}]}"#)
        == [1, nil, nil])
    #expect(try read("a[*].b[*]", #"{"a":[{},{"b":[1,null]}]}"#) == [1, nil])
    #expect(try read("a[*].b.c", #"{"a":[{"b":{"c":1}},{"b":{}},{"b":null},{}]}"#) == [1, nil, nil, nil])
    #expect(try read("a[*][1]", #"{"a":[[0,1],[0],[],null,[0,2,3]]}"#) == [1, nil, nil, nil, 2])
    #expect(try read("a.*.b", #"{"a":{"x":{"b":1},"y":{},"z":null}}"#) == [1, nil, nil])
    #expect(try read("a[*].b", #"{"a":[{"b":1,"b":2},{"c":1,"b":3}]}"#) == [1, 3])
    #expect(try read("a[*].b", #"{"a":[]}"#) == [])
    #expect(try read("a[*].b", "{}") == [9])
  }

  @Test("values that are models, arrays, sets and texts")
  func values() throws {
    let item = try Mapping(Item()) { Field(\.id, "id", .required) }
    let items = try Mapping(Box(value: [Item?]())) {
      Field(\.value, "a[*].b", mapping: item, .badElement(.setNil))
    }
    #expect(
      try items.both(#"{"a":[{"b":{"id":1}},{},{"b":7},{"b":null},{"b":{"id":2}}]}"#).value
        == [Item(id: 1), nil, nil, nil, Item(id: 2)])
    #expect(
      try boxed([] as [[Int]?], at: "a[*].b").both(#"{"a":[{"b":[1,2]},{},{"b":[]},{"b":null},null]}"#).value
        == [[1, 2], nil, [], nil, nil])
    #expect(
      try boxed([] as [[Int?]?], at: "a[*].b", .badElement(.drop))
        .both(#"{"a":[{"b":[1,null]},{"b":7},{},{"b":["x"]}]}"#).value == [[1, nil], nil, []])
    #expect(
      try boxed([] as [[String: Int]?], at: "a[*].b").both(#"{"a":[{"b":{"x":1}},{}]}"#).value == [
        ["x": 1], nil,
      ])
    #expect(
      try boxed([] as [RawJSON?], at: "a[*].b").both(#"{"a":[{"b":{"x":[1]}},{},{"b":"y"}]}"#).value.map {
        $0?.description
      } == [#"{"x":[1]}"#, nil, #""y""#])
    // A set has no places.
    #expect(
      try boxed([] as Set<Int?>, at: "a[*].b").both(#"{"a":[{"b":1},{},{"b":null}]}"#).value == [1, nil])
    #expect(try boxed([] as Set<Int?>, at: "a[*].b").both(#"{"a":[{"b":1},{}]}"#).value == [1])
  }

  struct Columns: Equatable {
    var items: [Item?] = []
    var ids: [Int?] = []
    var names: [String?] = []
    var first: Int?
    var present: [Int] = []
    var other: [Int?] = []
  }

  /// Lists of one array have equal lengths, whatever its objects have, and whatever else is read of them.
  @Test("lists of one array stay aligned, beside models, indexes and aliases", .feature("4"))
  func aligned() throws {
    let item = try Mapping(Item()) { Field(\.id, "id") }
    let mapping = try Mapping(Columns()) {
      Field(\.items, "a[*]", mapping: item)
      Field(\.ids, "a[*].id")
      Field(\.names, ["a[*].names.first", "b[*].name"])
      Field(\.first, "a[0].id")
      Field(\.present, "a[*].id", .badElement(.drop))
      Field(\.other, "b[*].id")
    }
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<2_000 {
      var expected = Columns()
      var present: [String] = []
      for index in 0..<random.below(6) {
        var members: [String] = []
        let id: Int? = random.below(2) == 0 ? random.below(1_000) : nil
        let name: String? = random.below(2) == 0 ? "n\(random.below(99))" : nil
        if random.below(8) == 0 {
          present.append("null")
          expected.items.append(nil)
          expected.ids.append(nil)
          expected.names.append(nil)
          continue
        }
        if let id { members.append(#""id":\#(id)"#) }
        if let name { members.append(#""names":{"last":[1],"first":"\#(name)"}"#) }
        if random.below(2) == 0 { members.append(#""else":[{"id":1}]"#) }
        present.append(
          "{\(random.below(2) == 0 ? members.joined(separator: ",") : members.reversed().joined(separator: ","))}"
        )
        expected.items.append(Item(id: id ?? 0))
        expected.ids.append(id)
        expected.names.append(name)
        if index == 0 { expected.first = id }
        if let id { expected.present.append(id) }
      }
      let json = #"{"a":[\#(present.joined(separator: ","))],"b":[{"id":3},{}]}"#
      expected.other = [3, nil]
      try #require(try mapping.both(json) == expected, "\(json), \(SeededRandom.again)")
    }
  }
}
