import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

@Suite("README of DynamicMapper")
struct ReadmeTests {
  @Test("a model with nested address, count, friend and friends", .feature("33", "D1"))
  func user() throws {
    let json = """
      {"username":"ada","lastname":"L","age":36,"weight":55.5,"birthday":10,
       "alboms":{"familyAlbom":{"bestPhoto":"https://example.org/a.png"}},"familyInfo":{"childrenCount":3},
       "bestFriend":{"username":"bob","familyInfo":{"childrenCount":1}},
       "friends":[{"username":"eve","familyInfo":{"childrenCount":2}},{"username":"kim"}]}
      """
    let user = try #require(decodeUser(userDataFromServer: Data(json.utf8)))
    #expect(user.username == "ada" && user.lastname == "L" && user.age == 36 && user.weight == 55.5)
    #expect(user.birthday == Date(timeIntervalSinceReferenceDate: 10))
    #expect(user.bestFamilyPhoto == URL(string: "https://example.org/a.png"))
    #expect(user.numberOfChildren == 3)
    #expect(user.bestFriend?.username == "bob" && user.bestFriend?.numberOfChildren == 1)
    #expect(user.bestFriend?.bestFriend == nil)
    let friends = try #require(user.friends)
    #expect(friends.map(\.username) == ["eve", "kim"])
    #expect(friends.map(\.numberOfChildren) == [2, nil])
  }

  @Test("custom names", .feature("14", "D9"))
  func customNames() throws {
    let data = Data(#"{"celsius":21.5,"fahrenheit":71}"#.utf8)
    let plain = try DynamicJSONDecoder().decode(Temperature.self, from: data)
    #expect(plain.celsius == 21.5 && plain.fahrenheit == 71)
    let named = try DynamicJSONDecoder().decode(CustomNames.Temperature.self, from: data)
    #expect(named.celsiusTemperature == 21.5 && named.fahrenheitTemperature == 71)
  }

  @Test("a model with different mappings for reading and writing", .feature("1", "D2", "D5"))
  func bothWays() throws {
    let json = #"{"name":"F","alboms":{"familyAlbom":{"bestPhoto":"a:b","other":1.50}},"more":[1, 2]}"#
    let family = try DynamicJSONDecoder().decode(Family.self, from: Data(json.utf8))
    #expect(family.bestFamilyPhoto == URL(string: "a:b") && family.numberOfChildren == nil)
    family.bestFamilyPhoto = URL(string: "c:d")
    family.numberOfChildren = 4
    family.name = "G"
    let first = try #require(encode(userModel: family))
    #expect(
      String(decoding: first, as: UTF8.self)
        == #"{"name":"G","alboms":{"familyAlbom":{"bestPhoto":"c:d","other":1.50}},"more":[1,2],"familyInfo":{"childrenCount":4}}"#
    )
    family.bestFamilyPhoto = nil
    let second = try #require(encode(userModel: family))
    #expect(String(decoding: second, as: UTF8.self).contains(#"{"bestPhoto":null,"other":1.50}"#))
  }

  @Test("nested objects, elements and indexes past the end", .feature("15", "D4", "D10"))
  func levels() throws {
    let levels = try DynamicJSONDecoder().decode(Levels.self, from: Data(Self.levels.utf8))
    #expect(levels.property0 == "Value 0" && levels.property2 == 10)
    #expect(levels.secondArrayItem_1_OfLevel_6 == "Item C")
    #expect(levels.beyondLevel_6 == nil)
    #expect(levels.level_6_Array?.map(\.item1) == ["Item A", "Item C", "Item E"])
    #expect(levels.level_6_Array?.map(\.item2) == [100, 200, 300])
  }

  @Test("the JSON after three insertions", .feature("20", "21", "D6"))
  func insertion() throws {
    let model = try DynamicJSONDecoder().decode(Insertion.self, from: Data(Self.levels.utf8))
    let encoder = DynamicJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let expected = Self.levels
      .replacing(
        #""property2": 10,"#,
        with: #""property2": 10, "insertedArray": ["inserted item 1", "inserted item 2"],"#
      )
      .replacing(
        #""property3": "Value 3","#, with: #""property3": "Value 3", "insertedProperty": "nested item","#
      )
      .replacing(#""item2": 300}"#, with: #""item2": 300}, {"item1": "inserted item 1", "item2": 5}"#)
    let tree = try JSONSerialization.jsonObject(with: Data(expected.utf8))
    let sorted = try JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
    #expect(
      try String(decoding: encoder.encode(model), as: UTF8.self) == String(decoding: sorted, as: UTF8.self))
  }

  @Test("ordinary models unchanged", .feature("33", "D1"))
  func subjects() {
    let data = Data(
      """
      {"title": "Swift", "category": "Programming Languages",
       "teacher": {"firstName": "Abdulrahman", "lastName": "Qasem"}}
      """.utf8)
    #expect(Ordinary.firstName(subjectData: data) == "Abdulrahman")
    #expect(Dynamic.teacherName(subjectData: data) == "Abdulrahman")
  }

  @Test("a date strategy", .feature("32", "D7"))
  func strategies() throws {
    let data = Data(#"{"user":{"personalInfo":{"birthDate":"2023-10-30T19:00:00Z"}}}"#.utf8)
    #expect(try decodePerson(data).birthDate == Date(timeIntervalSince1970: 1_698_692_400))
  }

  @Test("a subclass of another framework's class, as with Realm", .feature("25", "41", "D8"))
  func recipe() throws {
    let json = #"{"user":{"personalInfo":{"name":"N","age":7}},"name":"own"}"#
    let model = try DynamicJSONDecoder().decode(Model.self, from: Data(json.utf8))
    #expect(model.name == "N")
    model.name = "M"
    let data = try DynamicJSONEncoder().encode(model)
    #expect(
      String(decoding: data, as: UTF8.self) == #"{"name":"M","user":{"personalInfo":{"name":"M","age":7}}}"#)
  }

  private static let levels = """
    {"property0": "Value 0", "level1": {"property1": "Value 1", "level2": {"property2": 10,
     "level3": {"property3": "Value 3", "level4": {"property4": "Value 4", "level5": {"property5": "Value 5",
     "level6Array": [{"item1": "Item A", "item2": 100}, {"item1": "Item C", "item2": 200},
     {"item1": "Item E", "item2": 300}]}}}}}}
    """
}
