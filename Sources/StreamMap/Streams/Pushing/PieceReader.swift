/// Reads the records in pieces of input: a document as its bytes arrive, if a driver can, and other records when they are
/// complete.
///
/// Invariant: after an error, also one of a closure, every later call throws the same error. The rest of the piece is
/// lost.
final class PieceReader<Root, Driver: YajlDriver> {
  private let reader: any RecordReader<Root>
  /// The reader's driver, which reads a record in pieces. Nil if records are only read whole.
  private let driver: Driver?
  private let framing: Framing
  var onError = ErrorPolicy.stop
  /// Created for the first piece.
  private var records: (framer: any RecordFramer, loop: RecordLoop)?
  private var document: DocumentReader<Driver>?
  /// Reads the record that has not ended, if its partial model is requested.
  private var unfinished: DocumentReader<Driver>?
  /// The bytes so far of that record, if records are only read whole.
  private var open: OpenRecord?
  private var failure: (any Error)?

  init(_ reader: any RecordReader<Root>, _ driver: Driver?, framing: Framing) {
    self.reader = reader
    self.driver = driver
    self.framing = framing
  }

  /// The driver that reads the document as its bytes arrive. Nil if records are read whole.
  private var documentDriver: Driver? { framing == .document ? driver : nil }

  /// Whether the sink asked to stop.
  var isStopped: Bool { records?.loop.isStopped ?? false || document?.state == .stopped }

  /// Whether a document has begun and not ended.
  var hasOpenDocument: Bool { document?.state == .reading }

  /// Reads a piece. Calls `body` with each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    try keepingError {
      if let driver = documentDriver {
        if isStopped || piece.isEmpty { return }
        var document = document.take() ?? DocumentReader(driver)
        defer { self.document = document }
        try reportingError(of: &document) { document throws(MappingError) in try document.feed(piece) }
        if document.state == .complete { try deliver(&document, body) }
        return
      }
      let (framer, loop) = openRecords()
      var index = 0
      while index < piece.count, !loop.isStopped {
        index += framer.append(piece.extracting(index...))
        try read(framer, loop, body)
      }
    }
  }

  /// Ends the input. Another may follow.
  ///
  /// - Returns: whether the sink asked to stop.
  func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws -> Bool {
    defer {
      records = nil
      document = nil
      abandonUnfinished()
    }
    return try keepingError {
      if isStopped { return true }
      if let driver = documentDriver {
        var document = document.take() ?? DocumentReader(driver)
        try reportingError(of: &document) { document throws(MappingError) in try document.finish() }
        if document.state == .complete { try deliver(&document, body) }
        return document.state == .stopped
      }
      let (framer, loop) = openRecords()
      framer.isComplete = true
      try read(framer, loop, body)
      return loop.isStopped
    }
  }

  /// Calls `body` with a complete document, and then throws or reports the error of the text after it.
  private func deliver(
    _ document: inout DocumentReader<Driver>, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    let place = RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: document.byteCount)
    reader.attach(key: nil)
    try reader.show { root in try body(root, place) }
    try reportingError(of: &document) { document throws(MappingError) in try document.close() }
  }

  private func read(
    _ framer: any RecordFramer, _ loop: RecordLoop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try reader.forEach(of: framer, by: loop) { root, place in
      try body(root, place)
      return true
    }
  }

  private func openRecords() -> (framer: any RecordFramer, loop: RecordLoop) {
    if let records { return records }
    let loop = RecordLoop(onError: onError)
    // One machine reads both.
    loop.willRead = { [unowned self] in abandonUnfinished() }
    let opened = (reader.makeFramer(framing), loop)
    records = opened
    return opened
  }

  private func abandonUnfinished() {
    unfinished?.abandon()
    unfinished = nil
    open = nil
  }

  /// Calls `body` unless there was an error, and keeps the error that it throws.
  private func keepingError<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// Calls `body`, and throws or reports its error as ``onError`` says.
  private func reportingError(
    of document: inout DocumentReader<Driver>,
    _ body: (inout DocumentReader<Driver>) throws(MappingError) -> Void
  ) throws(MappingError) {
    do throws(MappingError) {
      try body(&document)
    } catch {
      try onError.reject(error, document.held.span, isCut: false)
    }
  }

  /// Calls `body` with the reader of the record that has begun and not ended.
  ///
  /// - Returns: nil if there is no such record, if it has an error, or if records are only read whole.
  /// - Complexity: O(n) in the bytes that were fed since the last call.
  func withOpenRecord<Result>(
    _ body: (inout DocumentReader<Driver>) throws -> Result?
  ) throws -> Result? {
    if let failure { throw failure }
    // Moved, not copied, so that its buffers have one owner.
    let taken = framing == .document ? document.take() : readUnfinished()
    guard var reader = consume taken else { return nil }
    defer {
      if framing == .document { document = reader } else { unfinished = reader }
    }
    return reader.isOpen ? try body(&reader) : nil
  }

  /// Reads the record that has begun and not ended, with its open values closed, and returns its model. An open string is
  /// left out if the model does not take it, or would not take a longer one.
  ///
  /// - Returns: nil if there is no such record, if it has an error, or if the model needs more of it.
  /// - Complexity: O(n) in the bytes of the record. Only new bytes are scanned.
  func readClosed() throws -> Root? {
    if let failure { throw failure }
    var model: Root?
    records?.framer.withUnfinished { bytes, isFirst in
      var open = self.open.take() ?? OpenRecord(limits: reader.limits, allowsByteOrderMark: isFirst)
      open.read(bytes)
      func read(_ end: OpenRecord.TextEnd) -> Root? {
        guard let text = open.closed(bytes, end),
          case .complete = reader.read(text.span, nil, allowsByteOrderMark: isFirst)
        else { return nil }
        return reader.take()
      }
      // If the type rejects a longer string, it takes certain strings only. This may be the beginning of one.
      if !open.isInText || read(.continued) != nil { model = read(.ended) }
      if open.isInText, model == nil { model = read(.omitted) }
      self.open = open
    }
    return model
  }

  /// Reads the new bytes of the record that has not ended. An error is reported when the record ends.
  private func readUnfinished() -> DocumentReader<Driver>? {
    guard let driver else { return nil }
    var reader = unfinished
    unfinished = nil
    func read(_ bytes: Span<UInt8>, isFirst: Bool) {
      guard !bytes.isEmpty else { return }
      var known = reader ?? DocumentReader(driver, allowsByteOrderMark: isFirst)
      reader = nil
      try? known.feed(bytes.extracting(min(known.byteCount, bytes.count)...))
      reader = known
    }
    records?.framer.withUnfinished(read)
    return reader
  }
}
