/// The model of workload `document`: a response with many tweets.
struct Timeline: Codable, Checksummed {
  var statuses: [Status]
  var metadata: Metadata

  private enum CodingKeys: String, CodingKey {
    case statuses
    case metadata = "search_metadata"
  }

  func add(to checksum: inout Checksum) throws {
    try statuses.add(to: &checksum)
    metadata.add(to: &checksum)
  }

  struct Metadata: Codable {
    var duration: Double
    var count: Int
    var query: String

    private enum CodingKeys: String, CodingKey {
      case duration = "completed_in"
      case count, query
    }

    func add(to checksum: inout Checksum) {
      checksum.add(duration)
      checksum.add(count)
      checksum.add(query)
    }
  }

  struct Status: Codable, Checksummed {
    var id: Int
    var createdAt: String
    var text: String
    var source: String
    var repliedID: Int?
    var repliedName: String?
    var user: User
    var original: Original?
    var retweets: Int
    var favorites: Int
    var entities: Entities
    var isSensitive: Bool?
    var language: String

    private enum CodingKeys: String, CodingKey {
      case id, text, source, user, entities
      case createdAt = "created_at"
      case repliedID = "in_reply_to_status_id"
      case repliedName = "in_reply_to_screen_name"
      case original = "retweeted_status"
      case retweets = "retweet_count"
      case favorites = "favorite_count"
      case isSensitive = "possibly_sensitive"
      case language = "lang"
    }

    func add(to checksum: inout Checksum) throws {
      checksum.add(id)
      checksum.add(createdAt)
      checksum.add(text)
      checksum.add(source)
      try repliedID.add(to: &checksum)
      try repliedName.add(to: &checksum)
      try user.add(to: &checksum)
      try original.add(to: &checksum)
      checksum.add(retweets)
      checksum.add(favorites)
      try entities.add(to: &checksum)
      try isSensitive.add(to: &checksum)
      checksum.add(language)
    }
  }

  /// The tweet that a retweet repeats.
  struct Original: Codable, Checksummed {
    var id: Int
    var createdAt: String
    var text: String
    var user: User
    var retweets: Int
    var favorites: Int
    var entities: Entities

    private enum CodingKeys: String, CodingKey {
      case id, text, user, entities
      case createdAt = "created_at"
      case retweets = "retweet_count"
      case favorites = "favorite_count"
    }

    func add(to checksum: inout Checksum) throws {
      checksum.add(id)
      checksum.add(createdAt)
      checksum.add(text)
      try user.add(to: &checksum)
      checksum.add(retweets)
      checksum.add(favorites)
      try entities.add(to: &checksum)
    }
  }
}
