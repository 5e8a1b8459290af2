extension JSONLines {
  /// Every record as a model of its own. What waits for input is a thread of the iterator, and none of those that tasks
  /// run on.
  ///
  /// A bad record is thrown, or skipped, as ``onError`` says. Cancellation ends the
  /// sequence at the next record, and a read that waits for more.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public var async: some AsyncSequence<Root, MappingError> & Sendable {
    requireOwned()
    return AsyncRecords(lines: self)
  }

  /// The sequence of ``JSONLines/async``. Each iterator reads from the beginning.
  struct AsyncRecords: AsyncSequence, Sendable {
    /// A record's model.
    typealias Element = Root

    let lines: JSONLines

    /// Begins to read.
    func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(lines)
    }

    /// Reads on demand, a record at a time.
    struct AsyncIterator: AsyncIteratorProtocol {
      private var state: Result<RecordStream<Root>, MappingError>?
      /// Ends a read that waits; nil where none can.
      private let interruption: Interruption?
      private var thread: BlockingThread?

      init(_ lines: JSONLines) {
        let interruption = lines.input.mayWait ? Interruption() : nil
        self.interruption = interruption
        state = Result { () throws(MappingError) in
          try RecordStream(lines, interruption: interruption)
        }
      }

      /// The next record; nil at the end, after an error, and once the task is cancelled.
      mutating func next() async throws(MappingError) -> Root? {
        try await next(isolation: nil)
      }

      /// The next record; nil at the end, after an error, and once the task is cancelled.
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

/// One read that may wait, on a thread of its own instead of one of the concurrency
/// pool.
///
/// SAFETY: the iterator waits for the read to end before it touches the reader again,
/// so that one thread at a time has it.
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
