extension Contender {
  /// StreamMap with the models of other mapping libraries, as they are, on `tweets`.
  static let tweetDialects: [Contender] = [
    .alter(AlterTweet.self)
  ]

  /// The same on `logs`.
  static let logDialects: [Contender] = [
    .alter(AlterLogLine.self)
  ]
}
