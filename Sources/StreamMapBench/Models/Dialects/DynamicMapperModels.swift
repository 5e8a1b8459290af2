import DynamicMapperDialect

/// A tweet as users of DynamicMapper write it: members of the same name by themselves, all others by the hook.
struct DynamicMapperTweet: DynamicDecodable, Checksummed {
  var dynamicSelf: DynamicClass?

  var id: Int
  var text: String
  var lang: String?
  var createdAt: String?
  var userID: Int?
  var screenName: String?
  var followers: Int?
  var isVerified: Bool?
  var retweets: Int?
  var favorites: Int?

  mutating func dynamicMapping(mappingType: DynamicMappingType) {
    createdAt <-- ds.created_at
    userID <-- ds.user.id
    screenName <-- ds.user.screen_name
    followers <-- ds.user.followers_count
    isVerified <-- ds.user.verified
    retweets <-- ds.retweet_count
    favorites <-- ds.favorite_count
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(createdAt ?? "")
    checksum.add(text)
    checksum.add(userID ?? 0)
    checksum.add(screenName ?? "")
    checksum.add(followers ?? 0)
    checksum.add(isVerified ?? false)
    checksum.add(retweets ?? 0)
    checksum.add(favorites ?? 0)
    checksum.add(lang)
  }
}

/// A line of a log, in the same way.
struct DynamicMapperLogLine: DynamicDecodable, Checksummed {
  var dynamicSelf: DynamicClass?

  var level: String
  var service: String
  var host: String
  var status: Int
  var bytes: Int
  var path: String
  var time: String?
  var traceID: String?
  var latency: Double?
  var isOK: Bool?

  mutating func dynamicMapping(mappingType: DynamicMappingType) {
    time <-- ds.ts
    traceID <-- ds.trace_id
    latency <-- ds.latency_ms
    isOK <-- ds.ok
  }

  func add(to checksum: inout Checksum) {
    checksum.add(time ?? "")
    checksum.add(level)
    checksum.add(service)
    checksum.add(host)
    checksum.add(traceID)
    checksum.add(latency ?? 0)
    checksum.add(status)
    checksum.add(bytes)
    checksum.add(path)
    checksum.add(isOK ?? false)
  }
}
