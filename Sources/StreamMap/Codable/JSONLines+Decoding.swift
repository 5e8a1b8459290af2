extension JSONLines where Root: Decodable & SendableMetatype {
  /// The lines of a file, opened when they are read, each decoded as it is.
  ///
  ///     let lines = JSONLines(path: "tweets.jsonl", decoding: Tweet.self)
  ///     try lines.forEach { tweet, place in … }
  ///
  /// A record that is not valid, or that the type refuses, is a ``MappingError`` as any other: with the
  /// record, the line, the byte offset and the path, and what the type threw as
  /// ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - type: what a record is decoded into.
  ///   - decoder: how dates, keys and the like are written.
  public init(path: String, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.path(path), decoding: ModelDecoding(decoder))
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
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
    self.init(input, .reader(decoding.decoder.limits) { limits in ModelReader(decoding, limits: limits) })
  }
}
