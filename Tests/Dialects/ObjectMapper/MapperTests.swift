import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

@Suite("ObjectMapper: input and output forms")
struct MapperTests {
  private let mapper = Mapper<Item>()

  @Test("strings, dictionaries, objects, files; invalid JSON gives nil", .feature("38", "O21"))
  func models() throws {
    #expect(mapper.map(JSONString: #" {"id":1} "#)?.id == 1 && mapper.map(JSON: ["id": 1])?.id == 1)
    #expect(mapper.map(JSONObject: ["id": 1] as [String: Any])?.id == 1)
    for bad in ["", "{", "[]", #"{"id":1}x"#, "5", #"{"id":01}"#] {
      #expect(mapper.map(JSONString: bad) == nil && Item(JSONString: bad) == nil, "\(bad)")
    }
    #expect(mapper.map(JSONObject: nil) == nil && mapper.map(JSONObject: 5) == nil)

    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mapper-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"[{"id":1},{"id":2}]"#.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(mapper.mapArray(JSONfile: path)?.map(\.id) == [1, 2] && mapper.map(JSONfile: path) == nil)
    try #"{"id":3}"#.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(mapper.map(JSONfile: path)?.id == 3 && mapper.map(JSONfile: path + "x") == nil)
  }

  @Test("arrays, sets, dictionaries; wraps one object from a string", .feature("12", "38", "O21"))
  func collections() throws {
    #expect(mapper.mapArray(JSONString: #"[{"id":1},{},{"id":2}]"#)?.map(\.id) == [1, 2])
    #expect(mapper.mapArray(JSONString: #"{"id":1}"#)?.map(\.id) == [1])
    #expect(
      mapper.mapArray(JSONObject: ["id": 1]) == nil && mapper.mapArray(JSONObject: [["id": 1]])?.count == 1)
    #expect(mapper.mapArray(JSONString: "[1]") == nil && mapper.mapArray(JSONString: "5") == nil)
    #expect(
      mapper.mapArray(JSONArray: [["id": 1], [:]]).count == 1 && mapper.mapArray(JSONObject: nil) == nil)
    #expect(mapper.mapArrayOfArrays(JSONObject: [[["id": 1]], []])?.map(\.count) == [1, 0])
    #expect(mapper.mapArrayOfArrays(JSONObject: [[[String: Any]]]()) == nil)
    #expect(mapper.mapSet(JSONString: #"[{"id":1},{"id":1}]"#) == [Item(id: 1)])
    #expect(mapper.mapSet(JSONString: #"{"id":1}"#) == [Item(id: 1)])
    #expect(mapper.mapSet(JSONObject: [["id": 2]]) == [Item(id: 2)] && mapper.mapSet(JSONArray: []).isEmpty)
    #expect(mapper.mapDictionary(JSONString: #"{"a":{"id":1},"b":{}}"#) == ["a": Item(id: 1)])
    #expect(
      mapper.mapDictionary(JSON: ["a": ["id": 1]])?.count == 1 && mapper.mapDictionary(JSON: [:]) == nil)
    #expect(
      mapper.mapDictionary(JSONObject: ["a": 5]) == nil && mapper.mapDictionary(JSONString: "[]") == nil)
    #expect(mapper.mapDictionaryOfArrays(JSON: ["a": [["id": 1]], "b": []])?["a"] == [Item(id: 1)])
    #expect(mapper.mapDictionaryOfArrays(JSONObject: ["a": 5]) == nil)
    #expect([Item](JSONString: #"[{"id":1}]"#) == [Item(id: 1)] && [Item](JSONArray: [["id": 1]]).count == 1)
    #expect(
      Set<Item>(JSONString: #"[{"id":1}]"#)?.count == 1 && Set<Item>(JSONArray: [["id": 1]])?.count == 1)
    #expect([Item](JSONString: "x") == nil && Set<Item>(JSONString: "5") == nil)
    #expect(Item(JSON: ["id": 1])?.id == 1 && Item(JSON: [:]) == nil)
  }

  @Test("writes JSON of models, collections and any object", .feature("34", "O22"))
  func outputs() throws {
    let item = Item(id: 1)
    #expect(mapper.toJSON(item) as? [String: Int] == ["id": 1] && item.toJSON()["id"] as? Int == 1)
    #expect(mapper.toJSONArray([item]).count == 1 && [item].toJSON().first?["id"] as? Int == 1)
    #expect(mapper.toJSONDictionary(["a": item])["a"]?["id"] as? Int == 1)
    #expect(mapper.toJSONDictionaryOfArrays(["a": [item, item]])["a"]?.count == 2)
    #expect(mapper.toJSONSet([item]).count == 1 && Set([item]).toJSON().count == 1)
    #expect(mapper.toJSONString(item) == #"{"id":1}"# && item.toJSONString() == #"{"id":1}"#)
    #expect(mapper.toJSONString([item]) == #"[{"id":1}]"# && [item].toJSONString() == #"[{"id":1}]"#)
    #expect(
      mapper.toJSONString(Set([item])) == #"[{"id":1}]"# && Set([item]).toJSONString() == #"[{"id":1}]"#)
    #expect(item.toJSONString(prettyPrint: true)?.contains("\n  \"id\" : 1\n") == true)
    #expect(Mapper<Item>.toJSONString(["a": [1]], prettyPrint: false) == #"{"a":[1]}"#)
    #expect(Mapper<Item>.toJSONString(Date(), prettyPrint: false) == nil)
    #expect(Mapper<Item>.toJSONData([1], options: []) == Data("[1]".utf8))
    #expect(Mapper<Item>.parseJSONString(JSONString: "[1]") as? [Int] == [1])
    #expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: "[1]") == nil)
    #expect(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: #"{"a":1}"#)?["a"] as? Int == 1)
  }

  @Test(
    "can write nil as null, except nil collections of models", .feature("34", "O23"))
  func nilValues() throws {
    struct Empty: Mappable {
      var text: String?
      var number: Int?
      var any: Any?
      var item: Item?
      var inner: [String: Item]?
      var items: [Item]?
      var rows: [[Item]]?
      var set: Set<Item>?
      var date: Date?
      var nested: Holder<Int>? = Holder()

      init?(map: Map) {}

      mutating func mapping(map: Map) {
        text <- map["text"]
        number <- map["a.number"]
        any <- map["any"]
        item <- map["item"]
        inner <- map["inner"]
        items <- map["items"]
        rows <- map["rows"]
        set <- map["set"]
        date <- (map["date"], DateTransform())
        nested <- map["nested"]
      }
    }
    let empty = try #require(Empty(JSON: [:]))
    #expect(empty.toJSON().keys.sorted() == ["nested"])
    let json = Mapper<Empty>(shouldIncludeNilValues: true).toJSON(empty)
    #expect(json.keys.sorted() == ["a", "any", "date", "item", "nested", "text"])
    #expect(json["text"] is NSNull && (json["a"] as? [String: Any])?["number"] is NSNull)
    #expect((json["nested"] as? [String: Any])?["v"] is NSNull)
  }

  @Test("maps write-only values", .feature("1", "O2"))
  func writeOnly() throws {
    struct Out: Mappable {
      var text: String? = "t"
      var number = 5
      var level: Level? = .low
      var levels: [Level] = [.low]
      var table = ["a": Level.low]
      var any: Any = "any"
      var items = [Item(id: 1)]
      var other = NSNull()

      enum Level: Int { case low = 1 }

      init?(map: Map) {}

      mutating func mapping(map: Map) {
        text >>> map["text"]
        number >>> map["number"]
        level >>> map["level"]
        levels >>> map["levels"]
        table >>> map["table"]
        any >>> map["any"]
        items >>> map["items"]
        other >>> map["other"]
      }
    }
    let out = try #require(Out(JSONString: #"{"text":"x","number":6,"any":1,"items":[]}"#))
    #expect(out.text == "t" && out.number == 5 && out.items.count == 1)
    let text =
      #"{"text":"t","number":5,"level":1,"levels":[1],"table":{"a":1},"any":"any","items":[{"id":1}],"other":null}"#
    let expected = try #require(Mapper<Item>.parseJSONStringIntoDictionary(JSONString: text))
    #expect(canonical(out.toJSON()) == canonical(expected))
  }
}
