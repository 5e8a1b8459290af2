import StreamMap

/// A kind of records, the values to map, and the contenders that map them.
struct Workload: Sendable {
  let name: String
  let about: String

  /// Workloads with equal sources have the same bytes.
  let source: String

  /// Whether the records have a space after each comma and colon.
  let isSpaced: Bool
  let contenders: [Contender]
  /// The names of the contenders that run by default.
  let defaultNames: [String]
  /// Makes the records. `size` is the size of the compact records.
  let makeLines: @Sendable (_ size: Int, _ seed: UInt64) -> [UInt8]

  init<Generator: RecordGenerator>(
    _ name: String, _ about: String, generator: Generator.Type, contenders: [Contender],
    defaultNames: [String] = Contender.defaultNames
  ) {
    self.name = name
    self.about = about
    source = "\(generator)"
    isSpaced = false
    self.contenders = contenders
    self.defaultNames = defaultNames
    makeLines = { Generator.lines(size: $0, seed: $1) }
  }

  /// The records of a compact workload with spaces between the tokens.
  private init(spacing compact: Workload) {
    name = compact.name + Self.spacedSuffix
    about = "the records of \(compact.name) with a space after each comma and colon"
    source = compact.source + Self.spacedSuffix
    isSpaced = true
    contenders = compact.contenders
    defaultNames = compact.defaultNames
    makeLines = { Spacing.spaced(compact.makeLines($0, $1)) }
  }

  static let spacedSuffix = "-spaced"

  /// The records of a compact workload, rewritten.
  ///
  /// - Parameter leavesOut: whether the records may lack members, which the dialects' models require.
  init(
    _ name: String, _ about: String, of compact: Workload, leavesOut: Bool = false,
    _ rewrite: @escaping @Sendable (_ text: [UInt8], _ seed: UInt64) -> [UInt8]
  ) {
    self.name = name
    self.about = about
    source = name
    isSpaced = false
    contenders = compact.contenders.filter { !leavesOut || !$0.name.hasSuffix("-dialect") }
    defaultNames = compact.defaultNames
    makeLines = { rewrite(compact.makeLines($0, $1), $1) }
  }

  /// The workloads that run unless `--workload` names others: JSON Lines without spaces between the tokens.
  ///
  /// Each model is named here, so that each contender is specialized for it.
  // SAFETY: a contender reads a borrowed model only during the call that passes its record.
  static let compact = [
    Workload(
      "tweets", "4.7 KB records, nested and wide, multilingual; 10 values mapped",
      generator: TweetGenerator.self,
      contenders: unsafe Contender.all(for: Tweet.self, borrowed: TweetValues<BorrowedText>.self)
        + Contender.tweetColumns + Contender.tweetDialects + Contender.compressed(Tweet.self)),
    Workload(
      "tweets-sparse", "the records of tweets; 3 values mapped",
      generator: TweetGenerator.self,
      contenders: unsafe Contender.all(for: SparseTweet.self, borrowed: SparseTweetValues<BorrowedText>.self)),
    Workload(
      "events", "1.8 KB records of several types; 6 values mapped",
      generator: EventGenerator.self,
      contenders: unsafe Contender.all(for: Event.self, borrowed: EventValues<BorrowedText>.self)),
    logs,
    Workload(
      "points", "records of 20 coordinate pairs; all values mapped",
      generator: PointGenerator.self,
      contenders: unsafe Contender.all(for: Track.self, borrowed: TrackValues<BorrowedText>.self)),
    Workload(
      "escapes", "records with strings that are half escapes; all values mapped",
      generator: EscapeGenerator.self,
      contenders: unsafe Contender.all(for: Article.self, borrowed: ArticleValues<BorrowedText>.self)),
  ]

  static let logs = Workload(
    "logs", "230 B records, flat; all values mapped",
    generator: LogGenerator.self,
    contenders: unsafe Contender.all(for: LogLine.self, borrowed: LogLineValues<BorrowedText>.self)
      + Contender.logColumns + Contender.logDialects)

  /// All workloads. The spaced ones come last.
  static let all =
    compact + otherOrders + [orders] + errors + documents + compact.map(Workload.init(spacing:))

  /// The names of all contenders of all workloads.
  static let contenderNames = all.flatMap(\.contenders).map(\.name).reduce(into: [String]()) { names, name in
    if !names.contains(name) { names.append(name) }
  }
}
