// SIGINT and SIGTERM: the first asks the run to end in order, the second ends it
// at once. Holds which one came.

import StreamMap
import Synchronization

enum Signals {
  /// The signal that came; 0 if none has.
  private static let received = Atomic<Int32>(0)
  /// Where a byte ends the reads that wait; -1 if there are none.
  private static let bell = Atomic<Int32>(-1)

  /// The signal that asked for the end, or nil.
  static var pending: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Ends what has nothing to go on from, if a signal came.
  static func check() throws {
    if let signal = pending { throw Interrupted(signal: signal) }
  }

  /// Runs something of which a signal ends the reads that wait.
  static func interrupting<Result>(_ body: (Interruption) throws -> Result) rethrows -> Result {
    let interruption = Interruption()
    let former = bell.exchange(interruption.writer, ordering: .sequentiallyConsistent)
    defer { bell.store(former, ordering: .sequentiallyConsistent) }
    // One that came before has not rung.
    if pending != nil { interruption.fire() }
    return try body(interruption)
  }

  /// Takes the signals from here on, those that whoever started the program does not have it ignore.
  static func handle() {
    System.onSignals { number in
      // What is called here may be called from a handler: atomics and write(2).
      if Signals.received.exchange(number, ordering: .sequentiallyConsistent) != 0 {
        System.exitNow(128 + number)
      }
      System.ring(Signals.bell.load(ordering: .sequentiallyConsistent))
    }
  }
}
