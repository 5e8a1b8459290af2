extension Contender {
  /// StreamMap with the models of other mapping libraries, as they are, on `tweets`.
  static let tweetDialects: [Contender] = [
    objectMapperTweets, genomeTweets, .alter(AlterTweet.self), .dynamicMapper(DynamicMapperTweet.self),
    tinyMappingTweets,
  ]

  /// The same on `logs`.
  static let logDialects: [Contender] = [
    objectMapperLogs, genomeLogs, .alter(AlterLogLine.self), .dynamicMapper(DynamicMapperLogLine.self),
    tinyMappingLogs,
  ]
}
