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
/// - ``Framing/document``: values are stored as they arrive. Only the incomplete token is held. If other text follows
///   the document, `feed` delivers the document before it throws or reports the error of that text.
public struct PushParser<Root>: ~Copyable {
  let pieces: PieceReader<Root, MachineDriver>
  /// The decoder of a mapping, which can show partial models.
  let decoder: RecordDecoder<Root>?

  /// Creates a parser that reads each record whole.
  init(_ reader: any RecordReader<Root>, framing: Framing) {
    pieces = PieceReader(reader, nil, framing: framing)
    decoder = nil
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
    self.decoder = decoder
    pieces = PieceReader(decoder, decoder.source.yajl, framing: framing)
  }

  /// The policy for bad records. Must be set before the first piece. A skipped document is reported with the bytes
  /// that are held.
  public var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
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
    try pieces.feed(piece, body)
  }

  /// Ends the input. The last record may have no line feed. Another input may follow, unless a
  /// call threw an error.
  public mutating func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    _ = try pieces.finish(body)
  }
}

extension PushParser {
  /// Decodes the next piece from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public mutating func feed(
    _ piece: some Collection<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try piece.withSpan { bytes in try feed(bytes, body) }
  }

  /// Decodes the next piece from text.
  @inlinable
  public mutating func feed(
    _ piece: some StringProtocol, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try feed(piece.utf8, body)
  }
}
