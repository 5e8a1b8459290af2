/// The records of an input, read in order by a task. The task never blocks a thread of the concurrency pool.
///
/// Blocking reads have their own thread. Chunks are awaited. The next bytes are read only when no record is in memory.
///
/// Invariant: the bytes of `chunk` before `index` are in the stream.
final class AsyncRecordStream<Root> {
  private let records: RecordStream<Root>
  /// Ends a read that waits. Nil if no read can wait.
  private let interruption: Interruption?
  private var thread: BlockingThread?
  /// The input, if it arrives in chunks.
  private let chunks: (any AsyncByteReader)?
  private var chunk: [UInt8] = []
  private var index = 0

  init(_ lines: JSONLines<Root>, keepsRejected: Bool = false) throws(MappingError) {
    interruption = lines.input.mayWait ? Interruption() : nil
    let input: AsyncChunks? = if case .chunks(let chunks) = lines.input.origin { chunks } else { nil }
    records = try RecordStream(
      lines, interruption: interruption, appends: input != nil, keepsRejected: keepsRejected)
    chunks = try input?.open()
  }

  /// Reads the next record. Returns nil at the end, and at a rejected record that is kept. Throws once the task is
  /// cancelled.
  func next(isolation actor: isolated (any Actor)?) async throws(MappingError) -> RecordLocation? {
    do throws(MappingError) {
      while !Task.isCancelled {
        if let place = try records.buffered() { return place }
        if records.isAtEnd, !records.isPaused { records.finish() }
        if records.isPaused || records.isAtEnd { return nil }
        try await readBlock(isolation: actor)
      }
      throw .cancelled()
    } catch {
      throw Task.isCancelled ? .cancelled() : error
    }
  }

  /// Returns the rejected record at which reading has paused, and ends the pause. Returns nil if there is none.
  func takeRejected() -> (error: MappingError, bytes: [UInt8])? { records.takeRejected() }

  /// Returns the model of the last record, which the caller then owns.
  func take() -> Root { records.take() }

  private func readBlock(isolation actor: isolated (any Actor)?) async throws(MappingError) {
    guard let chunks else {
      let thread = if let thread { thread } else { try BlockingThread() }
      self.thread = thread
      return try await BlockingRead(reader: records, interruption: interruption).run(on: thread)
    }
    while index == chunk.count {
      let next = try await chunks.next(isolation: actor)
      // A sequence whose task is cancelled may end early, which is not the end of the input.
      if Task.isCancelled { return }
      (chunk, index) = (next ?? [], 0)
      if next == nil { break }
    }
    index += records.append(chunk.span.extracting(index...))
  }
}

/// One read that may wait, on its own thread instead of a thread of the concurrency pool.
///
/// SAFETY: the task waits for the read to end before it uses the reader again, so one thread at a time has it.
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
