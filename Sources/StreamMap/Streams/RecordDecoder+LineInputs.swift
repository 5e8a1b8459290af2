extension RecordDecoder {
  /// Decodes JSON Lines from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decodeLines(
    in text: some Collection<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try text.withSpan { bytes in try decodeLines(in: bytes, onError: onError, body) }
  }

  /// Decodes JSON Lines from text.
  @inlinable
  public func decodeLines(
    in text: some StringProtocol, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try decodeLines(in: text.utf8, onError: onError, body)
  }
}
