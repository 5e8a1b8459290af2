extension RecordDecoder {
  /// Reads JSON Lines in memory, each record into one reused instance. The bytes are read in place.
  ///
  /// - Parameters:
  ///   - text: the lines, as for ``JSONLines``.
  ///   - onError: the policy for bad records.
  ///   - body: receives the instance, which the next record overwrites, and the location of the record.
  /// - Throws: ``MappingError`` for a bad record, unless bad records are skipped. Rethrows any error of the closure,
  ///   which ends the reading. Throws ``MappingError/Kind/cancelled`` if the calling task is cancelled.
  /// - Complexity: O(n) in the length of the text.
  public func decodeLines(
    in text: Span<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    source.reusesModel = true
    try readLines(in: text, onError: onError, body)
  }
}

extension RecordReader {
  /// Reads JSON Lines in memory, in place.
  @inline(__always)
  func readLines(
    in text: Span<UInt8>, onError: ErrorPolicy, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try LineFramer.borrowing(text, limit: limits.record, index: beginRecords()) { framer in
      let loop = RecordLoop(onError: onError)
      let task = CallingTask()
      repeat {
        try task.check()
        loop.limit = loop.records &+ 64
        try loop.readAll(of: framer, by: self) { root, place in
          try body(root, place)
          return true
        }
      } while loop.records == loop.limit
    }
  }
}

extension RecordDecoder {
  /// Decodes JSON Lines from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decodeLines(
    in text: some Collection<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try text.withSpan { bytes in try decodeLines(in: bytes, onError: onError, body) }
  }

  /// Decodes JSON Lines from text.
  @inlinable
  public func decodeLines(
    in text: some StringProtocol, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try decodeLines(in: text.utf8, onError: onError, body)
  }
}
