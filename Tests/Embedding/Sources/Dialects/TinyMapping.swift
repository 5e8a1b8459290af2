import StreamMap
import TinyMappingDialect

private class Person: TinyMappingModel {
  var name = ""
}

func namesByTinyMapping(_ lines: [UInt8]) throws -> [String] {
  var names: [String] = []
  try JSONLines(.bytes(lines), mapping: Person.self).forEach { person, _ in names.append(person.name) }
  return names
}
