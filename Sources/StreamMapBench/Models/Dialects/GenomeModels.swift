import GenomeDialect

/// The fields of ``Tweet``, mapped as with Genome.
struct GenomeTweet: MappableObject, TweetFields {
  let id: Int
  let createdAt: String
  let text: String
  let userID: Int
  let screenName: String
  let followers: Int
  let isVerified: Bool
  let retweets: Int
  let favorites: Int
  let language: String?

  init(map: Map) throws {
    id = try map.extract("id")
    createdAt = try map.extract("created_at")
    text = try map.extract("text")
    userID = try map.extract("user.id")
    screenName = try map.extract("user.screen_name")
    followers = try map.extract("user.followers_count")
    isVerified = try map.extract("user.verified")
    retweets = try map.extract("retweet_count")
    favorites = try map.extract("favorite_count")
    language = try map.extract("lang")
  }
}

/// The fields of ``LogLine``, mapped as with Genome.
struct GenomeLogLine: BasicMappable, LogLineFields {
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

  mutating func sequence(map: Map) throws {
    try time <~> map["ts"]
    try level <~> map["level"]
    try service <~> map["service"]
    try host <~> map["host"]
    try traceID <~> map["trace_id"]
    try latency <~> map["latency_ms"]
    try status <~> map["status"]
    try bytes <~> map["bytes"]
    try path <~> map["path"]
    try isOK <~> map["ok"]
  }
}
