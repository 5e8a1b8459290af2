extension Contender {
  /// StreamMap with the models of other mapping libraries, as they are, on `tweets`.
  static let tweetDialects: [Contender] = [
    .genomeTweets
  ]

  /// The same on `logs`.
  static let logDialects: [Contender] = [
    .genomeLogs
  ]
}
