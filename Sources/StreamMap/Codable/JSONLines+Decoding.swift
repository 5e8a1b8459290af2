extension JSONLines where Root: Decodable & SendableMetatype {
  /// Creates a stream of the lines of a file, each decoded into an unchanged `Decodable` type. The file is opened when
  /// it is read.
  ///
  ///     let lines = JSONLines(path: "tweets.jsonl", decoding: Tweet.self)
  ///     try lines.forEach { tweet, location in … }
  ///
  /// A record that is invalid, or that the type rejects, is reported as a ``MappingError`` with the record, the line,
  /// the byte offset and the path. The error that the type threw is ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the type of a record.
  ///   - decoder: the decoder with the strategies for dates, keys and the like.
  public init(path: String, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.path(path), decoding: ModelDecoding(decoder))
  }

  /// Creates a stream of the lines of a file, a pipe or a socket. The descriptor is not closed.
  public init(descriptor: Int32, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.descriptor(descriptor), decoding: ModelDecoding(decoder))
  }

  /// The lines of standard input.
  public static func standardInput(
    decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) -> JSONLines {
    JSONLines(descriptor: 0, decoding: type, decoder: decoder)
  }
}

extension JSONLines {
  init(_ input: ByteInput, decoding: ModelDecoding<Root>) {
    let limits = decoding.snapshot.options.recordLimits
    self.init(input, .reader(limits) { limits in ModelReader(decoding, limits: limits) })
  }
}
