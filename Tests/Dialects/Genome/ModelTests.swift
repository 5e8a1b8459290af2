import TestSupport
import GenomeDialect
import Testing

@Suite("Genome: models")
struct ModelTests {
  @Test("BasicMappable, MappableObject, custom newInstance and jsonRepresentation", .feature("3", "4", "G7"))
  func protocols() throws {
    struct Failing: MappableObject {
      struct Empty: Error {}
      let name: String
      init(map: Map) throws {
        name = try map.extract("name")
        if name.isEmpty { throw Empty() }
      }
    }
    struct Celsius: JsonConvertibleType, Equatable {
      let degrees: Double
      static func newInstance(json: Json, context: Context) throws -> Celsius {
        guard let text = json["t"]?.stringValue, let degrees = Double(text) else {
          throw JsonConvertibleError.UnableToConvert(json: json, toType: "Celsius")
        }
        return Celsius(degrees: degrees)
      }
      func jsonRepresentation() throws -> Json { ["t": .from("\(degrees)")] }
    }
    try withMaps(
      #"{"name": {"name": ""}, "good": {"name": "x"}, "t": [{"t": "2.5"}, {"t": "3"}], "u": {"t": "x"}}"#
    ) {
      map in
      try #expect(map.value("good", Failing.self).name == "x")
      do {
        _ = try map.value("name", Failing.self)
        Issue.record("the initialiser did not fail")
      } catch MappingError.UnableToMap(let key, let error) {
        #expect(key == "name" && error is Failing.Empty)
      }
      try #expect(map.value("t", [Celsius].self) == [Celsius(degrees: 2.5), Celsius(degrees: 3)])
      #expect(throws: MappingError.self) { try map.extract("u") as Celsius }
    }
    let map = Map()
    try [Celsius(degrees: 1)] ~> map["t"]
    try ["a": Celsius(degrees: 2)] ~> map["d"]
    #expect(map.toJson == ["t": [["t": "1.0"]], "d": ["a": ["t": "2.0"]]])
    try #expect([[1], [2]].jsonRepresentation() == [[1], [2]])
    try #expect([1: "a"].jsonRepresentation() == ["1": "a"])
    try #expect(Set([1]).jsonRepresentation() == [1])
  }

  @Test("convenience initialisers call sequence once; init(map:) does not", .feature("35", "G8"))
  func sequenceRuns() throws {
    struct Counted: BasicMappable {
      var runs = 0
      mutating func sequence(map: Map) throws { runs += 1 }
    }
    final class CountedObject: Object {
      var runs = 0
      override func sequence(map: Map) throws { runs += 1 }
    }
    struct Made: MappableObject {
      var runs = 0
      init(map: Map) throws {}
      mutating func sequence(map: Map) throws { runs += 1 }
    }
    try #expect(Counted(js: EmptyJson).runs == 1)
    try #expect(Counted(js: try Json.deserialize("{}")).runs == 1)
    try #expect(Counted(js: [:] as [String: Any]).runs == 1)
    try #expect(Counted.newInstance(json: EmptyJson).runs == 1)
    try #expect(Counted(map: Map(json: EmptyJson)).runs == 0)
    try #expect(Made(js: EmptyJson).runs == 1)
    try #expect(Made(map: Map(json: EmptyJson)).runs == 0)
    try #expect(CountedObject(js: EmptyJson).runs == 1)
    try #expect(CountedObject(map: Map(json: EmptyJson)).runs == 0)
    try withMaps(#"{"a": {}, "b": [{}, {}]}"#) { map in
      try #expect(map.value("a", Counted.self).runs == 1)
      try #expect(map.value("b", [CountedObject].self).map(\.runs) == [1, 1])
      let made: Made = try map.extract("a")
      #expect(made.runs == 1)
    }
  }

  private final class Store: Context, Sendable {
    let prefix: String
    init(_ prefix: String) { self.prefix = prefix }
  }

  private struct Named: MappableObject, Equatable {
    let name: String
    let children: [Named]
    init(map: Map) throws {
      let prefix =
        (map.context as? Store)?.prefix ?? (map.context as? Json)?["prefix"]?.stringValue ?? "none "
      name = try prefix + map.value("name", String.self)
      children = try map.extract("children") ?? []
    }
  }

  @Test("a context reaches nested models; a dictionary can be one", .feature("29", "G9"))
  func contexts() throws {
    let json: Json = ["name": "a", "children": [["name": "b", "children": ["name": "c"]]]]
    func names(_ named: Named) -> [String] { [named.name] + named.children.flatMap(names) }
    try #expect(names(Named(js: json, context: Store("in "))) == ["in a", "in b", "in c"])
    try #expect(names(Named(js: json)) == ["none a", "none b", "none c"])
    try #expect(names(Named(js: json.anyValue, context: ["prefix": "d "])) == ["d a", "d b", "d c"])
    try #expect(names([Named](js: json, context: Store("x "))[0]) == ["x a", "x b", "x c"])
    try withMaps(#"{"n": {"name": "q"}}"#, context: Store("s ")) { map in
      try #expect(map.value("n", Named.self).name == "s q")
    }
  }

