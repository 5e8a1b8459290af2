/// Reads records from pieces of input. ``PushParser`` and ``EventPushParser`` share it.
///
/// Invariant: after an error, also one of the closure, every later call throws the same error. The rest of the piece is
/// lost.
final class PieceReader<Source: PieceSource> {
  private let source: Source
  private let framing: Framing
  var onError = ErrorPolicy.stop
  /// Created for the first piece, unless the framing is a document.
  private var records: (framer: RecordFramer, counter: RecordCounter)?
  private var document: DocumentReader<Source.Driver>?
  /// Reads the line that has not ended, if its partial model is requested.
  private var unfinished: DocumentReader<Source.Driver>?
  private var failure: (any Error)?

  init(_ source: Source, framing: Framing) {
    self.source = source
    self.framing = framing
  }

  /// The record key: the raw member name, with its escapes. Nil if the records are not members of an object.
  var recordKey: [UInt8]? { records?.framer.key }

  /// Whether the sink asked to stop.
  private(set) var isStopped = false

  /// Reads a piece. Calls `body` after each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (RecordLocation) throws -> Void) throws {
    if let failure { throw failure }
    if isStopped { return }
    switch framing {
    case .document: try feedDocument(piece)
    case .lines, .concatenated, .sequence, .array: try feedRecords(piece, body)
    }
  }

  /// Ends the input. Another may follow.
  ///
  /// - Returns: whether the sink asked to stop.
  func finish(_ body: (RecordLocation) throws -> Void) throws -> Bool {
    if let failure { throw failure }
    defer {
      records = nil
      document = nil
      unfinished?.abandon()
      unfinished = nil
      isStopped = false
    }
    if isStopped { return true }
    switch framing {
    case .document:
      var reader = document ?? DocumentReader(source.yajl)
      try guarding { () throws(MappingError) in
        try reader.finish()
      } held: {
        reader.held
      }
      isStopped = reader.state == .stopped
      if reader.state == .complete {
        try body(RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: reader.byteCount))
      }
    case .lines, .concatenated, .sequence, .array:
      let (framer, counter) = openRecords()
      framer.complete(true)
      try readRecords(framer, counter, body)
    }
    return isStopped
  }

  private func openRecords() -> (RecordFramer, RecordCounter) {
    records ?? (source.makeFramer(framing), RecordCounter(onError: onError))
  }

  private func feedRecords(_ piece: Span<UInt8>, _ body: (RecordLocation) throws -> Void) throws {
    let (framer, counter) = openRecords()
    records = (framer, counter)
    var index = 0
    while index < piece.count, !isStopped {
      index += framer.append(piece.extracting(index...))
      try readRecords(framer, counter, body)
    }
  }

  private func readRecords(
    _ framer: RecordFramer, _ counter: RecordCounter, _ body: (RecordLocation) throws -> Void
  ) throws {
    do {
      while let place = try counter.next(of: framer, by: source, before: abandonUnfinished) {
        try body(place)
      }
      isStopped = counter.isStopped
    } catch {
      failure = error
      throw error
    }
  }

  private func abandonUnfinished() {
    unfinished?.abandon()
    unfinished = nil
  }

  /// Calls `body` with the reader of the record that has begun and not ended.
  ///
  /// - Returns: nil if there is no such record, or it has an error.
  /// - Complexity: O(n) in the bytes that were fed since the last call.
  func withOpenRecord<Result>(
    _ body: (inout DocumentReader<Source.Driver>) throws -> Result?
  ) throws -> Result? {
    if let failure { throw failure }
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
    records?.framer.withUnfinished(read)
    return reader
  }

  private func feedDocument(_ piece: Span<UInt8>) throws {
    var reader = document ?? DocumentReader(source.yajl)
    document = nil
    defer { document = reader }
    try guarding { () throws(MappingError) in
      try reader.feed(piece)
    } held: {
      reader.held
    }
    isStopped = reader.state == .stopped
  }

  private func guarding(_ body: () throws(MappingError) -> Void, held: () -> [UInt8]) throws {
    do throws(MappingError) {
      try body()
    } catch {
      switch onError {
      case .stop, .deliver:
        failure = error
        throw error
      case .skip(let report): report(error, held().span)
      }
    }
  }
}
