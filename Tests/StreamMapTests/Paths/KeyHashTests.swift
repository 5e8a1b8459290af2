import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Key hash")
struct KeyHashTests {
  @Test("reads no byte outside")
  func bounds() throws {
    let guarded = try #require(GuardedBytes())
    for count in 0...100 {
      let name = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
      var hashes: Set<UInt64> = []
      unsafe guarded.show(name) { bytes in
        hashes.insert(unsafe KeyHash.hash(bytes, count, seed: 99))
      }
      #expect(hashes == [NameTableTests.hash(name, seed: 99)])
    }
  }

  @Test("comparison reads every byte inside and none outside")
  func comparison() throws {
    let guarded = try #require(GuardedBytes())
    for count in 0...40 {
      let name = (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ 1) }
      // SAFETY: both have `count` bytes.
      unsafe guarded.show(name) { left in
        unsafe (name + [0]).withUnsafeBufferPointer { right in
          guard let base = right.baseAddress else { return }
          unsafe #expect(Memory.areEqual(left, base, count))
        }
        for place in 0..<count {
          var other = name
          other[place] ^= 0x20
          unsafe other.withUnsafeBufferPointer { right in
            guard let base = right.baseAddress else { return }
            unsafe #expect(!Memory.areEqual(left, base, count), "\(count) bytes, \(place) differs")
          }
        }
      }
    }
  }

  @Test("every byte affects the hash", arguments: [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31, 64, 65])
  func everyByte(count: Int) {
    let name = [UInt8](repeating: 0x61, count: count)
    let hash = NameTableTests.hash(name, seed: 1)
    for place in 0..<count {
      var other = name
      other[place] = 0x62
      #expect(NameTableTests.hash(other, seed: 1) != hash, "byte \(place) of \(count)")
    }
    #expect(NameTableTests.hash(name + [0x61], seed: 1) != hash)
    #expect(NameTableTests.hash(name, seed: 2) != hash)
  }
}
