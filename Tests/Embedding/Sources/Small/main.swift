import StreamMap

struct Tweet {
  var id = 0
  var name: String?
}

let mapping = try Mapping(Tweet()) {
  Field(\.id, "id")
  Field(\.name, "user.name")
}
print(try mapping.decode(#"{"id":1,"user":{"name":"ada"}}"#).name ?? "")
