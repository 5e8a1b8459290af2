import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

/// A model whose initialiser fails without an `id`.
struct Item: Mappable, Hashable {
  var id: Int

  init(id: Int) { self.id = id }

  init?(map: Map) {
    guard let id: Int = map["id"].value() else { return nil }
    self.id = id
  }

  mutating func mapping(map: Map) {
    id <- map["id"]
  }
}

/// A model with the names that begin with the original module's.
private final class Qualified: ObjectMapper.Mappable {
  var id = 0
  var date: Date?

  required init?(map: ObjectMapper.Map) {}

  func mapping(map: ObjectMapper.Map) {
    id <- map["id"]
    date <- (map["date"], ObjectMapper.DateTransform())
  }
}

@Suite("ObjectMapper: models")
struct ModelTests {
  private struct Box: Mappable, Equatable {
    var one = Item(id: -1)
    var optional: Item? = Item(id: -1)
    var forced: Item! = Item(id: -1)
    var array = [Item(id: -1)]
    var optionalArray: [Item]? = [Item(id: -1)]
    var rows = [[Item(id: -1)]]
    var optionalRows: [[Item]]? = [[Item(id: -1)]]
    var set: Set<Item> = [Item(id: -1)]
    var optionalSet: Set<Item>? = [Item(id: -1)]
    var dictionary = ["old": Item(id: -1)]
    var optionalDictionary: [String: Item]? = ["old": Item(id: -1)]
    var lists = ["old": [Item(id: -1)]]
    var optionalLists: [String: [Item]]? = ["old": [Item(id: -1)]]

    init() {}
    init?(map: Map) {}

    mutating func mapping(map: Map) {
      one <- map["o"]
      optional <- map["o"]
      forced <- map["o"]
      array <- map["a"]
      optionalArray <- map["a"]
      rows <- map["r"]
      optionalRows <- map["r"]
      set <- map["s"]
      optionalSet <- map["s"]
      dictionary <- map["d"]
      optionalDictionary <- map["d"]
      lists <- map["l"]
      optionalLists <- map["l"]
    }
  }

  private func items(_ ids: Int...) -> [Item] { ids.map { Item(id: $0) } }

  @Test("names can begin with the original module's")
  func qualified() throws {
    let model = try #require(ObjectMapper.Mapper<Qualified>().map(JSONString: #"{"id":7,"date":90}"#))
    #expect(model.id == 7 && model.date == Date(timeIntervalSince1970: 90))
    let transform: ObjectMapper.TransformOf<Int, String> = TransformOf(
      fromJSON: { $0.flatMap { Int($0) } }, toJSON: { $0.map { "\($0)" } })
    #expect(transform.transformFromJSON("5") == 5)
  }

  @Test("a failing initialiser cancels; mapping inside it maps twice", .feature("4", "O1"))
  func cancelling() throws {
    final class Twice: Mappable {
      var calls = 0
      required init?(map: Map) {
        if map["no"].isKeyPresent { return nil }
        mapping(map: map)
      }
      func mapping(map: Map) { calls += 1 }
    }
    #expect(try everyWay("{}", Twice.self) { $0.calls } == 2)
    #expect(Twice(JSONString: #"{"no":1}"#) == nil && Twice(JSON: ["no": 1]) == nil)
    #expect(Item(JSONString: "{}") == nil && Item(JSONString: #"{"id":2}"#) == Item(id: 2))
  }

