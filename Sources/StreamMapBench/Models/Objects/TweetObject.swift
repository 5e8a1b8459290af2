import StreamMap

/// `Tweet` as a class.
final class TweetObject: Mapped, TweetFields {
  var id = 0
  var createdAt = ""
  var text = ""
  var userID = 0
  var screenName = ""
  var followers = 0
  var isVerified = false
  var retweets = 0
  var favorites = 0
  var language: String?

  static func makeMapping() throws(PathError) -> Mapping<TweetObject> {
    try Mapping(TweetObject()) {
      Field(\.id, "id", .required)
      Field(\.createdAt, "created_at", .required)
      Field(\.text, "text", .required)
      Field(\.userID, "user.id", .required)
      Field(\.screenName, "user.screen_name", .required)
      Field(\.followers, "user.followers_count", .required)
      Field(\.isVerified, "user.verified", .required)
      Field(\.retweets, "retweet_count", .required)
      Field(\.favorites, "favorite_count", .required)
      Field(\.language, "lang")
    }
  }
}
