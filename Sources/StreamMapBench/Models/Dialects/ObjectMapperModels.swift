import ObjectMapperDialect

/// ``Tweet`` as a user of ObjectMapper writes it.
struct ObjectMapperTweet: Mappable, TweetFields {
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

  init?(map: Map) {}

  mutating func mapping(map: Map) {
    id <- map["id"]
    createdAt <- map["created_at"]
    text <- map["text"]
    userID <- map["user.id"]
    screenName <- map["user.screen_name"]
    followers <- map["user.followers_count"]
    isVerified <- map["user.verified"]
    retweets <- map["retweet_count"]
    favorites <- map["favorite_count"]
    language <- map["lang"]
  }
}

/// ``LogLine`` as a user of ObjectMapper writes it.
struct ObjectMapperLogLine: Mappable, LogLineFields {
  var time = ""
  var level = ""
  var service = ""
  var host = ""
  var traceID: String?
  var latency = 0.0
  var status = 0
  var bytes = 0
  var path = ""
  var isOK = false

  init?(map: Map) {}

  mutating func mapping(map: Map) {
    time <- map["ts"]
    level <- map["level"]
    service <- map["service"]
    host <- map["host"]
    traceID <- map["trace_id"]
    latency <- map["latency_ms"]
    status <- map["status"]
    bytes <- map["bytes"]
    path <- map["path"]
    isOK <- map["ok"]
  }
}
