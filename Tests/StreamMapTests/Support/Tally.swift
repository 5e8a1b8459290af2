import Synchronization

/// Counts and notes of closures that may run on any thread.
final class Tally: Sendable {
  private let state = Mutex<(count: Int, notes: [String])>((0, []))

  var count: Int { state.withLock { $0.count } }
  var notes: [String] { state.withLock { $0.notes } }

  func add(_ amount: Int) {
    state.withLock { $0.count += amount }
  }

  func note(_ text: String) {
    state.withLock { $0.notes.append(text) }
  }
}
