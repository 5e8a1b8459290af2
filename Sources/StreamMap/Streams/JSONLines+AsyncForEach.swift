extension JSONLines {
  /// Calls an asynchronous closure with every record. The next record is read when the closure has returned.
  ///
  ///     try await lines.forEach { order, location in
  ///       try await database.insert(order, line: location.line)
  ///     }
  ///
  /// The closure runs where the caller runs, for example on its actor. Reads that wait have their own thread. Chunks of
  /// ``Input/chunks(_:)`` are awaited.
  ///
  /// The compiler calls the synchronous `forEach` if the closure awaits nothing.
  ///
  /// - Parameter body: receives a separate model, and the location of the record.
  /// - Throws: ``MappingError`` if the input cannot be read, or for a bad record unless bad records are skipped.
  ///   Rethrows the closure's error, which ends the reading. Throws ``MappingError/Kind/cancelled`` if the task is
  ///   cancelled, at the next record or while waiting for input.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  /// - Complexity: O(n) in the input. Memory for one block and the longest record.
  nonisolated(nonsending) public func forEach(
    _ body: nonisolated(nonsending) (Root, RecordLocation) async throws -> Void
  ) async throws {
    try await read(keepsRejected: false, body) { _, _ in }
  }

  /// Calls an asynchronous closure with every record, and another one with every rejected record.
  ///
  /// - Parameters:
  ///   - body: receives a separate model, and the location of the record.
  ///   - onRejected: receives the error and the bytes of a rejected record, as in the synchronous call. It
  ///     replaces ``onError``.
  /// - Throws: ``MappingError`` if the input cannot be read. Rethrows any error of the closures, which ends the
  ///   reading. Throws ``MappingError/Kind/cancelled`` if the task is cancelled.
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  nonisolated(nonsending) public func forEach(
    _ body: nonisolated(nonsending) (Root, RecordLocation) async throws -> Void,
    onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) async throws {
    try await read(keepsRejected: true, body, onRejected)
  }

  nonisolated(nonsending) private func read(
    keepsRejected: Bool, _ body: nonisolated(nonsending) (Root, RecordLocation) async throws -> Void,
    _ onRejected: (MappingError, Span<UInt8>) throws -> Void
  ) async throws {
    requireOwned("forEach with a closure that does not await")
    let stream = try AsyncRecordStream(self, keepsRejected: keepsRejected)
    while true {
      if let place = try await stream.next(isolation: #isolation) {
        try await body(stream.take(), place)
      } else if let rejected = stream.takeRejected() {
        try onRejected(rejected.error, rejected.bytes.span)
      } else {
        return
      }
    }
  }
}
