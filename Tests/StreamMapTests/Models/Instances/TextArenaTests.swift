import CAllocationCounter
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Text arena")
struct TextArenaTests {
  /// Texts of random lengths, with more bytes reserved than committed. All texts stay unchanged during the record.
  @Test("texts do not move within a record", arguments: [1, 2, 3] as [UInt64])
  func stable(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var arena = TextArena()
    defer { arena.deallocate() }
    for _ in 0..<40 {
      arena.reset()
      var texts: [(address: UnsafePointer<UInt8>, bytes: [UInt8])] = unsafe []
      for _ in 0..<random.below(200) {
        let bytes = (0..<random.below(random.pick([4, 40, 9_000]))).map { _ in UInt8(random.below(256)) }
        if random.chance(1, outOf: 2) {
          unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe texts.append((arena.copy(start, buffer.count), bytes))
          }
        } else {
          let place = unsafe arena.reserve(bytes.count + random.below(50))
          for (index, byte) in bytes.enumerated() { unsafe place[index] = byte }
          arena.commit(bytes.count)
          unsafe texts.append((UnsafePointer(place), bytes))
        }
      }
      for index in unsafe texts.indices {
        let expected = unsafe texts[index].bytes
        let kept = unsafe Array(UnsafeBufferPointer(start: texts[index].address, count: expected.count))
        #expect(kept == expected)
      }
    }
  }

  @Test("hands out uncommitted bytes again")
  func uncommitted() {
    var arena = TextArena()
    defer { arena.deallocate() }
    let first = unsafe arena.reserve(100)
    unsafe #expect(arena.reserve(10) == first)
    arena.commit(3)
    unsafe #expect(arena.reserve(0) == first + 3)
    arena.reset()
    unsafe #expect(arena.reserve(100) == first)
  }

  #if !DEBUG
    @Test("does not allocate once grown", .enabled(if: allocation_counter_is_available()))
    func allocations() {
      var arena = TextArena()
      defer { arena.deallocate() }
      func record() {
        arena.reset()
        for size in [10, 5_000, 100_000, 0, 60_000] {
          _ = unsafe arena.reserve(size)
          arena.commit(size)
        }
      }
      record()
      record()
      #expect(Allocations.count { for _ in 0..<100 { record() } } == 0)
    }
  #endif
}
