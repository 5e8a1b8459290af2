extension JSONLines {
  /// The records as an asynchronous sequence. Each record is a separate model. The iterator waits for input on its own
  /// thread, which is not a thread of the concurrency pool.
  ///
  /// A bad record is thrown or skipped, as ``onError`` says. Cancellation ends the sequence at the next record, and
  /// ends a read that waits for input.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public var async: some AsyncSequence<Root, MappingError> & Sendable {
    requireOwned()
    return AsyncRecords(lines: self)
  }

  /// The sequence of ``JSONLines/async``. Each iterator reads from the beginning.
  struct AsyncRecords: AsyncSequence, Sendable {
    /// The model of a record.
    typealias Element = Root

    let lines: JSONLines

    /// Creates an iterator that reads from the beginning.
    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(lines)
    }

    /// Reads one record at a time, on demand.
    struct AsyncIterator: AsyncIteratorProtocol {
      private var state: Result<RecordStream<Root>, MappingError>?
      /// Ends a read that waits. Nil if no read can wait.
      private let interruption: Interruption?
      private var thread: BlockingThread?

      init(_ lines: JSONLines) {
        let interruption = lines.input.mayWait ? Interruption() : nil
        self.interruption = interruption
        state = Result { () throws(MappingError) in
          try RecordStream(lines, interruption: interruption)
        }
      }

      /// Returns the next record. Returns nil at the end, after an error, and once the task is cancelled.
      mutating func next() async throws(MappingError) -> Root? {
        try await next(isolation: nil)
      }

      /// Returns the next record. Returns nil at the end, after an error, and once the task is cancelled.
      mutating func next(isolation actor: isolated (any Actor)?) async throws(MappingError) -> Root? {
        do throws(MappingError) {
          guard let reader = try state?.get() else { return nil }
          while !Task.isCancelled {
            if try reader.buffered() != nil { return reader.take() }
            if reader.isAtEnd { break }
            let thread = if let thread { thread } else { try BlockingThread() }
            self.thread = thread
            try await BlockingRead(reader: reader, interruption: interruption).run(on: thread)
          }
          (state, thread) = (nil, nil)
          return nil
        } catch {
          (state, thread) = (nil, nil)
          if Task.isCancelled { return nil }
          throw error
        }
      }
    }
  }
}

/// One read that may wait, on its own thread instead of a thread of the concurrency pool.
///
/// SAFETY: the iterator waits for the read to end before it uses the reader again, so one thread at a time has it.
private struct BlockingRead<Root>: @unchecked Sendable {
  let reader: RecordStream<Root>
  let interruption: Interruption?

  func run(on thread: BlockingThread) async throws(MappingError) {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        thread.run {
          continuation.resume(returning: Result { () throws(MappingError) in try reader.readBlock() })
        }
      }
    } onCancel: {
      interruption?.fire()
    }
    try result.get()
  }
}
