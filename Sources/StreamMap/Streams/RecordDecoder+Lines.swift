extension RecordDecoder {
  /// Reads JSON Lines that are in memory, each record into the one reused instance. The
  /// fastest way there is: the bytes are read where they stand.
  ///
  /// - Parameters:
  ///   - text: the lines, as ``JSONLines`` takes them.
  ///   - onError: what is done with a bad record.
  ///   - body: gets the instance, which the next record overwrites, and the record's place.
  /// - Throws: ``MappingError`` for a bad record unless they are skipped; whatever the closure
  ///   throws, which ends the reading.
  /// - Complexity: O(n) in the length of the text.
  public func decodeLines(
    in text: Span<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    // SAFETY: the framer does not outlive the closure that lends the bytes.
    unsafe try text.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress else { return }
      let counter = RecordCounter(onError: onError)
      let framer = unsafe source.makeFramer(borrowing: bytes, buffer.count)
      while let place = try counter.next(of: framer, by: source) {
        attach()
        try show { root in try body(root, place) }
      }
    }
  }
}
