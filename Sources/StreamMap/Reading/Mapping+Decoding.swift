extension Mapping {
  /// A cursor, for many records one after the other.
  public func makeCursor(
    engine: Engine = .automatic, validation: Validation = .full, failures: FailureReporting = .first,
    leniency: Leniency = [], context: (any Sendable)? = nil
  ) -> Cursor<Root> {
    Cursor(
      self, engine: engine, validation: validation, failures: failures, leniency: leniency, context: context)
  }

  /// Reads one record.
  ///
  /// Makes a cursor for it; for many records, keep one, or use ``JSONLines``.
  ///
  /// - Parameters:
  ///   - record: one JSON text.
  ///   - failures: how much is told of what is wrong with it.
  ///   - context: what closures of the mapping get that ask for it.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  /// - Complexity: O(n) in the length of the record.
  public func decode(
    _ record: Span<UInt8>, failures: FailureReporting = .first, context: (any Sendable)? = nil
  ) throws(MappingError) -> Root {
    try makeCursor(failures: failures, context: context).decode(record)
  }

  /// Reads one record.
  public func decode(
    _ record: [UInt8], failures: FailureReporting = .first, context: (any Sendable)? = nil
  ) throws(MappingError) -> Root {
    try decode(record.span, failures: failures, context: context)
  }

  /// Reads one record.
  public func decode(
    _ record: String, failures: FailureReporting = .first, context: (any Sendable)? = nil
  ) throws(MappingError) -> Root {
    try decode(Array(record.utf8), failures: failures, context: context)
  }
}
