import StreamMap
import Synchronization

/// Reported errors, with the bytes of their records.
final class Noted: Sendable {
  private let state = Mutex<[(MappingError, [UInt8])]>([])

  var all: [(error: MappingError, bytes: [UInt8])] {
    state.withLock { $0.map { (error: $0.0, bytes: $0.1) } }
  }

  func note(_ error: MappingError, _ bytes: Span<UInt8>) {
    let copy = bytes.indices.map { bytes[$0] }
    state.withLock { $0.append((error, copy)) }
  }
}
