// The calls of `RecordDecoder` that take a record as a collection of bytes or as text.

extension RecordDecoder {
  /// Decodes one record from a collection of bytes, and shows the instance to a closure.
  ///
  /// Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func read<Result>(
    _ record: some Collection<UInt8>, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    try record.withSpan { bytes in try read(bytes, body) }
  }

  /// Decodes one record from text, and shows the instance to a closure.
  @inlinable
  public func read<Result>(
    _ record: some StringProtocol, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    try read(record.utf8, body)
  }

  /// Decodes one record from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode(_ record: some Collection<UInt8>) throws(MappingError) -> Root {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes) }
  }

  /// Decodes one record from text.
  @inlinable
  public func decode(_ record: some StringProtocol) throws(MappingError) -> Root {
    try decode(record.utf8)
  }

  /// Decodes one record from a collection of bytes into an existing model.
  @inlinable
  public func decode(_ record: some Collection<UInt8>, into model: inout Root) throws(MappingError) {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes, into: &model) }
  }

  /// Decodes one record from text into an existing model.
  @inlinable
  public func decode(_ record: some StringProtocol, into model: inout Root) throws(MappingError) {
    try decode(record.utf8, into: &model)
  }
}

extension RecordDecoder where Root: AnyObject {
  /// Decodes one record from a collection of bytes into an object.
  @inlinable
  public func decode(_ record: some Collection<UInt8>, into object: Root) throws(MappingError) {
    try record.withSpan { bytes throws(MappingError) in try decode(bytes, into: object) }
  }

  /// Decodes one record from text into an object.
  @inlinable
  public func decode(_ record: some StringProtocol, into object: Root) throws(MappingError) {
    try decode(record.utf8, into: object)
  }
}
