extension JSONLines {
  /// Creates a stream of the lines of a file, each read by a closure that pulls values by name.
  package init(
    path: String, decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.path(path), decoding: ModelDecoding(decoder, pulling: read))
  }

  /// Creates a stream of the lines of a descriptor, which is not closed.
  package init(
    descriptor: Int32, decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.descriptor(descriptor), decoding: ModelDecoding(decoder, pulling: read))
  }

  /// Creates a stream of lines in memory.
  package init(
    bytes: [UInt8], decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(.bytes(bytes), decoding: ModelDecoding(decoder, pulling: read))
  }
}
