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
}
