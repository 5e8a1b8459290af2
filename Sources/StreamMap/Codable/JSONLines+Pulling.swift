extension JSONLines {
  /// The lines of a file, each read by code that pulls what it wants.
  package init(
    path: String, decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.path(path), decoding: ModelDecoding(decoder, pulling: read))
  }

  /// The lines that a descriptor gives. It is not closed.
  package init(
    descriptor: Int32, decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.descriptor(descriptor), decoding: ModelDecoding(decoder, pulling: read))
  }

  /// Lines in memory.
  package init(
    bytes: [UInt8], decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.bytes(bytes), decoding: ModelDecoding(decoder, pulling: read))
  }
}
