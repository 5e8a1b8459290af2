// SAFETY: what is lent to a session stays where it is until the record is finished, within the call.
extension StreamDecoder {
  /// Reads one document by code that pulls what it wants.
  ///
  /// - Parameters:
  ///   - bytes: one JSON text in UTF-8, as for ``decode(_:from:)``.
  ///   - type: what it is read into; what is learned of the names is kept for it.
  ///   - body: gets the document's value, which must not outlive it.
  /// - Throws: ``MappingError`` for a text that is no JSON; whatever the closure throws.
  package func read<Result>(
    _ bytes: Span<UInt8>, for type: Any.Type, _ body: (TapeValue) throws -> Result
  ) throws -> Result {
    let session = sessions.take() ?? DecodingSession(options, limits: limits)
    session.set(options)
    defer {
      if session.finish() { sessions.put(session) }
    }
    do throws(RecordFailure) {
      unsafe try bytes.withUnsafeBufferPointer { buffer throws(RecordFailure) in
        unsafe try session.load(buffer, nil, allowsByteOrderMark: true)
      }
    } catch {
      throw error.error(in: bytes)
    }
    return try session.withRoot(for: type) { place in try body(TapeValue(at: place)) }
  }
}

extension ModelDecoding {
  init(_ decoder: StreamDecoder, pulling read: @escaping @Sendable (TapeValue) throws -> Root) {
    self.decoder = decoder
    decode = { session in
      try session.withRoot(for: Root.self) { place in try read(TapeValue(at: place)) }
    }
  }
}
