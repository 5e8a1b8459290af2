extension StreamDecoder {
  /// Decodes JSON Lines that are in memory. The fastest way there is: the bytes are read where they stand.
  ///
  /// - Parameters:
  ///   - type: what a record is decoded into.
  ///   - text: the lines, as ``JSONLines`` takes them.
  ///   - onError: what is done with a bad record.
  ///   - body: gets each model, and its record's place.
  /// - Throws: ``MappingError`` for a bad record unless they are skipped; whatever the closure throws, which
  ///   ends the reading.
  /// - Complexity: O(n) in the length of the text.
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: Span<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    // SAFETY: the framer does not outlive the closure that lends the bytes.
    unsafe try text.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress else { return }
      let reader = ModelReader(ModelDecoding<Model>(self), limits: limits)
      let counter = RecordCounter(onError: onError)
      let framer = unsafe reader.makeFramer(borrowing: bytes, buffer.count)
      while let place = try counter.next(of: framer, by: reader) {
        try reader.show { model in try body(model, place) }
      }
    }
  }
}
