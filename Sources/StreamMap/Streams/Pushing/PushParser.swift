/// A parser that maps input arriving in pieces, from a socket, a pipe or a decompressor.
///
///     var parser = PushParser(mapping)
///     try parser.feed(piece) { tweet, location in … }
///     try parser.finish { tweet, location in … }
///
/// The pieces may be cut anywhere, also within a character or an escape. Models and errors are the same for any cut.
/// The framing determines when a record is read and what is held:
/// - ``Framing/lines``: a record is read when its line feed has arrived. One line is held.
/// - Framings of several values: a record is read when its last byte, or the byte that ends it, has arrived.
/// - ``Framing/document``: values are stored as they arrive. Only the incomplete token is held.
public struct PushParser<Root>: ~Copyable {
  let content: Content

  /// What reads the pieces.
  enum Content {
    case mapped(RecordDecoder<Root>, PieceReader<RecordSource>)
    case records(RecordPieces<Root>)
  }

  /// Creates a parser for a mapping.
  ///
  /// With ``Framing/document`` yajl finds the events and checks everything, because values are stored as they come.
  /// ``ReadingOptions/engine``, ``ReadingOptions/validation``, ``ReadingOptions/extensions``,
  /// ``ReadingOptions/reportsAllErrors`` and ``ReadingOptions/statistics`` have no effect then.
  ///
  /// - Parameters:
  ///   - mapping: the mapping that fills the instance.
  ///   - framing: the framing of the records in the input.
  ///   - options: the options for all records. The mapping's limits apply if theirs are nil.
  public init(
    _ mapping: Mapping<Root>, framing: Framing = .lines, options: ReadingOptions = ReadingOptions()
  ) {
    var options = options
    if framing == .document { options.statistics = nil }
    let decoder = RecordDecoder(mapping, options: options)
    content = .mapped(decoder, PieceReader(decoder.source, framing: framing))
  }

  /// The policy for bad records. Must be set before the first piece. A skipped document is reported with the bytes
  /// that are held.
  public var onError: ErrorPolicy {
    get {
      switch content {
      case .mapped(_, let pieces): pieces.onError
      case .records(let pieces): pieces.onError
      }
    }
    set {
      switch content {
      case .mapped(_, let pieces): pieces.onError = newValue
      case .records(let pieces): pieces.onError = newValue
      }
    }
  }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - piece: the bytes that follow those of the previous call.
  ///   - body: receives the reused instance after each complete record.
  /// - Throws: ``MappingError``, or any error of the closure. Every later call throws it again.
  /// - Complexity: O(n) in the bytes fed, however they are cut.
  public mutating func feed(
    _ piece: Span<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    switch content {
    case .mapped(let decoder, let pieces):
      try pieces.feed(piece) { place in
        decoder.attach(key: pieces.recordKey)
        try decoder.show { root in try body(root, place) }
      }
    case .records(let pieces):
      try pieces.feed(piece, body)
    }
  }

  /// Ends the input. The last record may have no line feed. Another input may follow, unless a
  /// call threw an error.
  public mutating func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    switch content {
    case .mapped(let decoder, let pieces):
      _ = try pieces.finish { place in
        decoder.attach(key: pieces.recordKey)
        try decoder.show { root in try body(root, place) }
      }
    case .records(let pieces):
      try pieces.finish(body)
    }
  }
}
