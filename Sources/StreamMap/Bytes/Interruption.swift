#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Ends reads of other threads that wait for bytes. It fires once and stays fired.
///
/// Invariant: the pipe is open as long as the value lives, and contains a byte from the first `fire()` on. If the
/// pipe cannot be created, nothing is interrupted.
package final class Interruption: Sendable {
  private let reader: Int32
  /// A byte written to this descriptor also interrupts. A signal handler may do that.
  package let writer: Int32
  /// Whether a waiting read also checks its task for cancellation, and fires this interruption if the task is
  /// cancelled.
  let followsTask: Bool
  /// The interval of those checks, in milliseconds.
  static let pollingInterval = 100

  package convenience init() { self.init(followsTask: false) }

  init(followsTask: Bool) {
    self.followsTask = followsTask
    (reader, writer) = Poll.pipe() ?? (-1, -1)
    for end in [reader, writer] where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    guard reader >= 0 else { return }
    close(reader)
    close(writer)
  }

  /// Ends the waiting reads.
  package func fire() {
    if writer >= 0 { Poll.wake(writer) }
  }

  /// Waits until bytes or the end can be read. Returns false if this or the other interruption fired. Returns true
  /// for a descriptor that cannot be waited for, because reading it will report the error.
  func waits(for descriptor: Int32, or other: Interruption? = nil) -> Bool {
    while true {
      // `poll` ignores negative descriptors.
      var requests = [descriptor, reader, other?.reader ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = Poll.wait(&requests, milliseconds: -1)
      if count < 0, errno == EINTR { continue }
      return count < 0 || requests[1].revents == 0 && requests[2].revents == 0
    }
  }

  /// Whether `fire()` has been called.
  var isFired: Bool { reader >= 0 && Self.isReady(reader) }

  /// Whether a descriptor has bytes, has ended, or cannot be waited for, within a number of milliseconds.
  static func isReady(_ descriptor: Int32, within milliseconds: Int = 0) -> Bool {
    var request = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    while true {
      let count = Poll.wait(&request, milliseconds: milliseconds)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }
}
