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
