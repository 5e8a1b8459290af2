/// The part of an input that is in memory, in one buffer that moves along the input.
///
/// All offsets are absolute: they count from the input's first byte, and do not change when bytes are dropped.
///
/// Invariant: `bytes[0 ..< end - start]` are the bytes at the offsets `start ..< end`, and `end - start ≤ capacity`.
///
/// SAFETY: the buffer is allocated here and freed in `deinit`. It is only read between `start` and `end`, which each
/// access checks, and only written after `end`.
@safe struct ByteWindow: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var start = 0
  private(set) var end = 0

  /// The number of bytes requested from a source at a time.
  private static let blockSize = LineFramer.blockSize

  init() {
    capacity = 2 * Self.blockSize
    unsafe bytes = unsafe Memory.allocate(capacity)
  }

  deinit {
    unsafe Memory.release(bytes)
  }

  subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      precondition(offset >= start && offset < end)
      return unsafe bytes[offset &- start]
    }
  }

  /// Passes the bytes at a range of offsets to a closure.
  @inline(__always)
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ offsets: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(offsets.lowerBound >= start && offsets.upperBound <= end)
    return unsafe try body(Span(_unsafeStart: bytes + (offsets.lowerBound &- start), count: offsets.count))
  }

  /// Drops the bytes before an offset, and returns room for a block after the rest. A buffer that grew for a large
  /// record shrinks again.
  ///
  /// - Complexity: O(1) amortised, if each byte is kept or dropped once.
  private mutating func space(keepingFrom offset: Int) -> UnsafeMutableBufferPointer<UInt8> {
    let dropped = min(max(offset, start), end) - start
    if dropped > 0, dropped >= (end - start) / 2 || capacity - (end - start) < Self.blockSize {
      unsafe bytes.update(from: bytes + dropped, count: end - start - dropped)
      start += dropped
    }
    if let size = Memory.capacity(insteadOf: capacity, used: end - start, block: Self.blockSize) {
      capacity = size
      unsafe bytes = unsafe Memory.grow(bytes, to: size)
    }
    return unsafe UnsafeMutableBufferPointer(start: bytes + (end - start), count: Self.blockSize)
  }

  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote, or 0 at the end of the input.
  mutating func fill(
    keepingFrom offset: Int, _ read: (inout MutableSpan<UInt8>) throws(MappingError) -> Int
  ) throws(MappingError) -> Int {
    var space = unsafe MutableSpan(_unsafeElements: space(keepingFrom: offset))
    let count = try read(&space)
    end += count
    return count
  }

  /// Appends a copy of at most a block of bytes, and returns their number.
  mutating func append(_ bytes: Span<UInt8>, keepingFrom offset: Int) -> Int {
    var space = unsafe MutableSpan(_unsafeElements: space(keepingFrom: offset))
    let count = space.copy(bytes)
    end += count
    return count
  }

  /// Returns the offset of the first occurrence of `byte`, or nil.
  func firstIndex(of byte: UInt8, in offsets: Range<Int>) -> Int? {
    withBytes(offsets) { $0.firstIndex(of: byte) }.map { offsets.lowerBound + $0 }
  }
}
