/// Reads records from pieces of input. ``PushParser`` and ``EventParser`` share it.
final class PieceReader<Source: PieceSource> {
  private let source: Source
  private let framing: Framing
  private let pieces: PieceFramer
  private var document: DocumentReader<Source.Driver>?
  /// Reads the line that has not ended, if its partial model is requested.
  private var unfinished: DocumentReader<Source.Driver>?

  init(_ source: Source, framing: Framing) {
    self.source = source
    self.framing = framing
    pieces = PieceFramer { source.makeFramer(framing) }
  }

  var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
  }

  /// The record key: the raw member name, with its escapes. Nil if the records are not members of an object.
  var recordKey: [UInt8]? { pieces.framer?.key }

  /// Whether the sink asked to stop.
  var isStopped: Bool { pieces.isStopped || document?.state == .stopped }

  /// Whether a document has begun and not ended.
  var hasOpenDocument: Bool { document?.state == .reading }

  /// Reads a piece. Calls `body` after each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (RecordLocation) throws -> Void) throws {
    guard framing == .document else {
      return try pieces.feed(piece) { framer, counter in try readRecords(framer, counter, body) }
    }
    try pieces.keepingError {
      if isStopped || piece.isEmpty { return }
      var reader = document.take() ?? DocumentReader(source.yajl)
      defer { document = reader }
      try reportingError(of: &reader) { reader throws(MappingError) in try reader.feed(piece) }
    }
  }

  /// Ends the input. Another may follow.
  ///
  /// - Returns: whether the sink asked to stop.
  func finish(_ body: (RecordLocation) throws -> Void) throws -> Bool {
    defer {
      document = nil
      abandonUnfinished()
    }
    guard framing == .document else {
      return try pieces.finish { framer, counter in try readRecords(framer, counter, body) }
    }
    return try pieces.keepingError {
      if isStopped { return true }
      var reader = document.take() ?? DocumentReader(source.yajl)
      try reportingError(of: &reader) { reader throws(MappingError) in try reader.finish() }
      if reader.state == .complete {
        try body(RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: reader.byteCount))
      }
      return reader.state == .stopped
    }
  }

  private func readRecords(
    _ framer: RecordFramer, _ counter: RecordCounter, _ body: (RecordLocation) throws -> Void
  ) throws {
    while let place = try counter.next(of: framer, by: source, before: abandonUnfinished) {
      try body(place)
    }
  }

  private func abandonUnfinished() {
    unfinished?.abandon()
    unfinished = nil
  }

  /// Calls `body`, and throws or reports its error as ``onError`` says.
  private func reportingError(
    of reader: inout DocumentReader<Source.Driver>,
    _ body: (inout DocumentReader<Source.Driver>) throws(MappingError) -> Void
  ) throws(MappingError) {
    do throws(MappingError) {
      try body(&reader)
    } catch {
      try onError.reject(error, reader.held.span, isCut: false)
    }
  }

  /// Calls `body` with the reader of the record that has begun and not ended.
  ///
  /// - Returns: nil if there is no such record, or it has an error.
  /// - Complexity: O(n) in the bytes that were fed since the last call.
  func withOpenRecord<Result>(
    _ body: (inout DocumentReader<Source.Driver>) throws -> Result?
  ) throws -> Result? {
    try pieces.check()
    // Moved, not copied, so that its buffers have one owner.
    let taken = framing == .document ? document.take() : readUnfinished()
    guard var reader = consume taken else { return nil }
    defer {
      switch framing {
      case .document: document = reader
      default: unfinished = reader
      }
    }
    return reader.isOpen ? try body(&reader) : nil
  }

  /// Reads the new bytes of the record that has not ended. An error is reported when the record ends.
  private func readUnfinished() -> DocumentReader<Source.Driver>? {
    var reader = unfinished
    unfinished = nil
    func read(_ bytes: Span<UInt8>, isFirst: Bool) {
      guard !bytes.isEmpty else { return }
      var known = reader ?? DocumentReader(source.yajl, allowsByteOrderMark: isFirst)
      reader = nil
      try? known.feed(bytes.extracting(min(known.byteCount, bytes.count)...))
      reader = known
    }
    pieces.framer?.withUnfinished(read)
    return reader
  }
}

/// Reads the records of a push parser, whole or in pieces.
protocol PieceSource: RecordParser {
  associatedtype Driver: YajlDriver

  /// The driver that reads a record in pieces.
  var yajl: Driver { get }
}

extension RecordSource: PieceSource {}

extension SinkDriver: PieceSource {
  var yajl: SinkDriver { self }
}
