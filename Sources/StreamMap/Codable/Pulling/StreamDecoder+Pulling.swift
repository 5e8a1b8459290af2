import Foundation

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
    try read(bytes, for: type, refusing: { $0 }, body)
  }

  private func read<Result>(
    _ bytes: Span<UInt8>, for type: Any.Type, refusing: (MappingError) -> any Error,
    _ body: (TapeValue) throws -> Result
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
      throw refusing(error.error(in: bytes))
    }
    return try session.withRoot(for: type) { place in try body(TapeValue(at: place)) }
  }
}

extension StreamDecoder {
  /// Reads one document as ``decode(_:from:)-(_,Data)`` does, by code that pulls what it wants.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a text that is no JSON; whatever the closure throws.
  package func read<Result>(
    _ data: Data, for type: Any.Type, _ body: (TapeValue) throws -> Result
  ) throws -> Result {
    let wide = unsafe data.withUnsafeBytes { unsafe WideEncoding(of: $0.assumingMemoryBound(to: UInt8.self)) }
    func refusal(_ error: MappingError?) -> any Error {
      DecodingError.corrupted([], "The given data was not valid JSON.", underlying: error)
    }
    guard let wide else {
      return unsafe try data.withUnsafeBytes { bytes in
        let utf8 = unsafe Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        return try read(utf8, for: type, refusing: refusal, body)
      }
    }
    guard let text = wide.text(of: data) else { throw refusal(nil) }
    return try read(Array(text.utf8).span, for: type, refusing: refusal, body)
  }

  /// A member's name as keys see it.
  ///
  /// - Parameter path: the names of the members in which it is.
  package func key(of name: String, in path: [String]) -> String {
    options.converted(name, path.map { PathKey(stringValue: $0) })
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
