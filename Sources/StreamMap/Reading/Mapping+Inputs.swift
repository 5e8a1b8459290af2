// The calls of `Mapping` that take a record as a collection of bytes or as text.

extension Mapping {
  /// Decodes one record from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(
    _ record: some Collection<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes, options: options) }
  }

  /// Decodes one record from text.
  @inlinable
  public func decode(
    _ record: some StringProtocol, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    try decode(record.utf8, options: options)
  }

  /// Decodes one record from a collection of bytes into an existing model.
  @inlinable
  public func decode(
    _ record: some Collection<UInt8>, into model: inout Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record, into: &model)
  }

  /// Decodes one record from text into an existing model.
  @inlinable
  public func decode(
    _ record: some StringProtocol, into model: inout Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record.utf8, into: &model)
  }
}

extension Mapping where Root: AnyObject {
  /// Decodes one record from a collection of bytes into an object.
  @inlinable
  public func decode(
    _ record: some Collection<UInt8>, into object: Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record, into: object)
  }

  /// Decodes one record from text into an object.
  @inlinable
  public func decode(
    _ record: some StringProtocol, into object: Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record.utf8, into: object)
  }
}

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
