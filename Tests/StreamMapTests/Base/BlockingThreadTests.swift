import Synchronization
import Testing

@testable import StreamMap

@Suite("Blocking thread", .timeLimit(.minutes(1)))
struct BlockingThreadTests {
  @Test("runs tasks in order, and finishes before it ends")
  func order() async throws {
    let done = Mutex<[Int]>([])
    do {
      let thread = try BlockingThread()
      for number in 0..<100 {
        await withCheckedContinuation { continuation in
          thread.run {
            done.withLock { $0.append(number) }
            continuation.resume()
          }
        }
      }
      thread.run { done.withLock { $0.append(100) } }
      // It has begun when the next one is requested.
      while done.withLock({ $0.count }) < 101 { await Task.yield() }
    }
    #expect(done.withLock { $0 } == Array(0...100))
  }

  @Test("ends if it is never used")
  func unused() throws {
    for _ in 0..<100 { _ = try BlockingThread() }
  }
}
