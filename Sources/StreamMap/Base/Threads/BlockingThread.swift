/// A thread that does, one after the other, what would keep others waiting.
///
/// It ends with this object, which waits for what it does just then.
final class BlockingThread: Sendable {
  private enum State {
    case idle
    case asked(@Sendable () -> Void)
    case over
  }

  private let state: Monitor<State>
  private let thread: WorkerThread

  /// Starts it.
  ///
  /// - Throws: what the system says if there can be no more threads.
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

  /// Has a closure called, soon, by the thread.
  ///
  /// - Precondition: those before have been begun.
  func run(_ body: @escaping @Sendable () -> Void) {
    state.change { state in
      guard case .idle = state else { preconditionFailure("one thing at a time") }
      state = .asked(body)
    }
  }

  /// Waits for something to do; nil at the end.
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
