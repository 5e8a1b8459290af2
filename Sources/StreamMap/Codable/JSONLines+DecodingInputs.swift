extension JSONLines where Root: Decodable & SendableMetatype {
  /// Lines in memory. An array is not copied. Other collections are copied once.
  public init(
    bytes: some Collection<UInt8>, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(.bytes(Array(bytes)), decoding: ModelDecoding(decoder))
  }

  /// Lines in memory, which are copied.
  public init(bytes: Span<UInt8>, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.bytes(Array(copying: bytes)), decoding: ModelDecoding(decoder))
  }

  /// Lines in memory, as text, which is copied.
  public init(
    bytes text: some StringProtocol, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(bytes: text.utf8, decoding: type, decoder: decoder)
  }

  /// Lines that arrive in chunks, for example the body of a response or of a request.
  ///
  ///     let lines = JSONLines(chunks: response.body.map(\.readableBytesView), decoding: Tweet.self)
  ///     for try await tweet in lines.async { … }
  ///
  /// See ``init(chunks:as:)``.
  ///
  /// - Parameters:
  ///   - chunks: the sequence. It is read once, by the first view, which must be asynchronous.
  ///   - type: the type that each record is decoded into.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(
    chunks: sending some AsyncSequence<some Sequence<UInt8>, some Error>, decoding type: Root.Type,
    decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(.asynchronous(AsyncByteInput(chunks)), decoding: ModelDecoding(decoder))
  }
}
