extension Mapping {
  /// Reads one record into a model that there is, as a ``Cursor``'s `decode(_:into:)` says.
  ///
  /// Makes a cursor for it; for many records, keep one.
  ///
  /// - Parameters:
  ///   - record: one JSON text.
  ///   - model: what the record does not have stays as it is in it; after an error, everything.
  ///   - context: what closures of the mapping get that ask for it.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  public func decode(
    _ record: Span<UInt8>, into model: inout Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try makeCursor(context: context).decode(record, into: &model)
  }

  /// Reads one record into a model that there is.
  public func decode(
    _ record: [UInt8], into model: inout Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try decode(record.span, into: &model, context: context)
  }

  /// Reads one record into a model that there is.
  public func decode(
    _ record: String, into model: inout Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try decode(Array(record.utf8), into: &model, context: context)
  }
}

extension Mapping where Root: AnyObject {
  /// Reads one record into an object.
  public func decode(
    _ record: Span<UInt8>, into object: Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try makeCursor(context: context).decode(record, into: object)
  }

  /// Reads one record into an object.
  public func decode(
    _ record: [UInt8], into object: Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try decode(record.span, into: object, context: context)
  }

  /// Reads one record into an object.
  public func decode(
    _ record: String, into object: Root, context: (any Sendable)? = nil
  ) throws(MappingError) {
    try decode(Array(record.utf8), into: object, context: context)
  }
}
