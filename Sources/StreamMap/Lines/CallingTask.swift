import Synchronization

/// The task in which a synchronous call reads, if there is one, and whether it was cancelled.
///
/// Only the thread of the call can ask for its task: it does so now and then, and passes the answer on to the workers.
///
/// SAFETY: the reference to the current task is compared with nil, and not kept.
final class CallingTask: Sendable {
  /// There is a task.
  let isThere: Bool
  private let isCancelled = Atomic(false)
  /// Counts the records that the calling thread reads.
  private let records = Atomic(0)

  init() {
    isThere = unsafe withUnsafeCurrentTask { task in unsafe task != nil }
  }

  /// What ends reads of the calling thread that wait; nil where none can, or nobody could cancel them.
  func interruption(of input: ByteInput) -> Interruption? {
    isThere && input.mayWait ? Interruption(followsTask: true) : nil
  }

  /// Throws if the task was cancelled. For the calling thread.
  func check() throws {
    guard isThere, Task.isCancelled else { return }
    isCancelled.store(true, ordering: .relaxed)
    throw CancellationError()
  }

  /// The same, but looks only at every sixty-fourth call.
  func checkSometimes() throws {
    let number = records.load(ordering: .relaxed) &+ 1
    records.store(number, ordering: .relaxed)
    if number & 63 == 0 { try check() }
  }

  /// Throws if the calling thread has found that the task was cancelled. For its workers.
  func checkFromWorker() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// The next slice's result; throws if the task is cancelled before it is there.
  func next<Part>(of reading: SlicedReading<Part>) throws -> SliceResult<Part>? {
    guard isThere else { return reading.next() }
    repeat { try check() } while !reading.isReady(within: Interruption.patience)
    return reading.next()
  }

  /// What is thrown instead of an error: a read that the task's cancellation has ended is not the input's fault.
  func reason(of error: any Error, _ interruption: Interruption?) -> any Error {
    interruption?.followsTask == true && interruption?.isFired == true ? CancellationError() : error
  }
}
