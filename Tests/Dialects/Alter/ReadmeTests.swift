import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: README examples")
struct ReadmeTests {
  @Test("a model to and from a dictionary, string and data", .feature("34", "38", "A1", "A7"))
  func basicUsage() throws {
    let (json, string, data, users) = BasicUsageShort.roundTrip()
    #expect(json["name"] as? String == "Ada")
    #expect(json["userName"] as? String == "ada")
    #expect(json["age"] as? Int == 36)
    #expect(json.count == 3)
    #expect(string == #"{"name":"Ada","userName":"ada","age":36}"#)
    #expect(data == Data(string.utf8))
    #expect(users.count == 3)
    for user in users {
      #expect(user.name == "Ada" && user.userName == "ada" && user.age == 36)
    }
    let plain: BasicUsage.User = try .from(jsonString: string)
    #expect(plain.name == "Ada" && plain.userName == "ada" && plain.age == 36)
  }

  @Test("property lists and Foundation's JSON coders", .feature("33", "A9"))
  func otherCoders() {
    let users = BasicUsageShort.otherCoders()
    #expect(users.count == 2)
    for user in users {
      #expect(user.name == "Ada" && user.userName == "ada" && user.age == 36)
    }
  }

  @Test("key access with Alterable alone", .feature("14", "A1"))
  func keys() throws {
    let user: Keys.User = try .from(jsonString: #"{"full_name":"Ada Lovelace","user_name":"ada","age":36}"#)
    #expect(user.fullName == "Ada Lovelace" && user.userName == "ada" && user.age == 36)
    #expect(try user.toJSONString() == #"{"full_name":"Ada Lovelace","user_name":"ada","age":36}"#)
  }

  @Test("manual mapping of other properties", .feature("33", "A6"))
  func byHand() throws {
    let json = #"{"full_name":"Ada Lovelace","user_name":"ada","age":36,"image":"AAEC"}"#
    let user: ByHand.User = try .from(jsonString: json)
    #expect(user.fullName == "Ada Lovelace" && user.image == Data([0, 1, 2]))
    // The README reads one key, and writes another.
    #expect(try user.toJSONString() == json.replacing("image", with: "address"))
    let error = #expect(throws: AlterError.self) { try ByHand.User.from(jsonString: "{}") }
    #expect(error?.failureReason?.contains("\"image\"") == true)
  }

  @Test("alterers for dates: text, numbers, optional, arrays, both directions", .feature("30", "31", "A4"))
  func manualMapping() throws {
    let json = """
      {"full_name":"Ada","user_name":"ada","age":36,"birth_date":"10-12-1815","login_times":[0,60],\
      "crashes_times":null,"some_times":[1,null,3]}
      """
    let user: ManualMapping.User = try .from(jsonString: json)
    let day = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: user.birthDate)
    #expect(day.year == 1815 && day.month == 12 && day.day == 10)
    #expect(user.loginTimes == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 60)])
    #expect(user.crashesTimes == nil)
    #expect(user.someTimes == [Date(timeIntervalSince1970: 1), nil, Date(timeIntervalSince1970: 3)])
    #expect(user.$birthDate == "10-12-1815")
    #expect(user.$someTimes == [1, nil, 3])
    #expect(try user.toJSONString() == json)
    #expect(MyOwnDataAlterer().alterBack(value: MyOwnDataAlterer().alter(value: Data([7]))) == Data([7]))
  }

  @Test("private setters", .feature("3", "A10"))
  func privateSetters() throws {
    let user: PrivateSetters.User = try .from(jsonString: #"{"full_name":"Ada","user_name":"ada","age":36}"#)
    #expect(user.fullName == "Ada" && user.userName == "ada" && user.age == 36)
  }

  @Test("a constant accessed like a dictionary", .feature("22", "A8"))
  func mutability() throws {
    #expect(Mutability.lines() == ["this is username", "this is username"])
    let user: MutabilityShort.MutableUser = try .from(jsonString: #"{"user_name":"ada"}"#)
    let name: String? = user[mappedKey: "user_name"]
    #expect(name == "ada")
  }
}
