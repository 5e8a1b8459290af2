/// The model of workload `events`: six values that GitHub events of all types have.
typealias Event = EventValues<String>

struct EventValues<Text: MappedText>: Mapped {
  var id = Text()
  var type = Text()
  var actor = Text()
  var repository = Text()
  var createdAt = Text()
  var isPublic = false

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(type)
    checksum.add(actor)
    checksum.add(repository)
    checksum.add(createdAt)
    checksum.add(isPublic)
  }
}

extension EventValues: Model, Codable where Text == String {
  typealias Object = EventObject

  init(_ tree: YajlTree) throws {
    id = try tree.string("id")
    type = try tree.string("type")
    actor = try tree.object("actor").string("login")
    repository = try tree.object("repo").string("name")
    createdAt = try tree.string("created_at")
    isPublic = try tree.bool("public")
  }

  init(_ object: [String: Any]) throws {
    id = try object.wanted("id")
    type = try object.wanted("type")
    actor = try object.wanted("actor", as: [String: Any].self).wanted("login")
    repository = try object.wanted("repo", as: [String: Any].self).wanted("name")
    createdAt = try object.wanted("created_at")
    isPublic = try object.wanted("public")
  }
}

extension EventValues where Text == String {
  private enum CodingKeys: String, CodingKey {
    case id, type, actor, repo
    case createdAt = "created_at"
    case isPublic = "public"
  }

  private enum ActorKeys: String, CodingKey { case login }

  private enum RepositoryKeys: String, CodingKey { case name }

  init(from decoder: any Decoder) throws {
    let event = try decoder.container(keyedBy: CodingKeys.self)
    id = try event.decode(String.self, forKey: .id)
    type = try event.decode(String.self, forKey: .type)
    actor = try event.nestedContainer(keyedBy: ActorKeys.self, forKey: .actor)
      .decode(String.self, forKey: .login)
    repository = try event.nestedContainer(keyedBy: RepositoryKeys.self, forKey: .repo)
      .decode(String.self, forKey: .name)
    createdAt = try event.decode(String.self, forKey: .createdAt)
    isPublic = try event.decode(Bool.self, forKey: .isPublic)
  }

  func encode(to encoder: any Encoder) throws {
    var event = encoder.container(keyedBy: CodingKeys.self)
    try event.encode(id, forKey: .id)
    try event.encode(type, forKey: .type)
    var actor = event.nestedContainer(keyedBy: ActorKeys.self, forKey: .actor)
    try actor.encode(self.actor, forKey: .login)
    var repository = event.nestedContainer(keyedBy: RepositoryKeys.self, forKey: .repo)
    try repository.encode(self.repository, forKey: .name)
    try event.encode(createdAt, forKey: .createdAt)
    try event.encode(isPublic, forKey: .isPublic)
  }
}
