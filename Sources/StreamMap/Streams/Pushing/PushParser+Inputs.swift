extension PushParser {
  /// Decodes the next piece from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public mutating func feed(
    _ piece: some Collection<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try piece.withSpan { bytes in try feed(bytes, body) }
  }

  /// Decodes the next piece from text.
  @inlinable
  public mutating func feed(
    _ piece: some StringProtocol, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try feed(piece.utf8, body)
  }
}
