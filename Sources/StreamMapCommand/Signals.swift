// Handles SIGINT and SIGTERM. The first signal asks the run to end in an orderly way, and the second ends it
// immediately.

import StreamMap
import Synchronization

enum Signals {
  /// The signal that arrived, or 0.
  private static let received = Atomic<Int32>(0)
  /// The descriptor to which a byte is written to end waiting reads, or -1.
  private static let bell = Atomic<Int32>(-1)

  /// The signal that asked the run to end, or nil.
  static var pending: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Throws if a signal arrived. For runs that cannot be continued.
  static func check() throws {
    if let signal = pending { throw Interrupted(signal: signal) }
  }

  /// Runs `body`. A signal ends its waiting reads.
  static func interrupting<Result>(_ body: (Interruption) throws -> Result) rethrows -> Result {
    let interruption = Interruption()
    let former = bell.exchange(interruption.writer, ordering: .sequentiallyConsistent)
    defer { bell.store(former, ordering: .sequentiallyConsistent) }
    // An earlier signal did not end the reads.
    if pending != nil { interruption.fire() }
    return try body(interruption)
  }

  /// Installs the handlers, except for signals that the parent process ignores.
  static func handle() {
    System.onSignals { number in
      // Only functions that are safe in a signal handler may be called here: atomics and write(2).
      if Signals.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
        System.exitNow(128 + number)
      }
      System.ring(Signals.bell.load(ordering: .sequentiallyConsistent))
    }
  }
}
