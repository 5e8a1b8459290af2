extension Contender {
  /// StreamMap with the models of other mapping libraries, as they are, on `tweets`.
  static let tweetDialects: [Contender] = [
    .tinyMappingTweets
  ]

  /// The same on `logs`.
  static let logDialects: [Contender] = [
    .tinyMappingLogs
  ]
}
