import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import Synchronization
import Testing

@Suite("ObjectMapper: creation of models")
struct MakingTests {
  private class Animal: Mappable {
    var name: String?
    required init?(map: Map) {}
    init() {}
    func mapping(map: Map) { name <- map["name"] }
  }

  private final class Dog: Animal, StaticMappable {
    var isMade = false
    static func objectForMapping(map: Map) -> (any BaseMappable)? {
      guard map["name"].isKeyPresent else { return nil }
      let dog = Dog()
      dog.isMade = true
      return dog
    }
  }

  private class Plant: Mappable {
    var height: Int?
    required init?(map: Map) {}
    func mapping(map: Map) { height <- map["height"] }
  }

  private final class Tree: Plant {
    var rings: Int?
    override func mapping(map: Map) {
      super.mapping(map: map)
      rings <- map["rings"]
    }
  }

  private class Stone: ImmutableMappable {
    let weight: Int
    required init(map: Map) throws { weight = try map.value("weight") }
    func mapping(map: Map) {}
  }

  private final class Gem: Stone {}

  @Test("asks a subclass that creates its own instances", .feature("25", "27", "O19"))
  func staticSubclass() throws {
    for _ in 0..<2 {
      #expect(Mapper<Dog>().map(JSONString: #"{"name":"a"}"#)?.isMade == true)
      #expect(Mapper<Dog>().map(JSON: ["name": "a"])?.isMade == true)
      #expect(Mapper<Dog>().map(JSONString: "{}") == nil && Mapper<Dog>().map(JSON: [:]) == nil)
      #expect(Mapper<Animal>().map(JSONString: #"{"name":"a"}"#)?.name == "a")
    }
    #expect(Late(JSONString: #"{"value":1}"#)?.isMade == true && Late(JSON: [:])?.isMade == true)
  }

  @Test("maps lines to the given type, including a subclass", .feature("25", "42", "O25"))
  func subclassOfLines() throws {
    func lines<Root: BaseMappable & SendableMetatype>(_ text: String, _ type: Root.Type) throws -> [Root] {
      var models: [Root] = []
      try JSONLines(.text(text), mapping: type).forEach { model, _ in models.append(model) }
      return models
    }
    let plants = try lines("{\"height\":1,\"rings\":2}\n{\"height\":3}", Tree.self as Plant.Type)
    #expect(plants.map(\.height) == [1, 3] && plants.map { ($0 as? Tree)?.rings } == [2, nil])
    let animals = try lines(#"{"name":"a"}"#, Dog.self as Animal.Type)
    #expect((animals.first as? Dog)?.isMade == true)
    let stones = try lines(#"{"weight":1}"#, Gem.self as Stone.Type)
    #expect(stones.first is Gem)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("plants-\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"rings":7}"#.write(toFile: path, atomically: true, encoding: .utf8)
    var rings: [Int?] = []
    try JSONLines(path: path, mapping: Tree.self as Plant.Type).forEach { plant, _ in
      rings.append((plant as? Tree)?.rings)
    }
    let file = try #require(FileHandle(forReadingAtPath: path))
    try JSONLines(.descriptor(file.fileDescriptor), mapping: Tree.self as Plant.Type).forEach { plant, _ in
      rings.append((plant as? Tree)?.rings)
    }
    #expect(rings == [7, 7])
  }

  /// Counts the models created.
  private struct Counted: Mappable, Hashable {
    final class Count: MapContext { var value = 0 }
    init?(map: Map) { (map.context as? Count)?.value += 1 }
    mutating func mapping(map: Map) {}
  }

  @Test("creates no model in a collection with a bad element", .feature("11", "O9"))
  func voided() throws {
    struct Holder: Mappable {
      var models: [Counted]?
      var set: Set<Counted>?
      var rows: [[Counted]]?
      var table: [String: Counted]?
      var lists: [String: [Counted]]?
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        models <- map["models"]
        set <- map["set"]
        rows <- map["rows"]
        table <- map["table"]
        lists <- map["lists"]
      }
    }
    let cases = [
      (#"{"models":[{},{},1]}"#, 0), (#"{"set":[{},null]}"#, 0), (#"{"rows":[[{}],[{},"x"]]}"#, 0),
      (#"{"rows":[[{}],{}]}"#, 0), (#"{"table":{"a":{},"b":2}}"#, 0), (#"{"lists":{"a":[{}],"b":[1]}}"#, 0),
      (#"{"lists":{"a":[{}],"b":{}}}"#, 0), (#"{"models":[{},{}],"rows":[[{}]],"table":{"a":{}}}"#, 4),
      (#"{"table":{"a":1,"a":{}},"lists":{"a":[{}],"a":[{}]}}"#, 2),
    ]
    for (json, expected) in cases {
      let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      for isText in [true, true, false] {
        let count = Counted.Count()
        let mapper = Mapper<Holder>(context: count)
        _ = isText ? mapper.map(JSONString: json) : mapper.map(JSON: tree)
        #expect(count.value == expected, "\(json)")
      }
    }
    let count = Counted.Count()
    #expect(Mapper<Counted>(context: count).mapArray(JSONString: "[{},1]") == nil && count.value == 0)
  }

  @Test("applies no transform in a collection with a bad element", .feature("31", "O16"))
  func voidedTransforms() throws {
    final class Counting: TransformType {
      var count = 0
      func transformFromJSON(_ value: Any?) -> Int? {
        count += 1
        return value as? Int
      }
      func transformToJSON(_ value: Int?) -> Int? { value }
    }
    struct Holder: Mappable {
      var (rows, lists): ([[Int]]?, [String: [Int]]?)
      let transform = Counting()
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        rows <- (map["rows"], transform)
        lists <- (map["lists"], transform)
      }
    }
    let json = #"{"rows":[[1],2],"lists":{"a":[1],"b":2}}"#
    #expect(try everyWay(json, Holder.self) { $0.transform.count } == 0)
    #expect(
      try everyWay(#"{"rows":[[1],[]],"lists":{"a":[1,"x"]}}"#, Holder.self) { $0.transform.count } == 3)
  }

  @Test("creates all models from text and dictionaries by initialisers", .feature("38", "O21"))
  func initialisers() throws {
    #expect(Extended(JSONString: #"{"value":3}"#)?.value == 3 && Extended(JSON: ["value": 4])?.value == 4)
    #expect(Extended(JSONString: "[") == nil)
    func make<Model: Mappable>(_ type: Model.Type, _ text: String) -> Model? {
      type.init(JSONString: text)
    }
    #expect(make(Item.self, #"{"id":1}"#) == Item(id: 1) && make(Item.self, "{}") == nil)
    #expect(Late(JSONString: "{}")?.isMade == true && Late(JSON: [:])?.isMade == true)
    #expect(try Stone(JSONString: #"{"weight":5}"#).weight == 5)
    #expect(throws: MapError.self) { try Stone(JSON: [:]) }
    let set: Set<Item>? = Set(JSONArray: [["id": 1], ["id": 1]])
    #expect(set == [Item(id: 1)])
  }
}

/// A model whose instances an extension creates.
private struct Late: Mappable {
  var isMade = false
  init() { isMade = true }
  init?(map: Map) {}
  mutating func mapping(map: Map) {}
}

extension Late: StaticMappable {
  static func objectForMapping(map: Map) -> (any BaseMappable)? { Late() }
}
