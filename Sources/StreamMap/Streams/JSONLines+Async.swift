extension JSONLines {
  /// The records as an asynchronous sequence. Each record is a separate model. A read that waits has its own thread,
  /// which is not a thread of the concurrency pool. Chunks of ``Input/chunks(_:)`` are awaited.
  ///
  /// A bad record is thrown or skipped, as ``onError`` says. If the task is cancelled, the sequence throws
  /// ``MappingError/Kind/cancelled`` at the next record, or while it waits for input.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public var async: some AsyncSequence<Root, MappingError> & Sendable {
    requireOwned()
    return AsyncRecords(lines: self)
  }

  /// The sequence of ``JSONLines/async``. Each iterator reads the input anew.
  struct AsyncRecords: AsyncSequence, Sendable {
    /// The model of a record.
    typealias Element = Root

    let lines: JSONLines

    /// Creates an iterator, which opens the input.
    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(lines)
    }

    /// Reads one record at a time, on demand.
    struct AsyncIterator: AsyncIteratorProtocol {
      private var state: Result<AsyncRecordStream<Root>, MappingError>?

      init(_ lines: JSONLines) {
        state = Result { () throws(MappingError) in try AsyncRecordStream(lines) }
      }

      /// Returns the next record. Returns nil at the end, and after an error.
      mutating func next() async throws(MappingError) -> Root? {
        try await next(isolation: nil)
      }

      /// Returns the next record. Returns nil at the end, and after an error.
      mutating func next(isolation actor: isolated (any Actor)?) async throws(MappingError) -> Root? {
        do throws(MappingError) {
          guard let stream = try state?.get() else { return nil }
          if try await stream.next(isolation: actor) != nil { return stream.take() }
          state = nil
          return nil
        } catch {
          state = nil
          throw error
        }
      }
    }
  }
}
