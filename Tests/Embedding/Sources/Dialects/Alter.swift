import AlterDialect
import StreamMap

private struct Person: AlterCodable {
  @Mapped(key: "name")
  var name: String = ""
}

func namesByAlter(_ lines: [UInt8]) throws -> [String] {
  var names: [String] = []
  try JSONLines(.bytes(lines), mapping: Person.self).forEach { person, _ in names.append(person.name) }
  return names
}
