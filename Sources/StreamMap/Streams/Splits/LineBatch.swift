/// Whole lines, in memory of their own.
///
/// Invariant: `count ≤ capacity` bytes are there; who cuts it fills it, and then hands it on to the one who reads it.
///
/// SAFETY: allocated here, freed in `deinit`; one thread at a time has it, so that it may go from one to another.
@safe final class LineBatch: @unchecked Sendable {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// The absolute offset of the first byte.
  private(set) var offset: Int
  /// That of the first byte behind.
  var end: Int { offset + count }

  init(at offset: Int, capacity: Int) {
    self.offset = offset
    self.capacity = capacity
    unsafe bytes = unsafe Memory.allocate(capacity)
  }

  deinit { unsafe Memory.release(bytes) }

  /// Reads at least one byte, unless the end is reached: then zero.
  ///
  /// - Parameter minimum: room for so many bytes is made first.
  func fill(from source: ByteSource, minimum: Int) throws(MappingError) -> Int {
    if capacity - count < minimum {
      capacity = max(2 * capacity, count + minimum)
      unsafe bytes = unsafe Memory.grow(bytes, to: capacity)
    }
    let room = unsafe UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - count)
    let read = unsafe try source.read(into: room)
    count += read
    return read
  }

  /// Where the first line feed is at or behind an index, or nil.
  func firstLineFeed(from index: Int) -> Int? {
    unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + index, count - index).map { index + $0 }
  }

  /// Where the last line feed is at or behind an index, or nil.
  func lastLineFeed(from start: Int) -> Int? {
    // Of megabytes of one line, a byte at a time would be slow.
    guard firstLineFeed(from: start) != nil else { return nil }
    var index = count
    while index > start {
      index -= 1
      if unsafe bytes[index] == ASCII.lineFeed { return index }
    }
    return nil
  }

  /// Gives up all bytes; those that follow are the next of the input.
  func forget() {
    offset = end
    count = 0
  }

  /// Gives up what is behind an index, to another batch, which begins with it.
  func split(at index: Int, capacity: Int) -> LineBatch {
    let rest = LineBatch(at: offset + index, capacity: max(capacity, count - index))
    unsafe rest.bytes.update(from: bytes + index, count: count - index)
    rest.count = count - index
    count = index
    return rest
  }
}
