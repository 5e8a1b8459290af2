import Testing

@testable import StreamMap
@testable import TestSupport

/// Records that update existing models.
@Suite("Updated models")
struct UpdatingTests {
  struct Point: Equatable {
    var x = 0
    var y = 0
  }

  struct Place: Equatable {
    var name = "template"
    var note: String? = "note"
    var tags = ["t"]
    var point = Point()
    var maybe: Point?
    var points: [Point] = []
    var byName: [String: Point] = [:]
    var scores: [String: Int]? = ["template": 1]
    var deep: Double = 0
  }

  static func place() throws -> Mapping<Place> {
    let point = try Mapping(Point()) {
      Field(\.x, "x")
      Field(\.y, "y")
    }
    return try Mapping(Place()) {
      Field(\.name, "name", .null(.keep), .mismatch(.keep))
      Field(\.note, "note")
      Field(\.tags, "tags")
      Field(\.point, "point", mapping: point)
      Field(\.maybe, "maybe", mapping: point, .mismatch(.setNil))
      Field(\.points, "points", mapping: point)
      Field(\.byName, "by", mapping: point)
      Field(\.scores, "scores")
      Field(\.deep, "a.b[1]")
    }
  }

  @Test("struct: absent keeps, null clears, arrays are replaced", .feature("28", "O20"))
  func structs() throws {
    let mapping = try Self.place()
    let before = Place(
      name: "a name of more than fifteen bytes", note: "n", tags: ["a", "b"], point: Point(x: 1, y: 2),
      maybe: Point(x: 3, y: 4), points: [Point(x: 5, y: 6)], byName: ["p": Point(x: 7, y: 8), "q": Point()],
      scores: ["s": 1], deep: 0.5)
    func after(_ json: String, _ change: (inout Place) -> Void = { _ in }) throws {
      var expected = before
      change(&expected)
      #expect(try mapping.both(json, into: before) == expected, "\(json)")
    }
    try after("{}")
    try after(#"{"name":null}"#)
    try after(#"{"name":1}"#)
    try after(#"{"name":"new","note":null}"#) {
      $0.name = "new"
      $0.note = nil
    }
    try after(#"{"tags":[],"a":{"b":[0,1.5]}}"#) {
      $0.tags = []
      $0.deep = 1.5
    }
    try after(#"{"point":{"y":9}}"#) { $0.point.y = 9 }
    try after(#"{"maybe":{"y":9}}"#) { $0.maybe?.y = 9 }
    try after(#"{"maybe":null}"#) { $0.maybe = nil }
    try after(#"{"maybe":7}"#) { $0.maybe = nil }
    try after(#"{"points":[{"y":9},{}]}"#) { $0.points = [Point(x: 0, y: 9), Point()] }
    try after(#"{"by":{"p":{"y":9},"r":{"x":1}}}"#) {
      $0.byName["p"]?.y = 9
      $0.byName["r"] = Point(x: 1)
    }
    try after(#"{"scores":{"t":2}}"#) { $0.scores = ["s": 1, "t": 2] }
    try after(#"{"scores":null}"#) { $0.scores = nil }
    #expect(
      Verdict(try mapping.bothRefuse(#"{"name":"x","tags":["y"],"points":[1]}"#, into: before)).path
        == "points[0]")
  }

  final class Node {
    var id = 0
    var name: String? = "template"
    var next: Node?
    var others: [String: Node] = [:]
    var list: [Node] = []
    var observed = 0 { didSet { changes += 1 } }
    var changes = 0
  }

  static func node(_ policies: FieldPolicy...) throws -> Mapping<Node> {
    let leaf = try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.name, "name")
    }
    let middle = try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.name, "name")
      Field(\.next, "next", mapping: leaf)
    }
    let policy = policies.first ?? .duplicate(.first)
    return try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.name, "name")
      Field(\.next, "next", mapping: middle, policy)
      Field(\.others, "others", mapping: leaf, policies.dropFirst().first ?? .badElement(.error))
      Field(\.list, "list", mapping: leaf)
      Field(\.observed, "observed")
    }
  }

  /// Two nodes in the first of these, and one in the second.
  static func tree() -> Node {
    let root = Node()
    root.next = Node()
    root.next?.next = Node()
    root.others = ["a": Node()]
    root.list = [Node()]
    return root
  }

  @Test(
    "object: keeps identity, also nested, in optionals and dictionaries", .feature("28", "O20"),
    arguments: [Engine.yajl, .index])
  func objects(engine: Engine) throws {
    let root = Self.tree()
    let (next, last, other, element) = (root.next, root.next?.next, root.others["a"], root.list[0])
    let decoder = try Self.node().makeDecoder(ReadingOptions(engine: engine))
    for round in 1...3 {
      let json = """
        {"id":\(round),"next":{"name":null,"next":{"id":\(round)}},"others":{"a":{"id":\(round)},"b":{"id":7}},
        "list":[{"id":1}],"observed":\(round)}
        """
      try decoder.decode(Array(json.utf8).span, into: root)
      #expect(root.id == round && root.name == "template")
      #expect(root.next === next && root.next?.name == nil)
      #expect(root.next?.next === last && last?.id == round && last?.name == "template")
      #expect(root.others["a"] === other && other?.id == round && root.others["b"]?.id == 7)
      #expect(root.list.count == 1 && root.list[0] !== element && root.list[0].id == 1)
      #expect(root.observed == round && root.changes == round)
    }
    let fresh = try decoder.decode(Array(#"{"next":{"id":1}}"#.utf8).span)
    #expect(fresh !== root && fresh.next?.id == 1)
  }

  @Test("a decoder keeps no updated object alive", .feature("28"), arguments: [Engine.yajl, .index])
  func released(engine: Engine) throws {
    let decoder = try Self.node().makeDecoder(ReadingOptions(engine: engine))
    let start = #"{"next":{"id":1,"next":{"id":2}},"others":{"a":{"id":3},"b":{"id":4}},"id":"#
    for (end, isValid) in [("5}", true), ("true}", false), ("5", false)] {
      weak var root: Node?
      weak var next: Node?
      weak var last: Node?
      weak var other: Node?
      func update() {
        let tree = Self.tree()
        (root, next, last, other) = (tree, tree.next, tree.next?.next, tree.others["a"])
        let isUpdated = (try? decoder.decode(Array((start + end).utf8).span, into: tree)) != nil
        withExtendedLifetime(tree) {
          #expect(isUpdated == isValid && root != nil && next != nil && last != nil && other != nil)
        }
      }
      update()
      #expect(root == nil && next == nil && last == nil && other == nil, "\(start + end)")
    }
    withExtendedLifetime(decoder) {}
  }

  @Test("restores objects after an error", .feature("28"), arguments: [Engine.yajl, .index])
  func errors(engine: Engine) throws {
    let root = Self.tree()
    root.id = 5
    root.next?.next?.id = 6
    root.others["a"]?.id = 7
    let (next, other) = (root.next, root.others["a"])
    let mapping = try Self.node()
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
    let start = #"{"id":1,"observed":3,"next":{"name":"x","next":{"id":1}},"others":{"a":{"id":1},"b":{}},"#
    for end in [#""list":[{"id":"no"}]}"#, #""list":[]"#, #""list":[]} x"#, #""list":[]}}"#, #""id":1"}"#] {
      #expect(throws: MappingError.self) { try decoder.decode(Array((start + end).utf8).span, into: root) }
      #expect(root.id == 5 && root.observed == 0 && root.next === next && next?.name == "template")
      #expect(root.next?.next?.id == 6)
      #expect(root.others.count == 1 && root.others["a"] === other && other?.id == 7 && root.list.count == 1)
    }
    try decoder.decode(Array(#"{"id":2}"#.utf8).span, into: root)
    #expect(root.id == 2 && root.next === next)
  }

  @Test(
    "the last of two duplicate members counts", arguments: [Engine.yajl, .index])
  func duplicates(engine: Engine) throws {
    let root = Self.tree()
    let (next, other) = (root.next, root.others["a"])
    let mapping = try Self.node(.duplicate(.last), .duplicate(.last))
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
    let json = #"""
      {"next":{"id":1,"name":"x","next":{"id":2}},"next":{"id":3},"others":{"a":{"id":1,"name":"x"},"a":{"id":2}}}
      """#
    try decoder.decode(Array(json.utf8).span, into: root)
    #expect(root.next === next && next?.id == 3 && next?.name == "template" && next?.next?.id == 0)
    #expect(root.others["a"] === other && other?.id == 2 && other?.name == "template")
  }

  final class Board {
    var nodes: [Int: Node] = [:]
  }

  @Test("two names of one dictionary key", .feature("28"), arguments: [Engine.yajl, .index])
  func equalKeys(engine: Engine) throws {
    let node = try Mapping(Node()) {
      Field(\.id, "id")
      Field(\.name, "name")
    }
    func board(_ policy: FieldPolicy) throws -> (Board, Node) {
      let mapping = try Mapping(Board()) { Field(\.nodes, "nodes", mapping: node, policy) }
      let (board, node) = (Board(), Node())
      board.nodes[1] = node
      let json = #"{"nodes":{"1":{"id":1,"name":"x"},"01":{"id":2}}}"#
      try mapping.makeDecoder(ReadingOptions(engine: engine)).decode(Array(json.utf8).span, into: board)
      return (board, node)
    }
    let (first, old) = try board(.duplicate(.first))
    #expect(first.nodes[1] === old && old.id == 1 && old.name == "x")
    let (last, kept) = try board(.duplicate(.last))
    #expect(last.nodes[1] === kept && kept.id == 2 && kept.name == "template")
  }

  struct Holder {
    var node = Node()
    var number = 0
  }

  @Test("objects in structs, structs in objects", .feature("28"), arguments: [Engine.yajl, .index])
  func mixed(engine: Engine) throws {
    let node = try Self.node()
    let mapping = try Mapping(Holder()) {
      Field(\.node, "node", mapping: node)
      Field(\.node.id, "node_id")
      Field(\.number, "number")
    }
    var holder = Holder()
    let object = holder.node
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
    try decoder.decode(Array(#"{"node":{"name":"x"},"node_id":4,"number":1}"#.utf8).span, into: &holder)
    #expect(holder.node === object && object.name == "x" && object.id == 4 && holder.number == 1)
    #expect(throws: MappingError.self) {
      try decoder.decode(Array(#"{"node":{"name":"y"},"node_id":5,"number":"z"}"#.utf8).span, into: &holder)
    }
    #expect(holder.node === object && object.name == "x" && object.id == 4 && holder.number == 1)
  }

  @Test("required applies to the record", .feature("28"))
  func required() throws {
    let mapping = try Mapping(Point()) {
      Field(\.x, "x", .required)
      Field(\.y, "y")
    }
    #expect(try mapping.both(#"{"x":1}"#, into: Point(x: 0, y: 2)) == Point(x: 1, y: 2))
    #expect(Verdict(try mapping.bothRefuse(#"{"y":1}"#, into: Point())) == Verdict(.missingField, 6, "x"))
  }

  @Test("replaces models with arguments and recursive models", .feature("28"))
  func replaced() throws {
    let built = try Mapping(Argument<Int>("x"), Argument<Int>("y").or(7)) { Point(x: $0, y: $1) }
    #expect(try built.both(#"{"x":1}"#, into: Point(x: 5, y: 5)) == Point(x: 1, y: 7))
    #expect(Verdict(try built.bothRefuse(#"{"y":1}"#, into: Point())) == Verdict(.missingField, 6, "x"))
  }

  final class Part {
    var x = 0
  }

  struct Strict: Equatable {
    struct Negative: Error {}

    let id: Int

    init(_ id: Int) throws {
      if id < 0 { throw Negative() }
      self.id = id
    }
  }

  final class Whole {
    var part = Part()
    var strict: Strict?
    var parts: [String: Part] = [:]
    var id = 0
  }

  static func whole() throws -> Mapping<Whole> {
    let part = try Mapping(Part()) { Field(\.x, "x") }
    let strict = try Mapping(Argument<Int>("id")) { (id: Int) throws -> Strict in try Strict(id) }
    return try Mapping(Whole()) {
      Field(\.part, ["part", "PART"], mapping: part)
      Field(\.strict, "strict", mapping: strict, .mismatch(.setNil))
      Field(\.parts, "parts", mapping: part)
      Field(\.id, "id")
    }
  }

  @Test("a failed model leaves its siblings updated")
  func siblings() throws {
    let whole = Whole()
    try Self.whole().makeDecoder().decode(#"{"part":{"x":1},"strict":{"id":-1},"id":7}"#, into: whole)
    #expect((whole.part.x, whole.strict, whole.id) == (1, nil, 7))
  }

  @Test("one of several aliases counts")
  func aliases() throws {
    for json in [#"{"part":{"x":1},"PART":{"x":2}}"#, #"{"PART":{"x":2},"part":{"x":1}}"#] {
      let whole = Whole()
      try Self.whole().makeDecoder().decode(json, into: whole)
      #expect(whole.part.x == 1, "\(json)")
    }
  }

  @Test("a failed record does not affect the next")
  func afterFailure() throws {
    let decoder = try Self.whole().makeDecoder()
    let whole = Whole()
    whole.parts = ["a": Part()]
    let part = try #require(whole.parts["a"])
    #expect(throws: MappingError.self) {
      try decoder.decode(Array(#"{"parts":{"a":{}},"id":"bad"}"#.utf8).span, into: whole)
    }
    try decoder.decode(Array(#"{"parts":{"a":{"x":1}}}"#.utf8).span, into: whole)
    #expect(part.x == 1)
    #expect(whole.parts["a"] === part)
  }
}

extension Mapping where Root: Equatable {
  /// The result of updating a model with a record, which must be the same with both engines.
  func both(_ json: String, into model: Root, at location: SourceLocation = #_sourceLocation) throws -> Root {
    try agreed(json, at: location) { decoder in
      Result { () throws(MappingError) in
        var copy = model
        do throws(MappingError) {
          try decoder.decode(Array(json.utf8).span, into: &copy)
        } catch {
          #expect(copy == model, "\(json)", sourceLocation: location)
          throw error
        }
        return copy
      }
    }
  }

  /// The error of a record that both engines reject for a model.
  func bothRefuse(
    _ json: String, into model: Root, at location: SourceLocation = #_sourceLocation
  ) throws -> MappingError {
    try #require(throws: MappingError.self, "\(json)", sourceLocation: location) {
      _ = try both(json, into: model, at: location)
    }
  }
}
