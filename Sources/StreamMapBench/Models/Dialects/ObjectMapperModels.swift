import ObjectMapperDialect

/// ``Tweet`` as a user of ObjectMapper writes it.
struct ObjectMapperTweet: Mappable {
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

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(createdAt)
    checksum.add(text)
    checksum.add(userID)
    checksum.add(screenName)
    checksum.add(followers)
    checksum.add(isVerified)
    checksum.add(retweets)
    checksum.add(favorites)
    checksum.add(language)
  }
}

/// ``LogLine`` as a user of ObjectMapper writes it.
struct ObjectMapperLogLine: Mappable {
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

  func add(to checksum: inout Checksum) {
    checksum.add(time)
    checksum.add(level)
    checksum.add(service)
    checksum.add(host)
    checksum.add(traceID)
    checksum.add(latency)
    checksum.add(status)
    checksum.add(bytes)
    checksum.add(path)
    checksum.add(isOK)
  }
}
