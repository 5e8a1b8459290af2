import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

/// Results of the examples of ObjectMapper's README, whose code is in `Readme/`.
@Suite("ObjectMapper: README examples")
struct ReadmeTests {
  private let json = """
    {"username":"steve","age":31,"weight":80.5,"arr":[1,"b",null,{"c":true}],"dict":{"x":5,"y":[]},\
    "best_friend":{"username":"ann","friends":[]},"friends":[{"username":"bob"},{"username":"eve","age":null}],\
    "birthday":86400,"unknown":{"deep":[1,2,3]}}
    """

  @Test("the basics, from a string and back, ignoring unknown keys", .feature("1", "3", "O2", "O27"))
  func basics() throws {
    let user = try #require(User(JSONString: json))
    #expect(user.username == "steve" && user.age == 31 && user.weight == 80.5)
    #expect(user.array?.count == 4 && user.array?[0] as? Int == 1 && user.array?[1] as? String == "b")
    #expect(user.array?[2] is NSNull)
    #expect(user.dictionary["x"] as? Double == 5)
    #expect(user.bestFriend?.username == "ann" && user.bestFriend?.friends?.count == 0)
    #expect(user.friends?.map { $0.username } == ["bob", "eve"])
    #expect(user.friends?[1].age == nil)
    #expect(user.birthday == Date(timeIntervalSince1970: 86400))

    let text = try #require(user.toJSONString(prettyPrint: true))
    #expect(text.contains("\n"))
    let again = try #require(Mapper<User>().map(JSONString: text))
    #expect(canonical(again.toJSON()) == canonical(user.toJSON()))
    let pretty = try #require(Mapper().toJSONString(user, prettyPrint: true))
    #expect(pretty.count == text.count && pretty != Mapper().toJSONString(user))
    #expect(user.toJSON()["unknown"] == nil)
    #expect(user.toJSON()["birthday"] as? Double == 86400)
  }

  @Test("structs")
  func structs() throws {
    let temperature = try #require(Temperature(JSONString: #"{"celsius":-40,"fahrenheit":-40.0}"#))
    #expect(temperature.celsius == -40 && temperature.fahrenheit == -40)
    #expect(temperature.toJSON() as? [String: Double] == ["celsius": -40, "fahrenheit": -40])
  }

  @Test("immutable models", .feature("3", "4", "O17"))
  func immutable() throws {
    let person = try Person(JSONString: #"{"name":"a","createdAt":10,"posts":[{"title":"t"}]}"#)
    #expect(person.name == "a" && person.createdAt == Date(timeIntervalSince1970: 10))
    #expect(
      person.updatedAt == nil && person.posts.map(\.title) == ["t"] && person.surname == "DefaultSurname")
    #expect(person.toJSON()["createdAt"] as? Double == 10)
    #expect((person.toJSON()["posts"] as? [[String: String]]) == [["title": "t"]])
    #expect(try Person(JSONString: #"{"name":"a","createdAt":1,"posts":[{"title":1}]}"#).posts.isEmpty)
    #expect(throws: MapError.self) { try Person(JSONString: #"{"createdAt":10}"#) }
    #expect(throws: MapError.self) { try Person(JSONString: #"{"name":"a","createdAt":true,"posts":[}"#) }
    let member = try Member(JSON: ["id": 1])
    #expect(member.id == 1 && member.name == nil)
    #expect(
      try Member(JSONObject: ["id": 1, "name": "x"] as [String: Any]).toJSON()["name"] as? String == "x")
  }

  @Test("nested keys, literal keys, delimiters and closure transforms", .feature("15", "O10", "O15"))
  func nestedKeys() throws {
    let json = """
      {"name":"n","distance":{"text":"102 ft","value":31},"distances":[{"value":7},{"value":8}],
       "app.identifier":"id","com.myapp.info":{"com.myapp.name":"app"},"id":"12","code":"13"}
      """
    let trip = try #require(Trip(JSONString: json))
    #expect(trip.distance == 31 && trip.first == 7 && trip.identifier == "id" && trip.appName == "app")
    #expect(trip.id == 12 && trip.code == 13)
    let written = trip.toJSON()
    #expect(written["id"] as? String == "12" && written["app.identifier"] as? String == "id")
    #expect((written["distances"] as? [String: [String: Int]]) == ["0": ["value": 7]])
    #expect((written["com.myapp.info"] as? [String: String]) == ["com.myapp.name": "app"])
    // The README's `init?` requires a name.
    #expect(Trip(JSONString: #"{"id":"12","code":"1"}"#) == nil)
  }

  @Test("subclasses, generic models, contexts", .feature("25", "26", "O25"))
  func structures() throws {
    let sub = try #require(Subclass(JSONString: #"{"base":"b","sub":"s"}"#))
    #expect(sub.base == "b" && sub.sub == "s")
    #expect(sub.toJSON() as? [String: String] == ["base": "b", "sub": "s"])
    let result = Mapper<Result<User>>().map(JSON: ["result": ["username": "u"]])
    #expect(result?.result?.username == "u")
    let user = Mapper<MappingContext.User>(context: MappingContext.Context()).map(JSONString: "{}")
    #expect(user?.name == "Info that I need during mapping")
    let shapes = Mapper<Shape>().mapArray(JSONString: #"[{"name":"a"},{"name":"b","radius":2}]"#)
    #expect(shapes?.map(\.name) == ["a", "b"] && (shapes?.last as? Circle)?.radius == 2)
  }

  @Test("recipes: Realm classes, and response data from Alamofire", .feature("38", "41", "O28"))
  func recipes() throws {
    let model = try #require(Model(JSONString: #"{"name":"n"}"#))
    #expect(model.name == "n" && model.toJSON() as? [String: String] == ["name": "n"])
    let data = Data(#"{"data":{"users":[{"username":"a"},{"username":"b"}]}}"#.utf8)
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let users = Mapper<User>().mapArray(JSONObject: (object?["data"] as? [String: Any])?["users"])
    #expect(users?.map { $0.username } == ["a", "b"])
  }
}
