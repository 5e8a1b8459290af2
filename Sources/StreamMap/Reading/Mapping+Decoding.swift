extension Mapping {
  /// Creates a decoder, for many records one after the other.
  ///
  /// - Parameter options: the options for all records. The mapping's limits apply if theirs are nil.
  public func makeDecoder(_ options: ReadingOptions = ReadingOptions()) -> RecordDecoder<Root> {
    RecordDecoder(self, options: options)
  }

  /// Reads one record.
  ///
  /// Makes a decoder for it; for many records, keep one, or use ``JSONLines``.
  ///
  /// - Parameters:
  ///   - record: one JSON text.
  ///   - options: the options for the record. The mapping's limits apply if theirs are nil.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  /// - Complexity: O(n) in the length of the record.
  public func decode(
    _ record: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try makeDecoder(options).decode(record)
  }
}