  @Test("nested models can read the outer map as context", .feature("29", "G9"))
  func mapAsContext() throws {
    struct Leaf: MappableObject, Equatable {
      let id: Int
      init(map: Map) throws { id = try map.extract("id") }
    }
    struct Child: MappableObject {
      let id: Int
      let sibling: Leaf
      let own: Leaf
      let all: [Leaf]
      init(map: Map) throws {
        let around = try #require(map.context as? Map)
        sibling = try around.extract("sibling")
        id = try map.extract("id")
        own = try around.extract("child")
        all = try around.extract("all")
      }
    }
    struct Parent: MappableObject {
      let child: Child
      let last: Leaf
      init(map: Map) throws {
        child = try map.extract("child") { (json: Json) in try Child(js: json, context: map) }
        last = try map.extract("sibling")
      }
    }
    struct Middle: JsonConvertibleType {
      let child: Child
      static func newInstance(json: Json, context: any Context) throws -> Middle {
        let map = Map(json: json, context: context)
        return Middle(child: try Child(js: map.value("child", Json.self), context: map))
      }
      func jsonRepresentation() throws -> Json { nil }
    }
    let object = #"{"child": {"id": 1}, "sibling": {"id": 2}, "all": [{"id": 3}, {"id": 4}]}"#
    for _ in 0..<3 {
      let parent = try Parent(js: try Json.deserialize(object))
      #expect(
        parent.child.id == 1 && parent.child.sibling.id == 2 && parent.child.own.id == 1
          && parent.last.id == 2)
      #expect(parent.child.all.map(\.id) == [3, 4])
      try withMaps(#"{"m": [\#(object), \#(object)]}"#) { map in
        let middles: [Middle] = try map.extract("m")
        #expect(middles.map(\.child.sibling.id) == [2, 2])
      }
    }
  }

  private final class Around: MappableObject {
    /// Read only by the test's thread.
    struct Shown: @unchecked Sendable { var map: Map? }

    @TaskLocal static var shown = Shown()
    let inner: [Inner]
    init(map: Map) throws { inner = try Self.$shown.withValue(Shown(map: map)) { try map.extract("inner") } }
  }

  private struct Inner: MappableObject {
    let id: Int
    let other: [Int]
    init(map: Map) throws {
      let around = try #require(Around.shown.map)
      other = try around.value("other", [Wrapped].self).map(\.value)
      id = try map.extract("id")
    }
  }

  private struct Wrapped: MappableObject {
    let value: Int
    init(map: Map) throws { value = try map.extract("v") }
  }

  @Test("nested models can read other values of the object", .feature("10", "29", "G2"))
  func reentrance() throws {
    let json = #"{"inner": [{"id": 1}, {"id": 2}], "other": [{"v": 3}, {"v": 4}]}"#
    for _ in 0..<3 {
      let around = try Around(js: try Json.deserialize(json))
      #expect(around.inner.map(\.id) == [1, 2] && around.inner.map(\.other) == [[3, 4], [3, 4]])
    }
  }

  /// The steps of Core Data, with a substitute for its context: the class creates the entity, and `newInstance` the
  /// object.
  private class ManagedObject: MappableBase {
    class var entityName: String { "\(self)" }
    let entity: String
    required init(entity: String) { self.entity = entity }
    func sequence(map: Map) throws { preconditionFailure("overridden") }

    class func newInstance(json: Json, context: Context) throws -> Self {
      try newInstance(json, context: context, type: self)
    }

    class func newInstance<T: ManagedObject>(_ json: Json, context: Context, type: T.Type) throws -> T {
      let context = try #require(context as? ManagedContext)
      let new = context.insert(type)
      try new.sequence(Map(json: json, context: context))
      return new
    }
  }

  private final class ManagedContext: Context {
    var inserted: [ManagedObject] = []
    func insert<T: ManagedObject>(_ type: T.Type) -> T {
      let new = type.init(entity: type.entityName)
      inserted.append(new)
      return new
    }
  }

  private final class Owner: ManagedObject {
    override class var entityName: String { "OwnerEntity" }
    var name = ""
    var pets: [ManagedPet] = []
    override func sequence(map: Map) throws {
      try name <~> map["name"]
      try pets <~> map["pets"]
    }
  }

  private final class ManagedPet: ManagedObject {
    var name = ""
    override func sequence(map: Map) throws { try name <~> map["name"] }
  }

  @Test("a context creates objects with newInstance(json:context:)", .feature("41", "G14"))
  func factories() throws {
    let context = ManagedContext()
    let json = try Json.deserialize(#"{"name": "Eve", "pets": [{"name": "Rex"}, {"name": "Tom"}]}"#)
    let owner = try Owner.newInstance(json: json, context: context)
    #expect(owner.entity == "OwnerEntity" && owner.name == "Eve" && owner.pets.map(\.name) == ["Rex", "Tom"])
    #expect(context.inserted.map(\.entity) == ["OwnerEntity", "ManagedPet", "ManagedPet"])
    #expect(context.inserted.first === owner)
    try #expect(owner.jsonRepresentation() == json)
  }
}
