/// Counts line feeds up to an offset of an input.
///
/// Invariant: `line` is the number of the line that contains the byte at `offset`, and `lineStart` is the offset at
/// which that line begins.
struct LineCount {
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var lineStart = 0

  /// Counts the line feeds in the next bytes.
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

  /// Returns the number of line feeds.
  ///
  /// - Complexity: O(n), 32 bytes at a time.
  private static func lineFeeds(in bytes: Span<UInt8>) -> Int {
    typealias Block = SIMD32<UInt8>
    // SAFETY: every load lies within the bytes. A mask has one byte for each byte of the block.
    return unsafe bytes.withUnsafeBytes { buffer in
      var total = 0
      var index = 0
      while index &+ 32 <= buffer.count {
        var sums = Block()
        // Each lane counts to 255.
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
