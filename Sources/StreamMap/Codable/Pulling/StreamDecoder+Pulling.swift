#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StreamDecoder {
  /// Creates a decoder with other limits.
  package convenience init(limits: Limits) {
    self.init()
    self.limits = limits
  }

  /// Reads one document with code that pulls values by name.
  ///
  /// - Parameters:
  ///   - bytes: one JSON text in UTF-8, as for ``decode(_:from:)``.
  ///   - type: the type to read. What is learned of the names is kept for this type.
  ///   - body: receives the document's value, which is valid only during the call.
  /// - Throws: ``MappingError`` for invalid JSON. Rethrows any error of the closure.
  package func read<Result>(
    _ bytes: Span<UInt8>, for type: Any.Type, _ body: (TapeValue) throws -> Result
  ) throws -> Result {
    try read(bytes, for: type, rejecting: { $0 }, body)
  }

  private func read<Result>(
    _ bytes: Span<UInt8>, for type: Any.Type, rejecting: (MappingError) -> any Error,
    _ body: (TapeValue) throws -> Result
  ) throws -> Result {
    try withSession(snapshot, reading: bytes, rejecting: rejecting) { session in
      try session.withRoot(for: type) { place in try body(TapeValue(at: place)) }
    }
  }
}

extension StreamDecoder {
  /// Reads one document as ``decode(_:from:)-(_,Data)`` does, with code that pulls values by name.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for invalid JSON. Rethrows any error of the closure.
  package func read<Result>(
    _ data: Data, for type: Any.Type, _ body: (TapeValue) throws -> Result
  ) throws -> Result {
    func rejection(_ error: MappingError?) -> any Error {
      DecodingError.corrupted([], "The given data was not valid JSON.", underlying: error)
    }
    let result = try withText(of: data) { text in try read(text, for: type, rejecting: rejection, body) }
    guard let result else { throw rejection(nil) }
    return result
  }

  /// Converts a member's name by the key strategy.
  ///
  /// - Parameter path: the names of the members that contain it.
  package func key(of name: String, in path: [String]) -> String {
    snapshot.options.converted(name, path.map { PathKey(stringValue: $0) })
  }
}

extension ModelDecoding {
  init(_ decoder: StreamDecoder, pulling read: @escaping @Sendable (TapeValue) throws -> Root) {
    snapshot = decoder.snapshot
    decode = { session in
      try session.withRoot(for: Root.self) { place in try read(TapeValue(at: place)) }
    }
  }
}

extension JSONLines {
  /// Creates a stream of the records of an input, each read by a closure that pulls values by name.
  package init(
    _ input: Input, decoder: StreamDecoder = StreamDecoder(),
    pulling read: @escaping @Sendable (TapeValue) throws -> Root
  ) {
    self.init(input, decoding: ModelDecoding(decoder, pulling: read))
  }
}
