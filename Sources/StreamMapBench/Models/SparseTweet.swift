/// The model of workload `tweets-sparse`: three values of a tweet.
typealias SparseTweet = SparseTweetValues<String>

struct SparseTweetValues<Text: MappedText>: Mapped {
  var id = 0
  var screenName = Text()
  var language: Text?

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(screenName)
    checksum.add(language)
  }
}

extension SparseTweetValues: Model, Codable where Text == String {
  typealias Object = SparseTweetObject

  init(_ tree: YajlTree) throws {
    id = try tree.int("id")
    screenName = try tree.object("user").string("screen_name")
    language = try tree.optionalString("lang")
  }

  init(_ object: [String: Any]) throws {
    id = try object.wanted("id")
    screenName = try object.wanted("user", as: [String: Any].self).wanted("screen_name")
    language = try object.optional("lang")
  }
}

extension SparseTweetValues where Text == String {
  private enum CodingKeys: String, CodingKey {
    case id, user
    case language = "lang"
  }

  private enum UserKeys: String, CodingKey {
    case screenName = "screen_name"
  }

  init(from decoder: any Decoder) throws {
    let tweet = try decoder.container(keyedBy: CodingKeys.self)
    id = try tweet.decode(Int.self, forKey: .id)
    let user = try tweet.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
    screenName = try user.decode(String.self, forKey: .screenName)
    language = try tweet.decodeIfPresent(String.self, forKey: .language)
  }

  func encode(to encoder: any Encoder) throws {
    var tweet = encoder.container(keyedBy: CodingKeys.self)
    try tweet.encode(id, forKey: .id)
    var user = tweet.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
    try user.encode(screenName, forKey: .screenName)
    try tweet.encodeIfPresent(language, forKey: .language)
  }
}
