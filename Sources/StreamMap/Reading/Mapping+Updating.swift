extension Mapping {
  /// Decodes one record into an existing model, as ``RecordDecoder``'s `decode(_:into:)` does.
  ///
  /// Each call creates a decoder. For many records, keep a decoder.
  ///
  /// - Parameters:
  ///   - record: one JSON text.
  ///   - model: the model to update. A value that the record does not have stays unchanged. After an error the whole
  ///     model is unchanged.
  ///   - options: the options for the record. ``ReadingOptions/reportsAllErrors`` and ``ReadingOptions/statistics``
  ///     have no effect. The mapping's limits apply if theirs are nil.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  public func decode(
    _ record: Span<UInt8>, into model: inout Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record, into: &model)
  }
}

extension Mapping where Root: AnyObject {
  /// Decodes one record into an object.
  public func decode(
    _ record: Span<UInt8>, into object: Root, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) {
    try makeDecoder(options).decode(record, into: object)
  }
}
