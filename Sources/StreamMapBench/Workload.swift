import StreamMap

/// One kind of records, which values of them are wanted, and who may map them.
struct Workload: Sendable {
  let name: String
  let about: String

  /// Workloads of equal sources have the same bytes.
  let source: String

  /// Whether it is measured only when it is named.
  let isSpaced: Bool
  let contenders: [Contender]
  /// `size` is that of the compact records.
  let makeLines: @Sendable (_ size: Int, _ seed: UInt64) -> [UInt8]

  init<Generator: RecordGenerator>(
    _ name: String, _ about: String, generator: Generator.Type, contenders: [Contender]
  ) {
    self.name = name
    self.about = about
    source = "\(generator)"
    isSpaced = false
    self.contenders = contenders
    makeLines = { Generator.lines(size: $0, seed: $1) }
  }

  /// The same records with spaces between their tokens.
  private init(spacing compact: Workload) {
    name = compact.name + Self.spacedSuffix
    about = "the records of \(compact.name), a space after each comma and colon"
    source = compact.source + Self.spacedSuffix
    isSpaced = true
    contenders = compact.contenders
    makeLines = { Spacing.spaced(compact.makeLines($0, $1)) }
  }

  static let spacedSuffix = "-spaced"

  // The models are named here, one by one, so that each contender is compiled for each of them.
  // SAFETY: a contender looks at a model only while its record is shown.
  static let compact = [
    Workload(
      "tweets", "4.7 KB, nested and wide, multilingual; ten values wanted",
      generator: TweetGenerator.self,
      contenders: unsafe Contender.all(for: Tweet.self, borrowed: TweetValues<BorrowedText>.self)
        + Contender.tweetDialects + Contender.compressed(Tweet.self)),
    Workload(
      "tweets-sparse", "the same bytes; three values wanted",
      generator: TweetGenerator.self,
      contenders: unsafe Contender.all(for: SparseTweet.self, borrowed: SparseTweetValues<BorrowedText>.self)),
    Workload(
      "events", "1.8 KB, several shapes by type; six values wanted",
      generator: EventGenerator.self,
      contenders: unsafe Contender.all(for: Event.self, borrowed: EventValues<BorrowedText>.self)),
    Workload(
      "logs", "230 B, flat; everything wanted",
      generator: LogGenerator.self,
      contenders: unsafe Contender.all(for: LogLine.self, borrowed: LogLineValues<BorrowedText>.self)
        + Contender.logDialects),
    Workload(
      "points", "20 pairs of coordinates; everything wanted",
      generator: PointGenerator.self,
      contenders: unsafe Contender.all(for: Track.self, borrowed: TrackValues<BorrowedText>.self)),
    Workload(
      "escapes", "strings half made of escapes; everything wanted",
      generator: EscapeGenerator.self,
      contenders: unsafe Contender.all(for: Article.self, borrowed: ArticleValues<BorrowedText>.self)),
  ]

  /// The spaced ones come last, and run only when they are named.
  static let all = compact + compact.map(Workload.init(spacing:))

  static var contenderNames: [String] {
    all.first?.contenders.map(\.name) ?? []
  }
}
