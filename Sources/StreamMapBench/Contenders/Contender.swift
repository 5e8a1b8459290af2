import StreamMap

/// One way of getting a workload's values out of its bytes.
struct Contender: Sendable {
  let name: String

  /// How much of a record's syntax it checks: `full` is RFC 8259 in well-formed UTF-8, `mapped` the encoding
  /// and what is mapped, `yajl` what yajl itself checks, which is less than `full`.
  let validation: String

  /// False for one that only parses, and so has a count of records but no checksum.
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

  /// One that comes to its outcome in its own way.
  init(
    name: String, validation: String, mapsValues: Bool = true,
    outcome: @escaping @Sendable (Corpus, Checksum.Strings) throws -> Outcome
  ) {
    self.name = name
    self.validation = validation
    self.mapsValues = mapsValues
    body = outcome
  }

  /// Goes over the whole corpus once.
  func run(_ corpus: Corpus, _ strings: Checksum.Strings) throws -> Outcome {
    try body(corpus, strings)
  }

  struct Outcome: Equatable {
    var records: Int
    var checksum: UInt64?
    /// What was written, if that is what it does.
    var bytes: Int?
  }
}

extension Contender {
  /// Every contender there is, in the order of the table.
  ///
  /// - Parameter borrowed: The same fields, the strings seen where they stand in the record.
  static func all<Root: Model, Borrowed: Mapped>(
    for model: Root.Type, borrowed: Borrowed.Type
  ) -> [Contender] {
    [
      .index("index-mapped", model, .mapped), .index("index-full", model, .full),
      .index("index-borrowed", borrowed, .mapped), .index("class", Root.Object.self, .mapped), .yajl(model),
      .file(model), .workers(1, model), .workers(2, model), .codable(model), .yajlNoop, .yajlTree(model),
      .jsonDecoder(model), .jsonSerialization(model), .encode(model), .codableEncode(model),
      .jsonEncoder(model),
    ]
  }
}
