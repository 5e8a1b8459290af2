/// The parts that a tweet and a retweeted tweet share.
extension Timeline {
  struct User: Codable {
    var id: Int
    var name: String
    var screenName: String
    var location: String
    var description: String
    var url: String?
    var followers: Int
    var friends: Int
    var statuses: Int
    var createdAt: String
    var isVerified: Bool
    var image: String

    private enum CodingKeys: String, CodingKey {
      case id, name, location, description, url
      case screenName = "screen_name"
      case followers = "followers_count"
      case friends = "friends_count"
      case statuses = "statuses_count"
      case createdAt = "created_at"
      case isVerified = "verified"
      case image = "profile_image_url_https"
    }

    func add(to checksum: inout Checksum) throws {
      checksum.add(id)
      checksum.add(name)
      checksum.add(screenName)
      checksum.add(location)
      checksum.add(description)
      try url.add(to: &checksum)
      checksum.add(followers)
      checksum.add(friends)
      checksum.add(statuses)
      checksum.add(createdAt)
      checksum.add(isVerified)
      checksum.add(image)
    }
  }

  struct Entities: Codable {
    var hashtags: [Hashtag]
    var urls: [Link]
    var mentions: [Mention]

    private enum CodingKeys: String, CodingKey {
      case hashtags, urls
      case mentions = "user_mentions"
    }

    func add(to checksum: inout Checksum) throws {
      try hashtags.add(to: &checksum)
      try urls.add(to: &checksum)
      try mentions.add(to: &checksum)
    }
  }

  struct Hashtag: Codable, Checksummed {
    var text: String
    var indices: [Int]

    func add(to checksum: inout Checksum) throws {
      checksum.add(text)
      try indices.add(to: &checksum)
    }
  }

  struct Link: Codable, Checksummed {
    var url: String
    var target: String
    var indices: [Int]

    private enum CodingKeys: String, CodingKey {
      case url, indices
      case target = "expanded_url"
    }

    func add(to checksum: inout Checksum) throws {
      checksum.add(url)
      checksum.add(target)
      try indices.add(to: &checksum)
    }
  }

  struct Mention: Codable, Checksummed {
    var id: Int
    var screenName: String
    var name: String
    var indices: [Int]

    private enum CodingKeys: String, CodingKey {
      case id, name, indices
      case screenName = "screen_name"
    }

    func add(to checksum: inout Checksum) throws {
      checksum.add(id)
      checksum.add(screenName)
      checksum.add(name)
      try indices.add(to: &checksum)
    }
  }
}
