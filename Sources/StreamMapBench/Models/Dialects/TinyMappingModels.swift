import TinyMappingDialect

/// `Tweet` as a model of TinyMappingModel's, with the names of the JSON where they are names in Swift.
final class TinyTweet: TinyMappingModel, Checksummed {
  var id = 0
  var createdAt = ""
  var text = ""
  var user: TinyUser?
  var retweets = 0
  var favorites = 0
  var lang: String?

  override func keyToPropertyNameReplacementRules() -> [String: String] {
    ["created_at": "createdAt", "retweet_count": "retweets", "favorite_count": "favorites"]
  }

  func add(to checksum: inout Checksum) throws {
    guard let user else { throw MissingValue(name: "user") }
    checksum.add(id)
    checksum.add(createdAt)
    checksum.add(text)
    checksum.add(user.id)
    checksum.add(user.screenName)
    checksum.add(user.followers)
    checksum.add(user.verified)
    checksum.add(retweets)
    checksum.add(favorites)
    checksum.add(lang)
  }
}

/// Who wrote a tweet.
final class TinyUser: TinyMappingModel {
  var id = 0
  var screenName = ""
  var followers = 0
  var verified = false

  override func keyToPropertyNameReplacementRules() -> [String: String] {
    ["screen_name": "screenName", "followers_count": "followers"]
  }
}

/// `LogLine` as a model of TinyMappingModel's.
final class TinyLogLine: TinyMappingModel, LogLineFields {
  var time = ""
  var level = ""
  var service = ""
  var host = ""
  var traceID: String?
  var latency = 0.0
  var status = 0
  var bytes = 0
  var path = ""
  var ok = false

  override func keyToPropertyNameReplacementRules() -> [String: String] {
    ["ts": "time", "trace_id": "traceID", "latency_ms": "latency"]
  }

  var isOK: Bool { ok }
}
