import Testing

@testable import StreamMap
@testable import TestSupport

/// Models of all kinds: recursive, inherited, generic.
@Suite("Kinds of models")
struct ModelKindTests {
  // MARK: Recursion

  final class User: Equatable {
    var name: String? = "template"
    var bestFriend: User?
    var friends: [User] = []
    var byName: [String: User] = [:]

    static let mapping: Result<Mapping<User>, any Error> = Result {
      try Mapping(User()) {
        Field(\.name, "name")
        Field(\.bestFriend, "best_friend", recursive: { try mapping.get() })
        Field(\.friends, "friends", .badElement(.drop), recursive: { try mapping.get() })
        Field(\.byName, "by_name", recursive: { try mapping.get() })
      }
    }

    static func == (left: User, right: User) -> Bool {
      left.name == right.name && left.bestFriend == right.bestFriend && left.friends == right.friends
        && left.byName == right.byName
    }
  }

  static func user(
    _ name: String?, _ friend: User? = nil, _ friends: [User] = [], _ byName: [String: User] = [:]
  ) -> User {
    let user = User()
    user.name = name
    user.bestFriend = friend
    user.friends = friends
    user.byName = byName
    return user
  }

  @Test("recursive classes", .feature("10", "25"))
  func recursiveClasses() throws {
    let mapping = try User.mapping.get()
    let read = try mapping.both(
      #"""
      {"name":"a","best_friend":{"name":"b","best_friend":{"best_friend":null},"friends":[]},
       "friends":[{"name":"c","friends":[{"name":"d"}]},7,{"name":"e"}],"by_name":{"x":{"name":"f","by_name":{}}}}
      """#)
    let expected = Self.user(
      "a", Self.user("b", Self.user("template")),
      [Self.user("c", nil, [Self.user("d")]), Self.user("e")], ["x": Self.user("f")])
    #expect(read == expected)
    #expect(try mapping.both("{}") == Self.user("template"))
    // Each value is a separate object, and stays when the next record is read.
    let decoder = mapping.makeDecoder()
    let first = try decoder.decode(#"{"friends":[{"name":"a"},{"name":"b"}]}"#)
    _ = try decoder.decode(#"{"friends":[{"name":"c"},{"name":"d"}]}"#)
    #expect(first.friends.map(\.name) == ["a", "b"])
  }

  @Test(
    "errors in a recursive model have their location", .feature("37"),
    arguments: [
      (#"{"best_friend":{"name":7}}"#, Verdict(.typeMismatch, 23, "best_friend.name")),
      (
        #"{"best_friend":{"best_friend":{"name": 7}}}"#,
        Verdict(.typeMismatch, 39, "best_friend.best_friend.name")
      ),
      (#"{"friends":[{},{"name":7}]}"#, Verdict(.typeMismatch, 23, "friends[1].name")),
      (#"{"by_name":{"x":{"friends":{}}}}"#, Verdict(.typeMismatch, 27, "by_name.x.friends")),
      (#"{"best_friend":7}"#, Verdict(.typeMismatch, 15, "best_friend")),
      (#"{"best_friend":[]}"#, Verdict(.typeMismatch, 15, "best_friend")),
      (#"{"by_name":{"x":null}}"#, Verdict(.unexpectedNull, 16, "by_name.x")),
      (#"{"best_friend":{"name":"a\x"}}"#, Verdict(.escape, 26, "best_friend.name")),
    ])
  func recursiveErrors(json: String, verdict: Verdict) throws {
    let mapping = try User.mapping.get()
    #expect(Verdict(try mapping.bothRefuse(json)) == verdict)
  }

  struct Tree: Equatable {
    var value = 0
    var children: [Tree] = []
    var grid: [[Tree]]? = nil

    static let mapping: Result<Mapping<Tree>, any Error> = Result {
      try Mapping(Tree()) {
        Field(\.value, "v", .required)
        Field(\.children, "c", recursive: { try mapping.get() })
        Field(\.grid, "g", .mismatch(.setNil), recursive: { try mapping.get() })
      }
    }

    static func random(_ random: inout SeededRandom, depth: Int) -> Tree {
      var tree = Tree(value: random.below(1000))
      guard depth > 0 else { return tree }
      for _ in 0..<random.below(4) { tree.children.append(.random(&random, depth: depth - 1)) }
      if random.chance(1, outOf: 4) { tree.grid = [[.random(&random, depth: depth - 1)], []] }
      return tree
    }

    var json: String {
      let cells = grid.map { $0.map { "[\($0.map(\.json).joined(separator: ","))]" }.joined(separator: ",") }
      let children = children.map(\.json).joined(separator: ", ")
      return #"{"c":[\#(children)],"g":\#(cells.map { "[\($0)]" } ?? "null"), "v":\#(value)}"#
    }
  }

  @Test("random trees", .feature("10"))
  func trees() throws {
    let mapping = try Tree.mapping.get()
    let cursors = [Engine.yajl, .index].map { mapping.makeDecoder(ReadingOptions(engine: $0)) }
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<100 {
      let tree = Tree.random(&random, depth: 4)
      for decoder in cursors { #expect(try decoder.decode(tree.json) == tree, "\(SeededRandom.again)") }
    }
    let deep = (0..<200).reduce(Tree(value: 7)) { Tree(value: $1, children: [$0]) }
    #expect(try mapping.both(deep.json) == deep)
    #expect(
      Verdict(try mapping.bothRefuse(#"{"v":1,"c":[{"v":2,"c":[{}]}]}"#))
        == Verdict(.missingField, 25, "c[0].c[0].v"))
  }

  @Test("a recursive model within another mapping, on two threads")
  func sharedRecursion() async throws {
    let tree = try Tree.mapping.get()
    let mapping = try Mapping(Box(value: [Tree]())) { Field(\.value, "v", mapping: tree) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          let decoder = mapping.makeDecoder()
          for number in 0..<200 {
            let tree = Tree(value: number, children: [Tree(value: task, children: [Tree()])])
            let read = try decoder.decode(#"{"v":[\#(tree.json)]}"#).value
            #expect(read == [tree])
          }
        }
      }
      try await group.waitForAll()
    }
  }

  // MARK: Inheritance

  class Animal {
    var name = "template"
    var legs: Int?
    var tags: [String] = []
  }

  final class Dog: Animal {
    var breed: String? = "mongrel"
  }

  static let animal = [
    Field<Animal>(\.name, "name", .required), Field<Animal>(\.legs, "legs"), Field<Animal>(\.tags, "tags"),
  ]

  @Test("a superclass's fields in a subclass's mapping", .feature("25", "O25"))
  func inheritance() throws {
    let inherited = try Field<Dog>.inherited(Self.animal)
    let mapping = try Mapping(Dog()) {
      inherited
      Field(\.breed, "breed")
    }
    let direct = try Mapping(Dog()) {
      Field(\.name, "name", .required)
      Field(\.legs, "legs")
      Field(\.tags, "tags")
      Field(\.breed, "breed")
    }
    for mapping in [mapping, direct] {
      for engine in [Engine.yajl, .index] {
        let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
        let dog = try decoder.decode(#"{"breed":"pug","legs":4,"name":"Rex","tags":["a"]}"#)
        #expect(dog.name == "Rex" && dog.legs == 4 && dog.tags == ["a"] && dog.breed == "pug")
        let plain = try decoder.decode(#"{"name":"Max"}"#)
        #expect(plain.name == "Max" && plain.legs == nil && plain.tags == [] && plain.breed == "mongrel")
      }
      #expect(try mapping.verdict(on: #"{"breed":"pug"}"#) == Verdict(.missingField, 14, "name"))
    }
    let error = #expect(throws: PathError.self) {
      try Field<Animal>.inherited([Field<Dog>(\.breed, "breed")])
    }
    #expect(error?.description.contains("Animal is not a subclass of Dog") == true)
  }

  // MARK: Others

  @Test("required fields, more than bits in a word")
  func wide() throws {
    let wide = try Mapping(MappingFixtures.Wide()) { MappingFixtures.wideFields(.required, to: 72) }
    let few = try Mapping(MappingFixtures.Wide()) { MappingFixtures.wideFields(.required, to: 2) }
    let members = MappingFixtures.wideNames.prefix(72).map { "\"\($0)\":1" }
    for (mapping, required) in [(wide, [0, 1, 63, 64, 65, 71]), (few, [0, 1])] {
      for engine in [Engine.yajl, .index] {
        let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
        _ = try decoder.decode("{\(members.joined(separator: ","))}")
        _ = try decoder.decode("{\(members.reversed().joined(separator: ","))}")
        for missing in required {
          let others = members[..<missing] + members[(missing + 1)...]
          let error = caught { _ = try decoder.decode("{\(others.joined(separator: ","))}") }
          #expect(error?.kind == .missingField)
          #expect(
            try error.map { try RecordPath($0.path).segments } == [.name(MappingFixtures.wideNames[missing])])
        }
      }
    }
  }

  @Test("reports missing required fields of two models in one object at its end")
  func shared() throws {
    struct Part { var b = 0 }
    struct Whole {
      var a = 0
      var part = Part()
      var id = 0
    }
    let part = try Mapping(Part()) { Field(\.b, "b", .required) }
    let mapping = try Mapping(Whole()) {
      Field(\.a, "user.a", .required)
      Field(\.part, "user", mapping: part)
      Field(\.id, "id")
    }
    for engine in [Engine.yajl, .index] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      for (user, missing, end) in [
        (#"{"a":1,"b":2}"#, nil, 0), (#"{"a":1,"c":2}"#, "user.b", 20), (#"{"c":1,"b":2}"#, "user.a", 20),
        (#"{"c":1}"#, "user.a", 14), (#"{}"#, "user.a", 9),
      ] {
        for _ in 0..<3 {
          let error = caught { _ = try decoder.decode(#"{"user":\#(user),"id":3}"#) }
          #expect(error?.kind == missing.map { _ in .missingField }, "\(engine), \(user)")
          #expect(error?.path == missing, "\(engine), \(user)")
          #expect(error?.byteOffset == missing.map { _ in end }, "\(engine), \(user)")
        }
      }
    }
  }

  @Test("reports a missing required field that the rejected record before had")
  func rejected() throws {
    let wide = try Mapping(MappingFixtures.Wide()) { MappingFixtures.wideFields(.required, to: 72) }
    let members = MappingFixtures.wideNames.prefix(72).map { "\"\($0)\":1" }
    for engine in [Engine.yajl, .index] {
      let decoder = wide.makeDecoder(ReadingOptions(engine: engine))
      #expect(throws: MappingError.self) { try decoder.decode("{\(members.joined(separator: ",")),}") }
      let error = caught { _ = try decoder.decode("{\(members.dropLast().joined(separator: ","))}") }
      #expect(error?.kind == .missingField, "\(engine)")
    }
  }

  @Test("a malformed record leaves no values of many fields behind")
  func abandoned() throws {
    let mapping = try Mapping(MappingFixtures.Wide()) { MappingFixtures.wideFields(.mismatch(.keep)) }
    let members = MappingFixtures.wideNames.prefix(72).map { "\"\($0)\":1" }.joined(separator: ",")
    for engine in [Engine.yajl, .index] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      #expect(throws: MappingError.self) { try decoder.decode("{\(members),}") }
      var image = Image()
      var expected = Image()
      try decoder.read("{}") { $0.write(to: &image) }
      MappingFixtures.Wide().write(to: &expected)
      #expect(image.bytes == expected.bytes, "\(engine)")
    }
  }

  struct Response<Item: Equatable & Sendable>: Equatable {
    var status = 0
    var items: [Item] = []
    var byName: [String: Item]? = nil
  }

  static func response<Item: FieldValue & Equatable & Sendable>(of: Item.Type) throws -> Mapping<
    Response<Item>
  > {
    try Mapping(Response<Item>()) {
      Field(\.status, "status")
      Field(\.items, "items")
      Field(\.byName, "by_name")
    }
  }

  @Test("generic models", .feature("26"))
  func generics() throws {
    #expect(
      try Self.response(of: Int.self).both(#"{"status":1,"items":[1,2],"by_name":{"a":3}}"#)
        == Response(status: 1, items: [1, 2], byName: ["a": 3]))
    #expect(
      try Self.response(of: [String].self).both(#"{"items":[["a"],[]]}"#) == Response(items: [["a"], []]))
    let tree = try Tree.mapping.get()
    let nested = try Mapping(Response<Tree>()) {
      Field(\.items, "items", mapping: tree)
      Field(\.byName, "by_name", mapping: tree)
    }
    #expect(
      try nested.both(#"{"items":[{"v":1}],"by_name":{"a":{"v":2}}}"#)
        == Response(items: [Tree(value: 1)], byName: ["a": Tree(value: 2)]))
  }

  struct Unwrapped: Equatable {
    var text: String!
    var count: Int! = 3
    var list: [Int]!
    var tree: Tree!
    var axis: CollectionTests.Axis!
  }

  @Test("implicitly unwrapped optionals", .feature("3"))
  func unwrapped() throws {
    let tree = try Tree.mapping.get()
    let mapping = try Mapping(Unwrapped()) {
      Field(\.text, "text")
      Field(\.count, "count")
      Field(\.list, "list")
      Field(\.tree, "tree", mapping: tree)
      Field(\.axis, "axis")
    }
    let read = try mapping.both(#"{"text":"a","count":1,"list":[1],"tree":{"v":1},"axis":"x"}"#)
    #expect(
      read.text == "a" && read.count == 1 && read.list == [1] && read.tree.value == 1
        && read.axis == CollectionTests.Axis.x)
    let null = try mapping.both(#"{"text":null,"count":null,"list":null,"tree":null,"axis":null}"#)
    #expect(null.text == nil && null.count == nil && null.list == nil && null.tree == nil && null.axis == nil)
    #expect(try mapping.both("{}") == Unwrapped())
  }

  struct Guarded: Equatable {
    private(set) var id = 0
    private(set) var names: Set<String> = []

    static func mapping() throws -> Mapping<Guarded> {
      try Mapping(Guarded()) {
        Field(\.id, "id")
        Field(\.names, "names")
      }
    }
  }

  @Test("properties with private setters", .feature("3"))
  func privateSetters() throws {
    let read = try Guarded.mapping().both(#"{"id":1,"names":["a","a"]}"#)
    #expect(read.id == 1 && read.names == ["a"])
  }
}
