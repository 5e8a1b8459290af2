import Synchronization

/// The task of a synchronous call, if there is one, and whether it was cancelled.
///
/// Only the calling thread can query its task. It does so periodically, and passes the result on to the workers.
final class CallingTask: Sendable {
  /// Whether the call runs in a task.
  let isThere: Bool
  private let isCancelled = Atomic(false)
  /// The number of records that the calling thread has read.
  private let records = Atomic(0)

  init() {
    isThere = ThreadIdentity.isInTask
  }

  /// Returns an interruption for reads on the calling thread, or nil if they cannot wait or there is no task.
  func interruption(of input: Input) -> Interruption? {
    isThere && input.mayWait ? Interruption(followsTask: true) : nil
  }

  /// Throws if the task was cancelled. Called on the calling thread.
  func check() throws(MappingError) {
    guard isThere, Task.isCancelled else { return }
    isCancelled.store(true, ordering: .relaxed)
    throw .cancelled()
  }

  /// Checks the task at every sixty-fourth call.
  func checkSometimes() throws(MappingError) {
    guard isThere else { return }
    let number = records.load(ordering: .relaxed) &+ 1
    records.store(number, ordering: .relaxed)
    if number & 63 == 0 { try check() }
  }

  /// Throws if the calling thread has found the task cancelled. Called on worker threads.
  func checkFromWorker() throws(MappingError) {
    if isCancelled.load(ordering: .relaxed) { throw .cancelled() }
  }

  /// Returns the next result. Throws if the task is cancelled before the result is ready.
  func next<Part>(of reading: ChunkedReading<Part>) throws(MappingError) -> ChunkResult<Part>? {
    guard isThere else { return reading.next() }
    repeat { try check() } while !reading.isReady(within: Interruption.pollingInterval)
    return reading.next()
  }
}
