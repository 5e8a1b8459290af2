extension Mapping {
  /// Creates a decoder for a sequence of records.
  ///
  /// - Parameter options: the options for all records. The mapping's limits apply if theirs are nil.
  public func makeDecoder(_ options: ReadingOptions = ReadingOptions()) -> RecordDecoder<Root> {
    RecordDecoder(self, options: options)
  }

  /// Decodes one record.
  ///
  /// Each call creates a decoder. For many records, keep a decoder or use ``JSONLines``.
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
