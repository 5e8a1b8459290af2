import Synchronization

/// The sessions that are not in use.
final class SessionPool<Session: AnyObject & Sendable>: Sendable {
  private let idle = Mutex<[Session]>([])

  /// The maximum number of sessions that are kept.
  private static var capacity: Int { 16 }

  func take() -> Session? {
    idle.withLock { $0.popLast() }
  }

  func put(_ session: Session) {
    idle.withLock { if $0.count < Self.capacity { $0.append(session) } }
  }
}
