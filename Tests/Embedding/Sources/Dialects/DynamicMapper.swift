import DynamicMapperDialect
import StreamMap

private struct Person: DynamicDecodable {
  var dynamicSelf: DynamicClass?
  var found: String?

  mutating func dynamicMapping(mappingType: DynamicMappingType) {
    found <-- ds.name
  }
}

func namesByDynamicMapper(_ lines: [UInt8]) throws -> [String] {
  var names: [String] = []
  try JSONLines(.bytes(lines), mapping: Person.self).forEach { person, _ in names.append(person.found ?? "") }
  return names
}
