import StreamMap

/// A method to map the values of a workload from its bytes.
struct Contender: Sendable {
  let name: String

  /// The validation mode. `full` is RFC 8259 in well-formed UTF-8. `mapped` is the encoding, and the syntax of the
  /// mapped values. `yajl` is what yajl itself checks, which is less than `full`.
  let validation: String

  /// Whether it maps values. A contender that only parses counts records, but has no checksum.
  let mapsValues: Bool

  private let body: @Sendable (Corpus, Checksum.Strings) throws -> Outcome

  init(
    name: String, validation: String, mapsValues: Bool = true,
    body: @escaping @Sendable (Corpus, inout Checksum) throws -> Void
  ) {
    self.init(name: name, validation: validation, mapsValues: mapsValues) { corpus, strings in
      var checksum = Checksum(strings)
      try body(corpus, &checksum)
      return Outcome(records: checksum.records, checksum: mapsValues ? checksum.total : nil)
    }
  }

  /// Creates a contender that computes its own outcome.
  init(
    name: String, validation: String, mapsValues: Bool = true,
    outcome: @escaping @Sendable (Corpus, Checksum.Strings) throws -> Outcome
  ) {
    self.name = name
    self.validation = validation
    self.mapsValues = mapsValues
    body = outcome
  }

  /// Makes one pass over the corpus.
  func run(_ corpus: Corpus, _ strings: Checksum.Strings) throws -> Outcome {
    try body(corpus, strings)
  }

  struct Outcome: Equatable {
    var records: Int
    var checksum: UInt64?
    /// The number of bytes written; nil for a contender that reads.
    var bytes: Int?
  }
}

extension Contender {
  /// The contenders that run by default on JSON Lines, in the order of the table: yajl alone, StreamMap, the
  /// alternatives.
  static let defaultNames = [
    "yajl-noop", "yajl", "index-full", "codable", "yajl-tree", "JSONSerialization", "JSONDecoder",
  ]

  /// Contenders that build a tree or use Foundation. They make fewer runs by default.
  static let slowNames = [
    "yajl-tree", "JSONSerialization", "JSONDecoder-new", "JSONDecoder", "JSONEncoder-new", "JSONEncoder",
  ]

  var isSlow: Bool { Self.slowNames.contains(name) }

  /// All contenders of every workload of JSON Lines, in the order of the table; the default ones come first.
  ///
  /// - Parameter borrowed: A model of the same fields, whose strings borrow the bytes of the record.
  static func all<Root: Model, Borrowed: Mapped>(
    for model: Root.Type, borrowed: Borrowed.Type
  ) -> [Contender] {
    [
      .yajlNoop, .yajl(model), .index("index-full", model, .full), .codable(model), .yajlTree(model),
      .jsonSerialization(model), .jsonDecoder(model), .index("index-mapped", model, .mapped),
      .index("index-borrowed", borrowed, .mapped), .index("class", Root.Object.self, .mapped),
      .file(model), .workers(1, model), .workers(2, model), .encode(model), .codableEncode(model),
      .jsonEncoder(model), .memory,
    ]
  }
}
