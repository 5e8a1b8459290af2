extension Contender {
  /// StreamMap with the models of other mapping libraries, as they are, on `tweets`.
  static let tweetDialects: [Contender] = [
    .dynamicMapper(DynamicMapperTweet.self)
  ]

  /// The same on `logs`.
  static let logDialects: [Contender] = [
    .dynamicMapper(DynamicMapperLogLine.self)
  ]
}
