#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A thread that runs a closure. The end of this object waits for the end of the thread. The thread blocks all
/// signals, so that the program's own threads receive them.
///
/// SAFETY: the box with the closure is retained for the thread alone, which releases it. The thread is joined once,
/// when the object is deinitialised. The closure does not have the object.
final class WorkerThread: Sendable {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts the thread.
  ///
  /// - Throws: the system's error if no thread can be created.
  init(_ body: @escaping @Sendable () -> Void) throws(MappingError) {
    let box = unsafe Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // A thread inherits the blocked signals of the thread that starts it.
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    let status = unsafe pthread_create(&thread, nil, Self.run, box.toOpaque())
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    #if canImport(Darwin)
      guard status == 0, let thread = unsafe thread else { throw unsafe Self.failure(status, box) }
    #else
      guard status == 0 else { throw unsafe Self.failure(status, box) }
    #endif
    self.thread = thread
  }

  #if canImport(Darwin) || canImport(Musl)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
      unsafe Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
      return nil
    }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
      if let box = unsafe $0 { unsafe Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
      return nil
    }
  #endif

  private static func failure(_ status: Int32, _ box: Unmanaged<Body>) -> MappingError {
    unsafe box.release()
    return unsafe MappingError(
      .io, expected: "cannot start a thread",
      found: "\(String(cString: strerror(status))): there are too many threads, or too little memory")
  }

  deinit {
    pthread_join(thread, nil)
  }
}

/// Distinguishes running threads.
package enum ThreadIdentity {
  /// Whether the thread runs a task. The reference to the task is not kept.
  static var isInTask: Bool { unsafe withUnsafeCurrentTask { task in unsafe task != nil } }

  /// The identity of the current thread. It is never 0.
  @inline(__always)
  package static var current: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      // SAFETY: the address is only compared.
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }
}
