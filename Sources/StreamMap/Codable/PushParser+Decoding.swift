extension PushParser where Root: Decodable & SendableMetatype {
  /// Creates a parser that decodes each record as a model.
  ///
  ///     var parser = PushParser(decoding: Tweet.self)
  ///     try parser.feed(chunk) { tweet, place in … }
  ///     try parser.finish { tweet, place in … }
  ///
  /// A record is decoded when it is complete, so that all of one is held, also with ``Framing/document``.
  /// ``partial(_:)`` returns nil. A record that the type rejects is a ``MappingError``, with what the type threw as
  /// ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - type: the type that each record is decoded into.
  ///   - framing: how records stand in the input.
  ///   - decoder: how dates, keys and the like are written.
  public init(
    decoding type: Root.Type, framing: Framing = .lines, decoder: StreamDecoder = StreamDecoder()
  ) {
    let reader = ModelReader(ModelDecoding<Root>(decoder), limits: decoder.limits)
    content = .records(RecordPieces(reader, framing: framing))
  }
}
