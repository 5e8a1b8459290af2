#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// State that several threads change, and for whose changes they wait: a lock and a condition.
///
/// `Synchronization` has a lock, but nothing to wait for.
///
/// SAFETY: `state` is touched only while `lock` is held; lock and condition stay where they are from `init` to `deinit`,
/// when no thread has a reference any more.
@safe final class Monitor<State>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: sending State) {
    self.state = state
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Changes the state and tells the threads that wait.
  func change<Result>(_ change: (inout State) -> Result) -> Result {
    changeWhenPossible { change(&$0) }
  }

  /// Waits until a condition holds, but no longer than so many milliseconds, and says whether it does.
  func waits(milliseconds: Int, until condition: (State) -> Bool) -> Bool {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    var end = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + milliseconds * 1_000_000
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while !condition(state) {
      if unsafe pthread_cond_timedwait(changed, lock, &end) == ETIMEDOUT { return condition(state) }
    }
    return true
  }

  /// Waits, if need be, until the change can be made; makes it, and tells the others.
  ///
  /// - Parameter change: nil, and nothing changed, as long as it cannot be made.
  func changeWhenPossible<Result>(_ change: (inout State) -> Result?) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = change(&state) {
        unsafe pthread_cond_broadcast(changed)
        return result
      }
      unsafe pthread_cond_wait(changed, lock)
    }
  }
}
