import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

@Suite("Writes into a dynamic object")
struct WritingTests {
  private func loose(_ json: String) throws -> Item.Loose {
    try DynamicJSONDecoder().decode(Item.Loose.self, from: Data(json.utf8))
  }

  private func text(_ value: some Encodable, _ encoder: DynamicJSONEncoder = DynamicJSONEncoder()) throws
    -> String
  {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("keeps unmapped members digit by digit", .feature("64", "D6"))
  func kept() throws {
    let json =
      #"{"big":12345678901234567890.10,"text":"a\/\u00e9","list":[1,{"x":null}],"object":{"z":1,"a":2}}"#
    #expect(try text(loose(json)) == json)
    #expect(try text(loose(" { \"a\" : [ 1 , \"x y\" ] } ")) == #"{"a":[1,"x y"]}"#)
  }

  @Test("the model's own members override kept ones, even when nil", .feature("D6"))
  func ownWins() throws {
    struct Person: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var name: String
      var age: Int?
      func dynamicMapping(mappingType: DynamicMappingType) {}
    }
    var person = try DynamicJSONDecoder().decode(
      Person.self, from: Data(#"{"more":1,"name":"a","age":2}"#.utf8))
    person.name = "b"
    #expect(try text(person) == #"{"name":"b","age":2,"more":1}"#)
    person.age = nil
    #expect(try text(person) == #"{"name":"b","more":1}"#)
    // An explicitly set value is written where the model writes nothing.
    person.ds.age.set(3)
    person.ds.name.set("c")
    #expect(try text(person) == #"{"name":"b","more":1,"age":3}"#)
  }

  @Test("adds paths, replaces conflicting values, appends indexes past the end", .feature("20", "21", "D6"))
  func insertion() throws {
    let model = try loose(#"{"a":{"b":[1,2]},"s":"text","n":null}"#)
    model.ds.a.b[0].set("first")
    model.ds.a.b[9].set([true])
    model.ds.a.b[-1].set("never")
    model.ds.a.c.d.set(1.5)
    model.ds.s.x.set(Item(id: 5))
    model.ds.n[3].y.set(URL(string: "a:b"))
    model.ds.new[0][0].set(["k": 1])
    #expect(
      try text(model)
        == #"{"a":{"b":["first",2,[true]],"c":{"d":1.5}},"s":{"x":{"id":5}},"n":[{"y":"a:b"}],"new":[[{"k":1}]]}"#
    )
    var (first, id): (String?, Int?)
    first <-- model.ds.a.b[0]
    id <-- model.ds.s.x.id
    #expect(first == "first" && id == 5)
    var array: [Int]?
    array <-- model.ds.a.b
    #expect(array == [2])
    // Below a set value.
    model.ds.s.x.more.deep.set("d")
    #expect(try text(model).contains(#""s":{"x":{"id":5,"more":{"deep":"d"}}}"#))
    var item: Item?
    item <-- model.ds.s.x
    #expect(item == Item(id: 5, deep: "d"))
  }

  @Test("nil writes null, and creates a missing dynamic object", .feature("D5", "D6"))
  func null() throws {
    var model = Item.Loose()
    #expect(try text(model) == "{}")
    model.dynamicSelf = DynamicClass()
    let missing: String? = nil
    missing --> { model.ds.a.b.set($0) }
    model.ds.c.set(nil)
    let some: Any = 5
    model.ds.d.set(some)
    #expect(try text(model) == #"{"a":{"b":null},"c":null,"d":5}"#)

    // A class keeps a newly created one.
    final class Object: DynamicCodable {
      var dynamicSelf: DynamicClass?
      func dynamicMapping(mappingType: DynamicMappingType) {}
    }
    final class Made: DynamicEncodable {
      var dynamicSelf: DynamicClass?
      func dynamicMapping(mappingType: DynamicMappingType) { ds.made.set(true) }
    }
    let object = try JSONDecoder().decode(Object.self, from: Data("{}".utf8))
    #expect(object.dynamicSelf == nil)
    object.ds.x.set(1)
    #expect(try text(object) == #"{"x":1}"#)
    #expect(try text(Made()) == #"{"made":true}"#)
    // So does a structure, while it is encoded.
    struct Value: DynamicEncodable {
      var dynamicSelf: DynamicClass?
      var name: String? = "n"
      func dynamicMapping(mappingType: DynamicMappingType) { name --> { ds.deep.name.set($0) } }
    }
    #expect(try text(Value()) == #"{"name":"n","deep":{"name":"n"}}"#)
  }

  @Test("writes set values with the encoder's strategies", .feature("32", "D7"))
  func strategies() throws {
    let model = try loose(#"{"kept_name":1}"#)
    model.ds.when.set(Date(timeIntervalSince1970: 0))
    model.ds.list.set([Date(timeIntervalSince1970: 1)])
    model.ds.model.set(["aKey": 1])
    let encoder = DynamicJSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #expect(
      try text(model, encoder) == """
        {
          "kept_name" : 1,
          "list" : [
            "1970-01-01T00:00:01Z"
          ],
          "model" : {
            "aKey" : 1
          },
          "when" : "1970-01-01T00:00:00Z"
        }
        """)
    encoder.outputFormatting = []
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(
      try text(model, encoder)
        == #"{"kept_name":1,"when":0,"list":[1],"model":{"aKey":1}}"#)
  }

  @Test("nested models keep their members; dynamicSelf is never a member", .feature("D2"))
  func nested() throws {
    struct Team: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var lead: Item?
      var members: [Item]
      var byName: [String: Item]
      mutating func dynamicMapping(mappingType: DynamicMappingType) {
        members.dynamicMapping(mappingType: mappingType)
      }
    }
    let json =
      #"{"lead":{"id":1,"l":[]},"members":[{"id":2,"m":1.0},{"id":3}],"byName":{"x":{"id":4,"n":{}}},"t":true}"#
    let team = try DynamicJSONDecoder().decode(Team.self, from: Data(json.utf8))
    #expect(team.members.map(\.id) == [2, 3])
    #expect(try text(team) == json)
    #expect(try text([team, team]) == "[\(json),\(json)]")
    // Other coders do not use it.
    let plain = try JSONEncoder().encode(team.members)
    let tree = try #require(JSONSerialization.jsonObject(with: plain) as? [[String: Int]])
    #expect(tree == [["id": 2], ["id": 3]])
    // A member of that name is an ordinary member.
    #expect(try text(loose(#"{"dynamicSelf":{"a":1}}"#)) == #"{"dynamicSelf":{"a":1}}"#)
  }

  @Test("calls the hook once for each element and direction", .feature("35", "D2"))
  func hooks() throws {
    final class Counting: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var calls: [DynamicMappingType] = []
      var inner: Counting?
      private enum CodingKeys: CodingKey { case inner }
      func dynamicMapping(mappingType: DynamicMappingType) { calls.append(mappingType) }
    }
    let decoder = DynamicJSONDecoder()
    let one = try decoder.decode(Counting.self, from: Data(#"{"inner":{}}"#.utf8))
    #expect(one.calls == [.decoding] && one.inner?.calls == [])
    let list = try decoder.decode([Counting].self, from: Data("[{},{}]".utf8))
    #expect(list.map(\.calls) == [[.decoding], [.decoding]])
    _ = try DynamicJSONEncoder().encode(list)
    #expect(list.map(\.calls) == [[.decoding, .encoding], [.decoding, .encoding]])
    let byName = try decoder.decode([String: [Counting]?].self, from: Data(#"{"a":[{}],"b":null}"#.utf8))
    #expect(byName["a"]??.map(\.calls) == [[.decoding]])
    var twice: [Counting] = []
    twice.append(one)
    twice.dynamicMapping(mappingType: .encoding)
    #expect(twice.count == 1 && one.calls == [.decoding, .encoding])
  }

  @Test("codes a dynamic object by itself")
  func alone() throws {
    let json = #"{"a":[1,2.5,"x",null,true,{"b":{}}]}"#
    let object = try JSONDecoder().decode(DynamicClass.self, from: Data(json.utf8))
    #expect(try String(decoding: JSONEncoder().encode(object), as: UTF8.self) == json)
    let model = try loose(json)
    #expect(try String(decoding: JSONEncoder().encode(model.ds), as: UTF8.self) == json)
    var value: Double?
    value <-- object.a[1]
    #expect(value == 2.5)
  }
}
