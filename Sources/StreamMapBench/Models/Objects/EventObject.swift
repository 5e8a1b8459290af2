import StreamMap

/// `Event` as a class.
final class EventObject: Mapped {
  var id = ""
  var type = ""
  var actor = ""
  var repository = ""
  var createdAt = ""
  var isPublic = false

  static func makeMapping() throws(PathError) -> Mapping<EventObject> {
    try Mapping(EventObject()) {
      Field(\.id, "id", .required)
      Field(\.type, "type", .required)
      Field(\.actor, "actor.login", .required)
      Field(\.repository, "repo.name", .required)
      Field(\.createdAt, "created_at", .required)
      Field(\.isPublic, "public", .required)
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(type)
    checksum.add(actor)
    checksum.add(repository)
    checksum.add(createdAt)
    checksum.add(isPublic)
  }
}
