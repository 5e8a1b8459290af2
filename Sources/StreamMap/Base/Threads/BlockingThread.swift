/// A thread that runs blocking calls, one after another.
///
/// It ends with this object. The object's end waits for the current call.
final class BlockingThread: Sendable {
  private enum State {
    case idle
    case asked(@Sendable () -> Void)
    case over
  }

  private let state: Monitor<State>
  private let thread: WorkerThread

  /// Starts the thread.
  ///
  /// - Throws: the system's error if no thread can be created.
  init() throws(MappingError) {
    let state = Monitor(State.idle)
    self.state = state
    thread = try WorkerThread {
      while let body = Self.next(state) { body() }
    }
  }

  deinit {
    state.change { $0 = .over }
  }

  /// Passes a closure to the thread.
  ///
  /// - Precondition: the thread has started the previous closure.
  func run(_ body: @escaping @Sendable () -> Void) {
    state.change { state in
      guard case .idle = state else { preconditionFailure("one thing at a time") }
      state = .asked(body)
    }
  }

  /// Waits for a closure. Returns nil when the thread should end.
  private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
    state.changeWhenPossible { state -> (@Sendable () -> Void)?? in
      switch state {
      case .idle: return nil
      case .over: return .some(nil)
      case .asked(let body):
        state = .idle
        return body
      }
    }
  }
}
