/// Whole lines in their own memory.
///
/// Invariant: `count ≤ capacity` bytes are initialised. The cutter fills the batch, and then passes it to its reader.
///
/// SAFETY: allocated here and freed in `deinit`. One thread at a time has it, so it may be passed between threads.
@safe final class LineBatch: @unchecked Sendable {
  fileprivate var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0
  /// The absolute offset of the first byte.
  private(set) var offset: Int
  /// The absolute offset of the first byte after the batch.
  var end: Int { offset + count }

  init(at offset: Int, capacity: Int) {
    self.offset = offset
    self.capacity = capacity
    unsafe bytes = unsafe Memory.allocate(capacity)
  }

  deinit { unsafe Memory.release(bytes) }

  /// Passes the bytes to a closure.
  func withBytes<Result, Failure>(_ body: (Span<UInt8>) throws(Failure) -> Result) throws(Failure) -> Result {
    unsafe try body(Span(_unsafeStart: bytes, count: count))
  }

  /// Reads at least one byte. Returns the number of bytes, which is 0 at the end.
  ///
  /// - Parameter minimum: the minimum free capacity before reading, in bytes.
  func fill(from source: ByteSource, minimum: Int) throws(MappingError) -> Int {
    if capacity - count < minimum {
      capacity = max(2 * capacity, count + minimum)
      unsafe bytes = unsafe Memory.grow(bytes, to: capacity)
    }
    var room = unsafe MutableSpan(_unsafeStart: bytes + count, count: capacity - count)
    let read = try source.read(into: &room)
    count += read
    return read
  }

  /// Returns the index of the first line feed at or after an index, or nil.
  func firstLineFeed(from index: Int) -> Int? {
    withBytes { $0.firstIndex(of: ASCII.lineFeed, from: index) }
  }

  /// Returns the index of the last line feed at or after an index, or nil.
  func lastLineFeed(from start: Int) -> Int? {
    // Searching backwards byte by byte would be slow for a line of megabytes.
    guard firstLineFeed(from: start) != nil else { return nil }
    var index = count
    while index > start {
      index -= 1
      if unsafe bytes[index] == ASCII.lineFeed { return index }
    }
    return nil
  }

  /// Removes all bytes. The next bytes are those that follow in the input.
  func forget() {
    offset = end
    count = 0
  }

  /// Moves the bytes from an index on to a new batch.
  func split(at index: Int, capacity: Int) -> LineBatch {
    let rest = LineBatch(at: offset + index, capacity: max(capacity, count - index))
    unsafe rest.bytes.update(from: bytes + index, count: count - index)
    rest.count = count - index
    count = index
    return rest
  }
}

extension LineFramer {
  /// Discards all bytes and lines, and reads the lines of a batch.
  func restart(borrowing batch: LineBatch) {
    unsafe restart(borrowing: batch.bytes, batch.count, of: batch, at: batch.offset)
  }
}
