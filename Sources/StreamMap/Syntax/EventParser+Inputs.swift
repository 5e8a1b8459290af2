extension EventParser {
  /// Parses one JSON text from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func parse(_ text: some Collection<UInt8>) throws(MappingError) -> EventOutcome {
    try text.withSpan { bytes throws(MappingError) in try parse(bytes) }
  }

  /// Parses one JSON text.
  @inlinable
  public func parse(_ text: some StringProtocol) throws(MappingError) -> EventOutcome {
    try parse(text.utf8)
  }
}
