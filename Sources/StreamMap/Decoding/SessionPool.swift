import Synchronization

/// The sessions that nobody decodes with.
final class SessionPool: Sendable {
  private let idle = Mutex<[DecodingSession]>([])

  /// No more are kept.
  private static let capacity = 16

  func take() -> DecodingSession? {
    idle.withLock { $0.popLast() }
  }

  func put(_ session: DecodingSession) {
    idle.withLock { if $0.count < Self.capacity { $0.append(session) } }
  }
}
