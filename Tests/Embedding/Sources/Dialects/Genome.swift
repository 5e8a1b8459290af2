import GenomeDialect
import StreamMap

private struct Person: MappableObject {
  let name: String

  init(map: Map) throws {
    name = try map.extract("name")
  }

  func sequence(map: Map) throws {
    try name ~> map["name"]
  }
}

func namesByGenome(_ lines: [UInt8]) throws -> [String] {
  var names: [String] = []
  try JSONLines(.bytes(lines), mapping: Person.self).forEach { person, _ in names.append(person.name) }
  return names
}
