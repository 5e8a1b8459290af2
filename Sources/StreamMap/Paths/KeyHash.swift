/// A hash over all bytes of a member's name, with a seed.
///
/// Multiply and fold over eight bytes at a time, the last eight overlapping; the
/// seed enters first, so that another seed makes another function. Reads no byte
/// outside `bytes[0..<count]`.
enum KeyHash {
  static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func fold(_ state: UInt64) -> UInt64 {
    let product = state &* multiplier
    return product ^ (product &>> 32)
  }

  // SAFETY: every load lies within the `count` bytes the caller vouches for.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(bytes)
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        state = unsafe fold(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      return unsafe fold(state ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }
    if count >= 4 {
      let low = unsafe UInt64(raw.loadUnaligned(as: UInt32.self))
      let high = unsafe UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return fold(state ^ (low | high &<< 32))
    }
    if count > 0 {
      let first = unsafe UInt64(bytes[0])
      let middle = unsafe UInt64(bytes[count &>> 1])
      let last = unsafe UInt64(bytes[count &- 1])
      return fold(state ^ (first | middle &<< 8 | last &<< 16))
    }
    return fold(state)
  }
}
