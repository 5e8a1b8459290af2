extension JSONLines where Root: Decodable & SendableMetatype {
  /// Creates a stream of the records of an input, each decoded into an unchanged `Decodable` type.
  ///
  /// A record that is invalid, or that the type rejects, is reported as a ``MappingError`` with the record, the line,
  /// the byte offset and the path. The error that the type threw is ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - type: the type of a record.
  ///   - decoder: the decoder with the strategies for dates, keys and the like.
  public init(_ input: Input, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(input, decoding: ModelDecoding(decoder))
  }

  /// Creates a stream of the lines of a file, each decoded into an unchanged `Decodable` type.
  ///
  ///     let lines = JSONLines(path: "tweets.jsonl", decoding: Tweet.self)
  ///     try lines.forEach { tweet, location in … }
  public init(path: String, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.path(path), decoding: type, decoder: decoder)
  }
}

extension JSONLines {
  init(_ input: Input, decoding: ModelDecoding<Root>) {
    let limits = decoding.snapshot.options.recordLimits
    self.init(input, .reader(limits) { limits in ModelReader(decoding, limits: limits) })
  }
}
