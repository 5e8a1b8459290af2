extension StreamDecoder {
  /// Decodes one document from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>
  ) throws -> Value {
    try bytes.withSpan { bytes in try decode(type, from: bytes) }
  }

  /// Decodes one document from text.
  @inlinable
  public func decode<Value: Decodable>(_ type: Value.Type, from text: some StringProtocol) throws -> Value {
    try decode(type, from: text.utf8)
  }

  /// Decodes JSON Lines from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: some Collection<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    try text.withSpan { bytes in try decodeLines(type, in: bytes, onError: onError, body) }
  }

  /// Decodes JSON Lines from text.
  @inlinable
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: some StringProtocol, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    try decodeLines(type, in: text.utf8, onError: onError, body)
  }
}
