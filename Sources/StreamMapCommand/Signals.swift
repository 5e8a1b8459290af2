// Handles SIGINT and SIGTERM. The first signal ends the run in order, the second at once.

import StreamMap
import Synchronization

enum Signals {
  /// The received signal, or 0.
  private static let received = Atomic<Int32>(0)
  /// The descriptor to which a byte is written to end waiting reads, or -1.
  private static let bell = Atomic<Int32>(-1)

  /// The received signal, or nil.
  static var pending: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Throws `Interrupted` if a signal came. For runs without a checkpoint.
  static func check() throws {
    if let signal = pending { throw Interrupted(signal: signal) }
  }

  /// Runs `body`. A signal ends its waiting reads.
  static func interrupting<Result>(_ body: (Interruption) throws -> Result) rethrows -> Result {
    let interruption = Interruption()
    let former = bell.exchange(interruption.writer, ordering: .sequentiallyConsistent)
    defer { bell.store(former, ordering: .sequentiallyConsistent) }
    // A signal that came before did not write the byte.
    if pending != nil { interruption.fire() }
    return try body(interruption)
  }

  /// Installs the handlers, except for signals that the parent process made the program ignore.
  static func handle() {
    System.onSignals { number in
      // Only atomics and write(2) are used, which are safe in a signal handler.
      if Signals.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
        System.exitNow(128 + number)
      }
      System.ring(Signals.bell.load(ordering: .sequentiallyConsistent))
    }
  }
}
