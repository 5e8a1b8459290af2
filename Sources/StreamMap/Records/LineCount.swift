/// Counts line feeds up to an offset of an input.
///
/// Invariant: `line` is the number of the line in which the byte at `offset` stands, and `lineStart` the offset
/// at which it begins.
struct LineCount {
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var lineStart = 0

  /// Goes on over the bytes that follow.
  mutating func advance(over bytes: Span<UInt8>) {
    let count = Self.lineFeeds(in: bytes)
    if count > 0 {
      var index = bytes.count - 1
      while bytes[index] != ASCII.lineFeed { index -= 1 }
      line += count
      lineStart = offset + index + 1
    }
    offset += bytes.count
  }

  /// - Complexity: O(n), 32 bytes at a time.
  private static func lineFeeds(in bytes: Span<UInt8>) -> Int {
    typealias Block = SIMD32<UInt8>
    // SAFETY: every load lies within the bytes; a mask has one byte for each of the block.
    return unsafe bytes.withUnsafeBytes { buffer in
      var total = 0
      var index = 0
      while index &+ 32 <= buffer.count {
        var sums = Block()
        // A byte counts to 255.
        let stop = min(buffer.count &- 31, index &+ 255 &* 32)
        while index < stop {
          let block = unsafe buffer.loadUnaligned(fromByteOffset: index, as: Block.self)
          sums &-= unsafe unsafeBitCast(block .== Block(repeating: ASCII.lineFeed), to: Block.self)
          index &+= 32
        }
        for lane in sums.indices { total &+= Int(sums[lane]) }
      }
      while index < buffer.count {
        if unsafe buffer[index] == ASCII.lineFeed { total &+= 1 }
        index &+= 1
      }
      return total
    }
  }
}
