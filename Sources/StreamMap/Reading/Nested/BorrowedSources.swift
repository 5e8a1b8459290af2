import Synchronization

/// Sources for parts of a record that are read by machines of their own: each is lent to one reader at a time,
/// and used again.
///
/// SAFETY: whoever takes a source out of the list is the only one who has it.
final class BorrowedSources: Sendable {
  private let idle = Mutex<[Borrowed]>([])

  private struct Borrowed: @unchecked Sendable {
    let source: RecordSource
  }

  /// Lends a source that nobody else uses meanwhile.
  ///
  /// - Parameters:
  ///   - program: what a new one reads; the same for all.
  ///   - callContext: those of the record.
  func lend<Result, Failure: Error>(
    _ program: @autoclosure () -> Program, _ callContext: CallContext?,
    _ body: (RecordSource) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The record that the text is of has been checked, and its limits are not for a part of it.
    let lent =
      idle.withLock { $0.popLast() }
      ?? Borrowed(source: RecordSource(program(), ReadingOptions(limits: .unlimited, validation: .mapped)))
    defer { idle.withLock { $0.append(lent) } }
    lent.source.callContext = callContext
    defer { lent.source.callContext = nil }
    return try body(lent.source)
  }
}
