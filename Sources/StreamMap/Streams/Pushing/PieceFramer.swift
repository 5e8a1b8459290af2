/// Cuts pieces of input into records, and keeps the first error. ``PieceReader`` and ``RecordPieces`` share it.
///
/// Invariant: after an error, also one of a closure, every later call throws the same error. The rest of the piece is
/// lost.
final class PieceFramer {
  private let makeFramer: () -> RecordFramer
  var onError = ErrorPolicy.stop
  /// Created for the first piece.
  private var records: (framer: RecordFramer, counter: RecordCounter)?
  private var failure: (any Error)?

  init(_ makeFramer: @escaping () -> RecordFramer) {
    self.makeFramer = makeFramer
  }

  /// The framer with the record that has not ended. Nil before the first piece.
  var framer: RecordFramer? { records?.framer }

  /// Whether the sink asked to stop.
  var isStopped: Bool { records?.counter.isStopped ?? false }

  /// Adds a piece. Calls `read` each time the framer has more bytes.
  func feed(_ piece: Span<UInt8>, _ read: (RecordFramer, RecordCounter) throws -> Void) throws {
    try keepingError {
      let (framer, counter) = openRecords()
      var index = 0
      while index < piece.count, !counter.isStopped {
        index += framer.append(piece.extracting(index...))
        try read(framer, counter)
      }
    }
  }

  /// Ends the input. Another may follow.
  ///
  /// - Returns: whether the sink asked to stop.
  func finish(_ read: (RecordFramer, RecordCounter) throws -> Void) throws -> Bool {
    defer { records = nil }
    return try keepingError {
      let (framer, counter) = openRecords()
      if !counter.isStopped {
        framer.complete(true)
        try read(framer, counter)
      }
      return counter.isStopped
    }
  }

  /// Calls `body` unless there was an error, and keeps the error that it throws.
  func keepingError<Result>(_ body: () throws -> Result) throws -> Result {
    try check()
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }

  /// Throws the error of an earlier call.
  func check() throws {
    if let failure { throw failure }
  }

  private func openRecords() -> (framer: RecordFramer, counter: RecordCounter) {
    let records = records ?? (makeFramer(), RecordCounter(onError: onError))
    self.records = records
    return records
  }
}
