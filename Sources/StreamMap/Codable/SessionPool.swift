import Synchronization

/// What a coder keeps from call to call.
protocol Session: AnyObject, Sendable {
  /// The size of its buffers in bytes, as far as they grow with a document.
  var bufferSize: Int { get }
}

/// The sessions that are not in use. A pool may live as long as the process, so a session that a very long document has
/// made large is not kept.
final class SessionPool<Kept: Session>: Sendable {
  private let idle = Mutex<[Kept]>([])

  /// The maximum number of sessions that are kept.
  private static var capacity: Int { 16 }

  /// The maximum size of the buffers of a session that is kept.
  private static var largestBuffers: Int { 8 << 20 }

  func take() -> Kept? {
    idle.withLock { $0.popLast() }
  }

  func put(_ session: Kept) {
    if session.bufferSize > Self.largestBuffers { return }
    idle.withLock { if $0.count < Self.capacity { $0.append(session) } }
  }
}

/// The pools of a process: one for all sessions with the same knowledge.
final class SessionPools<Knowledge: Hashable & Sendable, Kept: Session>: Sendable {
  private let pools = Mutex<[Knowledge: SessionPool<Kept>]>([:])

  subscript(knowledge: Knowledge) -> SessionPool<Kept> {
    pools.withLock { pools in
      if let pool = pools[knowledge] { return pool }
      let pool = SessionPool<Kept>()
      pools[knowledge] = pool
      return pool
    }
  }
}
