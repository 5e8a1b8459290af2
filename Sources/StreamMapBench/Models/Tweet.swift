/// The model of workload `tweets`: ten of the about 140 values of a tweet.
typealias Tweet = TweetValues<String>

struct TweetValues<Text: MappedText>: Mapped, TweetFields {
  var id = 0
  var createdAt = Text()
  var text = Text()
  var userID = 0
  var screenName = Text()
  var followers = 0
  var isVerified = false
  var retweets = 0
  var favorites = 0
  var language: Text?
}

extension TweetValues: Model, Codable where Text == String {
  typealias Object = TweetObject

  init(_ tree: YajlTree) throws {
    id = try tree.int("id")
    createdAt = try tree.string("created_at")
    text = try tree.string("text")
    let user = try tree.object("user")
    userID = try user.int("id")
    screenName = try user.string("screen_name")
    followers = try user.int("followers_count")
    isVerified = try user.bool("verified")
    retweets = try tree.int("retweet_count")
    favorites = try tree.int("favorite_count")
    language = try tree.optionalString("lang")
  }

  init(_ object: [String: Any]) throws {
    id = try object.wanted("id")
    createdAt = try object.wanted("created_at")
    text = try object.wanted("text")
    let user = try object.wanted("user", as: [String: Any].self)
    userID = try user.wanted("id")
    screenName = try user.wanted("screen_name")
    followers = try user.wanted("followers_count")
    isVerified = try user.wanted("verified")
    retweets = try object.wanted("retweet_count")
    favorites = try object.wanted("favorite_count")
    language = try object.optional("lang")
  }
}

extension TweetValues where Text == String {
  private enum CodingKeys: String, CodingKey {
    case id, text, user
    case createdAt = "created_at"
    case retweets = "retweet_count"
    case favorites = "favorite_count"
    case language = "lang"
  }

  private enum UserKeys: String, CodingKey {
    case id
    case screenName = "screen_name"
    case followers = "followers_count"
    case isVerified = "verified"
  }

  init(from decoder: any Decoder) throws {
    let tweet = try decoder.container(keyedBy: CodingKeys.self)
    id = try tweet.decode(Int.self, forKey: .id)
    createdAt = try tweet.decode(String.self, forKey: .createdAt)
    text = try tweet.decode(String.self, forKey: .text)
    let user = try tweet.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
    userID = try user.decode(Int.self, forKey: .id)
    screenName = try user.decode(String.self, forKey: .screenName)
    followers = try user.decode(Int.self, forKey: .followers)
    isVerified = try user.decode(Bool.self, forKey: .isVerified)
    retweets = try tweet.decode(Int.self, forKey: .retweets)
    favorites = try tweet.decode(Int.self, forKey: .favorites)
    language = try tweet.decodeIfPresent(String.self, forKey: .language)
  }

  func encode(to encoder: any Encoder) throws {
    var tweet = encoder.container(keyedBy: CodingKeys.self)
    try tweet.encode(id, forKey: .id)
    try tweet.encode(createdAt, forKey: .createdAt)
    try tweet.encode(text, forKey: .text)
    var user = tweet.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
    try user.encode(userID, forKey: .id)
    try user.encode(screenName, forKey: .screenName)
    try user.encode(followers, forKey: .followers)
    try user.encode(isVerified, forKey: .isVerified)
    try tweet.encode(retweets, forKey: .retweets)
    try tweet.encode(favorites, forKey: .favorites)
    try tweet.encodeIfPresent(language, forKey: .language)
  }
}
