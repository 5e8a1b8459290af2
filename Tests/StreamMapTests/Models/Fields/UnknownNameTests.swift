import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Unknown names")
struct UnknownNameTests {
  struct Item: Equatable, Sendable {
    var n = 0
    var rest: [String: JSONValue] = [:]
  }

  struct Event: Equatable, Sendable {
    var id = 0
    var name: String?
    var city: String?
    var item: Item?
    var list: [Int] = []
    var extra: [String: RawJSON] = ["template": RawJSON()]
  }

  static func mapping(_ policies: FieldPolicy..., rejectsUnknownNames: Bool = false) throws -> Mapping<
    Event
  > {
    let item = try Mapping(Item()) {
      Field(\.n, "n")
      Field(unknown: \.rest)
    }
    return try Mapping(Event(), rejectsUnknownNames: rejectsUnknownNames) {
      Field(\.id, ["id", "ID"])
      Field(\.name, "user.name")
      Field(\.city, "user.address.city")
      Field(\.item, "item", mapping: item)
      Field(\.list, "list[*].n")
      Field(unknown: \.extra)
    }
  }

  private func extra(_ json: String) throws -> [String: String] {
    try Self.mapping().both(json).extra.mapValues(\.text)
  }

  @Test("keeps plain names, and paths into other objects", .feature("40", "64", "O27"))
  func kept() throws {
    #expect(try extra("{}") == [:])
    #expect(Verdict(try Self.mapping().bothRefuse("[]")) == Verdict(.typeMismatch, 0, "$"))
    #expect(
      try extra(#"{"x":[1, {"y":2}],"id":7,"\u0079":"a\n"}"#) == ["x": #"[1,{"y":2}]"#, "y": #""a\n""#])
    #expect(
      try extra(#"{"user":{"name":"n","age":3,"address":{"zip":1,"city":"c"}},"ID":1}"#)
        == ["user.age": "3", "user.address.zip": "1"])
    #expect(try extra(#"{"user":null,"item":null,"list":[{"m":1}]}"#) == [:])
    #expect(
      try extra(#"{"a.b":1,"user.x":2,"['x']":3,"$.user.x":4,"":5,"user":{"a.b":6,"":7}}"#)
        == [
          "a.b": "1", "['user.x']": "2", #"['[\'x\']']"#: "3", "['$.user.x']": "4", "": "5",
          "user['a.b']": "6",
          "user['']": "7",
        ])
    let event = try Self.mapping().both(#"{"item":{"n":1,"m":{"k":true}}}"#)
    #expect(event.item?.n == 1)
    #expect(event.item?.rest["m"]?["k"]?.bool == true)
  }

  struct Leaf: Derivable, Equatable {
    var n = 0
  }

  struct Tree: Derivable, Equatable {
    var id = 0
    var leaf = Leaf()
    var leaves: [Leaf] = []
    var children: [Tree] = []
  }

  @Test("an error in derived, nested and recursive models", .feature("40", "64"))
  func derived() throws {
    let strict = try Mapping(deriving: Tree(), rejectsUnknownNames: true)
    let plain = try Mapping(deriving: Tree())
    let known = #"{"id":1,"leaf":{"n":1},"leaves":[{"n":2}],"children":[{"children":[{"id":3}]}]}"#
    #expect(try strict.both(known) == plain.both(known))
    for (json, offset, path) in [
      (#"{"id":1,"x":1}"#, 8, "x"), (#"{"leaf":{"n":1,"x":1}}"#, 15, "leaf.x"),
      (#"{"leaves":[{},{"x":1}]}"#, 15, "leaves[1].x"),
      (#"{"children":[{"x":1}]}"#, 14, "children[0].x"),
      (#"{"children":[{"children":[{},{"leaf":{"x":1}}]}]}"#, 38, "children[0].children[1].leaf.x"),
    ] {
      let error = try strict.bothRefuse(json)
      #expect(Verdict(error) == Verdict(.unknownName, offset, path), "\(json)")
      _ = try plain.both(json)
    }
  }

  @Test("an error in models created with or without a context", .feature("40", "64"))
  func made() throws {
    let made = try Mapping(context: Int.self, rejectsUnknownNames: true) { number in
      Item(n: number)
    } fields: {
      Field(\.n, "n")
    }
    let built = try Mapping(Argument<Int?>("n"), context: Int.self, rejectsUnknownNames: true) { context, n in
      Item(n: n ?? context)
    }
    for mapping in [made, built] {
      for engine in Engine.allCases {
        let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: 7))
        #expect(try decoder.decode("{}") == Item(n: 7))
        #expect(try decoder.decode(#"{"n":1}"#) == Item(n: 1))
        let error = #expect(throws: MappingError.self) { try decoder.decode(#"{"n":1,"x":1}"#) }
        #expect(error.map { Verdict($0) } == Verdict(.unknownName, 7, "x"))
      }
    }
  }

  @Test("each record starts with no unknown names", .feature("28"))
  func reused() throws {
    for engine in Engine.allCases {
      let decoder = try Self.mapping().makeDecoder(ReadingOptions(engine: engine))
      for (json, count) in [
        (#"{"x":1,"y":2}"#, 2), ("{}", 0), (#"{"user":{"z":1}}"#, 1), (#"{"id":1}"#, 0),
      ] {
        #expect(try decoder.read(Array(json.utf8).span) { $0.extra.count } == count)
      }
      #expect(throws: MappingError.self) { try decoder.read(Array(#"{"x":1,"id":"y"}"#.utf8).span) { _ in } }
      #expect(try decoder.read(Array("{}".utf8).span) { $0.extra.count } == 0)
    }
  }

  @Test("duplicate names", .feature("60", "64"))
  func duplicates() throws {
    func mapping(_ policy: FieldPolicy) throws -> Mapping<Event> {
      try Mapping(Event()) {
        Field(\.id, "id", policy)
        Field(unknown: \.extra, policy)
      }
    }
    let json = #"{"x":1,"id":1,"x":2,"id":2}"#
    #expect(try mapping(.duplicate(.first)).both(json).extra["x"]?.text == "1")
    #expect(try mapping(.duplicate(.last)).both(json).extra["x"]?.text == "2")
    // A duplicate object replaces only its own members, in any position.
    let nested = try Mapping(Event()) {
      Field(\.id, "user.address.zip", .duplicate(.last))
      Field(unknown: \.extra, .duplicate(.last))
    }
    for end in ["{}", "{\"zip\":1}", "{\"city\":2}"] {
      let extra = try nested.both("{\"x\":1,\"user\":{\"address\":{\"city\":1},\"address\":\(end)}}").extra
      #expect(extra["x"]?.text == "1" && extra["user.address.city"] != nil, "\(end)")
    }
    #expect(Verdict(try mapping(.duplicate(.error)).bothRefuse(json)) == Verdict(.duplicateName, 18, "x"))
  }

  @Test("an error at the name's location", .feature("40", "64"))
  func error() throws {
    struct Model: Equatable, Sendable {
      var id = 0
      var name: String?
      var list: [Int] = []
      var raw = RawJSON()
      var inner = 0
    }
    let inner = try Mapping(0) { Field(\.self, "n") }
    let mapping = try Mapping(Model(), rejectsUnknownNames: true) {
      Field(\.id, ["id", "ID"])
      Field(\.name, "user.name")
      Field(\.list, "list[*].n")
      Field(\.raw, "raw")
      Field(\.inner, "inner", mapping: inner)
    }
    #expect(
      try mapping.both(
        #"{"raw":{"x":1},"user":{"name":"n"},"inner":{"m":2,"n":3},"list":[{"n":1},{}],"ID":7}"#)
        == Model(id: 7, name: "n", list: [1], raw: RawJSON(bytes: Array(#"{"x":1}"#.utf8)), inner: 3))
    #expect(Verdict(try mapping.bothRefuse("[]")) == Verdict(.typeMismatch, 0, "$"))
    for (json, offset, path) in [
      (#"{"x":1}"#, 1, "x"), (#"{"id":1,  "\u0069d2" :2}"#, 10, "id2"),
      (#"{"user":{"name":"n","a.b":1}}"#, 20, "user['a.b']"),
      (#"{"list":[{"n":1},{"m":{"n":2}}]}"#, 18, "list[1].m"), (#"{"id":1,"id":2,"":0}"#, 15, "['']"),
    ] {
      let error = try mapping.bothRefuse(json)
      #expect(Verdict(error) == Verdict(.unknownName, offset, path), "\(json)")
      #expect(error.category == .mapping)
      #expect(error.message == "\(path) is not known")
      // In chunks.
      for framing in [Framing.document, .lines] {
        for cut in 1..<json.utf8.count {
          var parser = PushParser(mapping, framing: framing)
          let bytes = Array(json.utf8)
          let pieced = #expect(throws: MappingError.self) {
            try parser.feed(Array(bytes[..<cut])) { _, _ in }
            try parser.feed(Array(bytes[cut...])) { _, _ in }
            try parser.finish { _, _ in }
          }
          #expect(pieced.map { Verdict($0) } == Verdict(.unknownName, offset, path), "\(json) \(cut)")
        }
      }
    }
    // Unknown, but a syntax error comes first.
    #expect(try mapping.bothRefuse(#"{"id":01,"x":1}"#).kind == .syntax)
    let none = try Mapping(Model(), rejectsUnknownNames: true) {}
    #expect(try none.both("{}") == Model())
    #expect(try none.bothRefuse(#"{"a":1}"#).kind == .unknownName)
    let every = try Mapping(Model(), rejectsUnknownNames: true) { Field(\.list, "*.n") }
    #expect(try every.both(#"{"a":{"n":1},"b":{"n":2}}"#).list == [1, 2])
    #expect(try every.bothRefuse(#"{"a":{"n":1},"b":{"m":2}}"#).path == "b.m")
  }

  @Test("models created by a closure", .feature("4", "64"))
  func wanted() throws {
    let mapping = try Mapping(
      Argument<Int>("id"), Argument<[String: Int]>(unknown: Int.self, .badElement(.drop))
    ) { id, rest in
      "\(id) \(rest.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
    }
    #expect(try mapping.both(#"{"b":2,"id":1,"a":3,"c":"x"}"#) == #"1 ["a=3", "b=2"]"#)
    let closed = try Mapping(Argument<Int>("id"), rejectsUnknownNames: true) { id in id }
    #expect(try closed.both(#"{"id":1}"#) == 1)
    #expect(try closed.bothRefuse(#"{"id":1,"x":2}"#).kind == .unknownName)
  }

  @Test("rejects two fields for unknown names")
  func twice() {
    #expect(throws: PathError.self) {
      try Mapping(Event()) {
        Field(unknown: \.extra)
        Field(unknown: \.extra)
      }
    }
  }

  @Test(
    "writes them back at their paths", .feature("20", "64"),
    arguments: [
      #"{"id":1,"user":{"name":"n","address":{"city":"c","zip":1},"age":3},"item":{"n":1,"a":1,"m":[]},"list":[],"x":{"y":null}}"#,
      #"{"id":1,"user":{"address":{"zip":1}},"list":[],"":0,"['x']":3,"a.b":1,"user.x":2}"#,
      #"{"id":0,"list":[{"n":1}]}"#, #"{"id":0,"list":[],"user.name":1}"#,
    ])
  func roundTrip(json: String) throws {
    let mapping = try Self.mapping()
    let model = try mapping.both(json)
    #expect(String(decoding: try mapping.encode(model), as: UTF8.self) == json)
  }

  @Test("writes them in order and only once", .feature("20", "34", "64"))
  func style() throws {
    let mapping = try Self.mapping()
    var model = Event(id: 1, extra: [:])
    for key in ["a", "z", "id", "j", "user.b", "user.name", "nowhere.x", "user['z.z']"] {
      model.extra[key] = RawJSON(bytes: [0x37])
    }
    let sorted = try mapping.encode(model, style: JSONStyle(sortsNames: true))
    #expect(
      String(decoding: sorted, as: UTF8.self)
        == #"{"a":7,"id":1,"j":7,"list":[],"nowhere.x":7,"user":{"b":7,"z.z":7},"z":7}"#)
  }
}
