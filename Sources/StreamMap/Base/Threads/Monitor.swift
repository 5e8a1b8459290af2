#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// State that several threads change and wait on: a lock and a condition variable.
///
/// `Synchronization` has a lock, but no condition variable.
///
/// SAFETY: `state` is accessed only while `lock` is held. The lock and the condition variable keep their addresses
/// from `init` to `deinit`, when no thread has a reference any more.
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

  /// Changes the state and wakes the waiting threads.
  func change<Result>(_ change: (inout State) -> Result) -> Result {
    changeWhenPossible { change(&$0) }
  }

  /// Waits until a condition holds, up to a number of milliseconds. Returns whether it holds.
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

  /// Waits until a change is possible, makes it, and wakes the waiting threads.
  ///
  /// - Parameter change: changes the state. Returns nil, and changes nothing, if it is not possible yet.
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
