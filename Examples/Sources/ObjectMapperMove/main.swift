// Models written for ObjectMapper. Only the import was changed: it was `import ObjectMapper`.

import ObjectMapperDialect

struct Address: Mappable {
  var city: String?

  init?(map: Map) {}

  mutating func mapping(map: Map) {
    city <- map["city"]
  }
}

class User: Mappable {
  var name: String?
  var age = 0
  var address: Address?
  var nicknames: [String] = []

  required init?(map: Map) {
    if map.JSON["name"] == nil { return nil }
  }

  func mapping(map: Map) {
    name <- map["name"]
    age <- map["details.age"]
    address <- map["address"]
    nicknames <- map["nicknames"]
  }
}

let json = #"{"name":"ada","details":{"age":36},"address":{"city":"London"},"nicknames":["countess"]}"#
if let user = Mapper<User>().map(JSONString: json) {
  print(user.name ?? "-", user.age, user.address?.city ?? "-", user.nicknames)
  user.age = 37
  print(Mapper<User>().map(JSONString: user.toJSONString() ?? "")?.age ?? 0)
}
print(Mapper<User>().map(JSONString: #"{"age":1}"#) == nil ? "rejected by init?(map:)" : "accepted")
