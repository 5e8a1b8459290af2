extension Mapping {
  /// A cursor, for many records one after the other.
  public func makeCursor(
    engine: Engine = .automatic, validation: Validation = .full, leniency: Leniency = []
  ) -> Cursor<Root> {
    Cursor(self, engine: engine, validation: validation, leniency: leniency)
  }

  /// Reads one record.
  ///
  /// Makes a cursor for it; for many records, keep one, or use ``JSONLines``.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive the call.
  /// - Throws: ``MappingError``.
  /// - Complexity: O(n) in the length of the record.
  public func decode(_ record: Span<UInt8>) throws(MappingError) -> Root {
    try makeCursor().decode(record)
  }

  /// Reads one record.
  public func decode(_ record: [UInt8]) throws(MappingError) -> Root {
    try decode(record.span)
  }

  /// Reads one record.
  public func decode(_ record: String) throws(MappingError) -> Root {
    try decode(Array(record.utf8))
  }
}
