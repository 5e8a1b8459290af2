import Foundation

/// CPU time of this thread, because other tests run in parallel.
struct CPUClock {
  private let start = CPUClock.now

  private static var now: Double {
    var time = timespec()
    // SAFETY: the address is that of a local variable.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  var seconds: Double { Self.now - start }
}
