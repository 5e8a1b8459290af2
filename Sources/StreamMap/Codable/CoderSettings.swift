import Synchronization

/// The settings of a coder. Any thread can read and change them.
///
/// Invariant: `current` is replaced and never changed. So a call works with the snapshot that it took, and no change is
/// lost while another thread changes another setting.
struct CoderSettings<Options: Sendable>: ~Copyable, Sendable {
  private let current: Mutex<Snapshot<Options>>

  init(_ snapshot: Snapshot<Options>) {
    current = Mutex(snapshot)
  }

  var snapshot: Snapshot<Options> { current.withLock { $0 } }

  func change(_ body: (inout Options) -> Void) {
    // What it replaces is released outside the lock, because a strategy's closure may own anything.
    _ = current.withLock { current in
      let replaced = current
      var options = replaced.options
      body(&options)
      current = Snapshot(options)
      return replaced
    }
  }
}

/// The settings of a coder at one moment, compared by identity.
final class Snapshot<Options: Sendable>: Sendable {
  let options: Options

  init(_ options: Options) {
    self.options = options
  }
}
