import ObjectMapperDialect
import StreamMap

private struct Person: Mappable {
  var name = ""

  init?(map: Map) {}

  mutating func mapping(map: Map) {
    name <- map["name"]
  }
}

func namesByObjectMapper(_ lines: [UInt8]) throws -> [String] {
  var names: [String] = []
  try JSONLines(.bytes(lines), mapping: Person.self).forEach { person, _ in names.append(person.name) }
  return names
}