  @Test("reads models in optionals and in every collection", .feature("3", "10", "O8"))
  func collections() throws {
    let json = """
      {"o":{"id":1},"a":[{"id":1},{"id":2}],"s":[{"id":1},{"id":2}],"r":[[{"id":1}],[],[{"id":2},{"id":3}]],
       "d":{"x":{"id":1},"y":{"id":2}},"l":{"x":[{"id":1}],"y":[]}}
      """
    let box = try everyWay(json, Box.self) { $0 }
    #expect(box.one.id == 1 && box.optional?.id == 1 && box.forced.id == 1)
    #expect(box.array == items(1, 2) && box.optionalArray == items(1, 2))
    #expect(box.rows == [items(1), [], items(2, 3)] && box.optionalRows == box.rows)
    #expect(box.set == Set(items(1, 2)) && box.optionalSet == box.set)
    #expect(
      box.dictionary == ["x": Item(id: 1), "y": Item(id: 2)] && box.optionalDictionary == box.dictionary)
    #expect(box.lists == ["x": items(1), "y": []] && box.optionalLists == box.lists)
    let text = try #require(box.toJSONString())
    #expect(try everyWay(text, Box.self) { $0 } == box)
    #expect(try everyWay("{}", Box.self) { $0 } == Box())
  }

  @Test(
    "drops rejected elements; non-object elements void the collection", .feature("11", "O9")
  )
  func badElements() throws {
    let vanishing = """
      {"o":{},"a":[{"id":1},{},{"id":"x"},{"id":2}],"s":[{"id":1},{},{"id":2}],"r":[[{}],[{"id":1}]],"d":{"x":{},"y":{"id":1}},"l":{"x":[{}]}}
      """
    var box = try everyWay(vanishing, Box.self) { $0 }
    #expect(box.one.id == -1 && box.optional == nil && box.forced == nil)
    #expect(box.array == items(1, 2) && box.set == Set(items(1, 2)))
    #expect(box.rows == [[], items(1)] && box.dictionary == ["y": Item(id: 1)] && box.lists == ["x": []])
    let voided = """
      {"o":1,"a":[{"id":1},null],"s":[{"id":1},null],"r":[[{"id":1}],1],"d":{"x":{"id":1},"y":1},"l":{"x":[{"id":1}],"y":{}}}
      """
    var expected = Box()
    (expected.optional, expected.forced, expected.optionalArray, expected.optionalRows) = (nil, nil, nil, nil)
    (expected.optionalSet, expected.optionalDictionary, expected.optionalLists) = (nil, nil, nil)
    #expect(try everyWay(voided, Box.self) { $0 } == expected)
    box = try everyWay(#"{"a":[],"s":[],"r":[],"d":{},"l":{}}"#, Box.self) { $0 }
    #expect(box.array.isEmpty && box.optionalArray == [] && box.optionalSet == [])
    #expect(box.rows == Box().rows && box.optionalRows == nil)
    #expect(box.dictionary == Box().dictionary && box.optionalDictionary == nil && box.optionalLists == nil)
    #expect(try everyWay(#"{"d":{"x":{}}}"#, Box.self) { $0.optionalDictionary } == nil)
  }

  private enum Colour: String { case red, green }
  private enum Level: Int { case low = 1, high }

  private struct Coloured: Mappable {
    var colour = Colour.green
    var optional: Colour? = .green
    var forced: Colour! = .green
    var list: [Colour] = [.green]
    var optionalList: [Colour]? = [.green]
    var table: [String: Colour] = ["old": .green]
    var optionalTable: [String: Colour]?
    var level: Level?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
      colour <- map["c"]
      optional <- map["c"]
      forced <- map["c"]
      list <- map["a"]
      optionalList <- map["a"]
      table <- map["d"]
      optionalTable <- map["d"]
      level <- map["level"]
    }
  }

  @Test("unknown raw values give the default, nil or no element", .feature("9", "O7"))
  func rawValues() throws {
    func text(_ json: String) throws -> String {
      try everyWay(json, Coloured.self) {
        "\($0.colour) \($0.optional.map { "\($0)" } ?? "nil") \($0.forced.map { "\($0)" } ?? "nil") \($0.list) "
          + "\($0.optionalList?.count ?? -1) \($0.table.keys.sorted()) \($0.optionalTable?.count ?? -1) \($0.level?.rawValue ?? 0)"
      }
    }
    #expect(try text("{}").contains("green green green"))
    let whole = try text(
      #"{"c":"red","a":["red","blue",5,null,"green"],"d":{"x":"red","y":"blue"},"level":2.0}"#)
    #expect(whole.hasPrefix("red red red [") && whole.hasSuffix(#"2 ["x"] 1 2"#))
    #expect(try text(#"{"c":"blue","a":5,"d":[],"level":2.5}"#).hasPrefix("green nil nil"))
    #expect(try text(#"{"c":null,"a":null,"d":null}"#).hasSuffix(#"-1 ["old"] -1 0"#))
    let model = try #require(Coloured(JSONString: #"{"c":"red","a":["red"],"d":{"x":"green"},"level":1}"#))
    let expected: [String: Any] = ["c": "red", "a": ["red"], "d": ["x": "green"], "level": 1]
    #expect(canonical(model.toJSON()) == canonical(expected))
  }

  private class Vehicle: StaticMappable {
    var kind: String?

    class func objectForMapping(map: Map) -> (any BaseMappable)? {
      if let cache = map.context as? Cache { return cache.vehicle }
      switch map.JSON["kind"] as? String {
      case "car": return Car()
      case "bus": return Bus()
      default: return nil
      }
    }

    func mapping(map: Map) {
      kind <- map["kind"]
    }
  }

  private final class Car: Vehicle {
    var wheels: Int?
    override func mapping(map: Map) {
      super.mapping(map: map)
      wheels <- map["wheels"]
    }
  }

  private final class Bus: Vehicle {}

  private struct Cache: MapContext {
    let vehicle: Vehicle
  }

  @Test("supports class clusters, cached objects and conformance by extension", .feature("27", "O19"))
  func clusters() throws {
    let json = #"[{"kind":"car","wheels":3},{"kind":"boat"},{"kind":"bus"}]"#
    let vehicles = try #require(Mapper<Vehicle>().mapArray(JSONString: json))
    #expect(vehicles.map { "\(type(of: $0))" } == ["Car", "Bus"] && (vehicles[0] as? Car)?.wheels == 3)
    let bus = Bus()
    #expect(
      Mapper<Vehicle>(context: Cache(vehicle: bus)).map(JSONString: #"{"kind":"x"}"#) === bus
        && bus.kind == "x")
    #expect(Mapper<Extended>().map(JSONString: #"{"value":4}"#)?.value == 4)
  }

  private final class Node: Mappable {
    var name: String?
    var next: Node?
    var table: [String: Node] = [:]
    var item: Item?

    init() {}
    required init?(map: Map) {}

    func mapping(map: Map) {
      name <- map["name"]
      next <- map["next"]
      table <- map["table"]
      item <- map["item"]
    }
  }

  @Test(
    "updates objects in place at every level; copies structs", .feature("28", "O20")
  )
  func toObject() throws {
    let json = """
      {"name":"new","next":{"name":"n2","next":null},"table":{"a":{"name":"a2"},"b":{"name":"b"}},"item":{"id":2}}
      """
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    for way in 0..<3 {
      let node = Node()
      let (next, a, c) = (Node(), Node(), Node())
      node.next = next
      next.next = Node()
      node.table = ["a": a, "c": c]
      node.item = Item(id: 1)
      let mapper = Mapper<Node>()
      let mapped =
        switch way {
        case 0: mapper.map(JSONString: json, toObject: node)
        case 1: mapper.map(JSON: tree, toObject: node)
        default: mapper.map(JSONObject: tree, toObject: node)
        }
      #expect(
        mapped === node && node.name == "new" && node.next === next && next.name == "n2" && next.next == nil)
      #expect(
        node.table["a"] === a && a.name == "a2" && node.table["b"]?.name == "b" && node.table["c"] === c)
      #expect(node.item?.id == 2)
      #expect(
        mapper.map(JSONString: "{}", toObject: node) === node && node.next === next && node.item?.id == 2)
      #expect(
        mapper.map(JSONString: #"{"next":null,"item":5}"#, toObject: node).next == nil && node.item?.id == 2)
      #expect(
        mapper.map(JSONObject: nil, toObject: node) === node
          && mapper.map(JSONString: "[", toObject: node) === node)
      // A missing model is created.
      #expect(mapper.map(JSONString: #"{"next":{"name":"made"}}"#, toObject: node).next?.name == "made")
    }
    let item = Item(id: 1)
    #expect(Mapper<Item>().map(JSONString: #"{"id":2}"#, toObject: item).id == 2 && item.id == 1)
    let old = Node()
    let table = Mapper<Node>().mapDictionary(
      JSON: ["a": ["name": "x"], "b": ["name": "y"]], toDictionary: ["a": old, "z": old])
    #expect(table["a"] === old && old.name == "x" && table["b"]?.name == "y" && table.count == 3)
    #expect(Mapper<Node>().mapDictionary(JSONObject: 5, toDictionary: ["a": old]).count == 1)
  }

  @Test("releases a context after its call", .feature("O24"))
  func contextsGo() throws {
    final class Token: MapContext {}
    struct Reader: Mappable {
      var (hasContext, inner): (Bool, Inner?) = (false, nil)
      struct Inner: Mappable {
        init?(map: Map) {}
        mutating func mapping(map: Map) {}
      }
      init?(map: Map) { hasContext = map.context is Token }
      mutating func mapping(map: Map) { inner <- map["i"] }
    }
    weak var gone: Token?
    do {
      let token = Token()
      gone = token
      #expect(Mapper<Reader>(context: token).map(JSONString: #"{"i":{}}"#)?.hasContext == true)
      #expect(Mapper<Reader>(context: token).map(JSON: ["i": [:] as [String: Any]])?.hasContext == true)
    }
    #expect(gone == nil)
  }

  @Test("passes contexts to nested models, arrays and immutable models", .feature("29", "O24"))
  func contexts() throws {
    struct Words: MapContext { let word: String }
    struct Inner: ImmutableMappable {
      let word: String?
      init(map: Map) throws { word = (map.context as? Words)?.word }
    }
    struct Outer: Mappable {
      var words: [String?] = []
      init?(map: Map) { words.append((map.context as? Words)?.word) }
      mutating func mapping(map: Map) {
        var inner: Inner?
        inner <- map["i"]
        var inners: [String: [Inner]]?
        inners <- map["l"]
        words += [inner?.word, inners?["x"]?.first?.word]
        if let inner: Inner = try? map.value("i") { words.append(inner.word) }
        words.append((map.context as? Words)?.word)
      }
    }
    let json = #"{"i":{},"l":{"x":[{}]}}"#
    for word in ["a", "b"] {
      let expected = Array(repeating: word, count: 5)
      #expect(Mapper<Outer>(context: Words(word: word)).map(JSONString: json)?.words == expected)
      #expect(Outer(JSONString: json, context: Words(word: word))?.words == expected)
      #expect([Outer](JSONString: "[\(json)]", context: Words(word: word))?.first?.words == expected)
      #expect(try Inner(JSONString: "{}", context: Words(word: word)).word == word)
    }
    #expect(Outer(JSONString: json)?.words == Array(repeating: nil, count: 5))
  }
}

/// A model from another module.
struct Extended {
  var value: Int?
}

extension Extended: StaticMappable {
  static func objectForMapping(map: Map) -> (any BaseMappable)? { Extended() }

  mutating func mapping(map: Map) {
    value <- map["value"]
  }
}
