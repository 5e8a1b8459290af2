/// Cuts pieces of input into records, and reads each record as a whole with a ``RecordReader``.
///
/// Invariant: after an error, also one of the closure, every later call throws the same error.
final class RecordPieces<Root> {
  private let reader: any RecordReader<Root>
  private let framing: Framing
  var onError = ErrorPolicy.stop
  /// Made for the first piece.
  private var records: (framer: RecordFramer, counter: RecordCounter)?
  private var failure: (any Error)?

  init(_ reader: any RecordReader<Root>, framing: Framing) {
    self.reader = reader
    self.framing = framing
  }

  /// Reads a piece. Calls the closure after each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    if let failure { throw failure }
    let (framer, counter) = openRecords()
    records = (framer, counter)
    var index = 0
    while index < piece.count {
      index += framer.append(piece.extracting(index...))
      try readRecords(framer, counter, body)
    }
  }

  /// Ends the input. Another may follow.
  func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    if let failure { throw failure }
    let (framer, counter) = openRecords()
    records = nil
    framer.complete(true)
    try readRecords(framer, counter, body)
  }

  private func openRecords() -> (framer: RecordFramer, counter: RecordCounter) {
    records ?? (reader.makeFramer(framing), RecordCounter(onError: onError))
  }

  private func readRecords(
    _ framer: RecordFramer, _ counter: RecordCounter,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    do {
      while let place = try reader.next(of: framer, by: counter) {
        #if DEBUG
          defer { reader.expireTexts() }
        #endif
        // SAFETY: the reader holds the model until the next record is read.
        unsafe try Memory.borrow(reader.model) { root in try body(root, place) }
      }
    } catch {
      failure = error
      throw error
    }
  }
}
