extension EventParser {
  /// Parses one JSON text from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func parse(_ text: some Collection<UInt8>) throws(MappingError) {
    try text.withSpan { bytes throws(MappingError) in try parse(bytes) }
  }

  /// Parses one JSON text.
  @inlinable
  public func parse(_ text: some StringProtocol) throws(MappingError) {
    try parse(text.utf8)
  }

  /// Parses the next piece from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func feed(
    _ piece: some Collection<UInt8>, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws {
    try piece.withSpan { bytes in try feed(bytes, onRecord: onRecord) }
  }

  /// Parses the next piece from text.
  @inlinable
  public func feed(
    _ piece: some StringProtocol, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws {
    try feed(piece.utf8, onRecord: onRecord)
  }
}
