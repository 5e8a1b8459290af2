/// Cuts bytes into lines, wherever they come from.
///
/// It owns one buffer, `buffer[start..<end]` being what is not yet handed out, and
/// `buffer[start..<searched]` free of line feeds. `fill` and `append` add bytes; `next` hands
/// out lines in place, valid until bytes are added again.
///
/// A line longer than the limit is handed out cut, one byte more than the limit, and
/// the rest of it is passed over without being kept.
///
/// Invariants: `0 ≤ start ≤ searched ≤ end ≤ capacity`; `offset` is the absolute
/// offset of `buffer[start]`; `lineNumber` the number of the last line handed out.
///
/// SAFETY: the buffer is allocated here and freed in `deinit`; all accesses lie within
/// the bounds of the invariant.
@safe final class LineFramer {
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var start = 0
  private var searched = 0
  private var end = 0

  /// The absolute offset of the next line.
  private(set) var offset = 0
  private(set) var lineNumber = 0
  private let limit: Int
  private var isPassingOver = false

  /// How much is asked of a descriptor at a time: enough to make the calls cheap, small
  /// enough to stay in the second-level cache.
  static let blockSize = 256 << 10

  /// - Parameter limit: the longest line, in bytes.
  init(limit: Int) {
    self.limit = limit
    capacity = Self.blockSize
    unsafe buffer = .allocate(capacity: capacity)
  }

  deinit {
    unsafe buffer.deallocate()
  }

  /// Where a line is, without its line feed and the carriage return before it.
  struct Line {
    /// In the buffer.
    fileprivate var start: Int
    /// Its length in bytes.
    var count: Int
    /// The absolute offset of its first byte.
    var offset: Int
    /// From 1.
    var number: Int
  }

  /// Shows a closure the bytes of the line that was handed out last.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    of line: Line, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(Span(_unsafeStart: buffer + line.start, count: line.count))
  }

  /// Free space behind the bytes not yet handed out.
  private func space() -> UnsafeMutableRawBufferPointer {
    if start > 0 {
      unsafe buffer.update(from: buffer + start, count: end - start)
      searched -= start
      end -= start
      start = 0
    }
    if capacity - end < Self.blockSize / 2 {
      capacity = max(capacity * 2, end + Self.blockSize)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe larger.update(from: buffer, count: end)
      unsafe buffer.deallocate()
      unsafe buffer = unsafe larger
    }
    return unsafe UnsafeMutableRawBufferPointer(
      start: buffer + end, count: min(capacity - end, Self.blockSize))
  }

  /// Appends the next block of a source, and says how many bytes it has; none at its end.
  func fill(from source: ByteSource) throws(MappingError) -> Int {
    let count = unsafe try source.read(into: space())
    filled(count)
    return count
  }

  /// Says how much of the space was filled.
  private func filled(_ count: Int) {
    end += count
  }

  /// Appends a copy of as many bytes as there is space for, and says how many.
  func append(_ bytes: Span<UInt8>) -> Int {
    let space = unsafe space()
    let count = min(space.count, bytes.count)
    unsafe bytes.extracting(first: count).withUnsafeBytes { unsafe space.copyMemory(from: $0) }
    filled(count)
    return count
  }

  /// The next line that has ended, or has grown beyond the limit; nil if more bytes are
  /// needed.
  func next() -> Line? {
    while true {
      guard let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: buffer + searched, end - searched)
      else {
        searched = end
        if isPassingOver {
          advance(to: end)
        } else if end - start > limit + 1 {
          let line = take(end - start)
          isPassingOver = true
          return line
        }
        return nil
      }
      let lineFeed = searched + found
      searched = lineFeed + 1
      if isPassingOver {
        isPassingOver = false
        advance(to: lineFeed + 1)
        continue
      }
      let hasReturn = unsafe lineFeed > start && buffer[lineFeed - 1] == ASCII.carriageReturn
      let line = take(lineFeed - start - (hasReturn ? 1 : 0))
      advance(to: lineFeed + 1)
      return line
    }
  }

  /// The last line, if it has no line feed; nil if there is none.
  func last() -> Line? {
    guard end > start, !isPassingOver else { return nil }
    let line = take(end - start)
    advance(to: end)
    return line
  }

  /// The line that begins at `start`, cut if it is beyond the limit.
  private func take(_ count: Int) -> Line {
    lineNumber += 1
    return Line(start: start, count: min(count, limit + 1), offset: offset, number: lineNumber)
  }

  private func advance(to index: Int) {
    offset += index - start
    start = index
    searched = max(searched, start)
  }
}
