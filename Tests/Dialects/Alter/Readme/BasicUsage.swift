// swift-format-ignore-file
// The README has another format.
import AlterDialect
import Foundation

// The examples of Alter's README, verbatim. Each part has a separate `User`.

enum BasicUsage {
  struct User: Codable, Alterable {

    @Mapped
    var name: String = ""

    @Mapped
    var userName: String = ""

    @Mapped
    var age: Int = 0
  }
}

enum BasicUsageShort {
  struct User: AlterCodable {

    @Mapped
    var name: String = ""

    @Mapped
    var userName: String = ""

    @Mapped
    var age: Int = 0
  }

  static func getUserFromSomewhere() -> User {
    let user = User()
    user.name = "Ada"
    user.userName = "ada"
    user.age = 36
    return user
  }

  /// To JSON and back.
  static func roundTrip() -> (json: [String: Any], string: String, data: Data, users: [User]) {
    let user: User = getUserFromSomewhere()

    //to JSON
    let jsonObject: [String: Any] = try! user.toJSON()
    let jsonString: String = try! user.toJSONString()
    let jsonData: Data = try! user.toJSONData()

    //from JSON
    let userFromJSON: User = try! .from(json: jsonObject)
    let userFromString: User = try! .from(jsonString: jsonString)
    let userFromData: User = try! .from(jsonData: jsonData)

    return (jsonObject, jsonString, jsonData, [userFromJSON, userFromString, userFromData])
  }

  /// Through other coders and back.
  static func otherCoders() -> [User] {
    let user: User = getUserFromSomewhere()
    let propertyListData = try! PropertyListEncoder().encode(user)
    let decodedPropertyList = try! PropertyListDecoder().decode(User.self, from: propertyListData)

    let jsonData = try! JSONEncoder().encode(user)
    let decodedJsonData = try! JSONDecoder().decode(User.self, from: jsonData)

    return [decodedPropertyList, decodedJsonData]
  }
}
