#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Ends reads that wait for bytes, in other threads: once, and for good.
///
/// Invariant: the pipe is open as long as the value lives, and has a byte in it from the first `fire()` on. Where there
/// can be no pipe, nothing is interrupted.
package final class Interruption: Sendable {
  private let reader: Int32
  /// A byte written there interrupts, too: a signal's handler may do that.
  package let writer: Int32
  /// Whether a waiting read also checks its task for cancellation, and fires this interruption if the task is
  /// cancelled.
  let followsTask: Bool
  /// The interval of those checks, in milliseconds.
  static let flushPolicy = 100

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

  /// Ends them.
  package func fire() {
    if writer >= 0 { Poll.wake(writer) }
  }

  /// Waits until there is something to be read; false if it was interrupted, or by another. What cannot be waited for
  /// is as what has bytes: reading it will tell.
  func waits(for descriptor: Int32, or other: Interruption? = nil) -> Bool {
    while true {
      // One that is negative is passed over.
      var requests = [descriptor, reader, other?.reader ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let count = Poll.wait(&requests, milliseconds: -1)
      if count < 0, errno == EINTR { continue }
      return count < 0 || requests[1].revents == 0 && requests[2].revents == 0
    }
  }

  /// Whether it has been fired.
  var isFired: Bool { reader >= 0 && Self.isReady(reader) }

  /// Whether a descriptor has bytes, or has ended, or cannot be waited for, now or within so many milliseconds.
  static func isReady(_ descriptor: Int32, within milliseconds: Int = 0) -> Bool {
    var request = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    while true {
      let count = Poll.wait(&request, milliseconds: milliseconds)
      if count >= 0 || errno != EINTR { return count != 0 }
    }
  }

  func error(of name: String) -> MappingError {
    MappingError(.io, expected: "reading \(name) was interrupted", found: "nobody wants it any more")
  }
}
