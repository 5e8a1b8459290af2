extension PushParser where Root: Decodable & SendableMetatype {
  /// Creates a parser that decodes each record as a model.
  ///
  ///     var parser = PushParser(decoding: Tweet.self)
  ///     try parser.feed(piece) { tweet, place in … }
  ///     try parser.finish { tweet, place in … }
  ///
  /// A record is decoded when it is complete. All of it is held until then, also with ``Framing/document``.
  /// ``partial(_:)`` returns nil. If the type rejects a record, the ``MappingError`` has the type's error as
  /// ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - type: the type that each record is decoded into.
  ///   - framing: the framing of the records in the input.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(
    decoding type: Root.Type, framing: Framing = .lines, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(ModelReader(ModelDecoding<Root>(decoder)), framing: framing)
  }
}
