/// Cuts bytes into lines, wherever they come from.
///
/// It owns one buffer that `fill` and `append` add bytes to, or borrows bytes that are all
/// there. `bytes[start..<end]` is what is not yet handed out; `next` hands out the next line: it
/// stays where it is, and is valid until bytes are added again. Line feeds are found by a
/// structural index, if there is one, which then has the lines' structure too, or else by a
/// search.
///
/// A line longer than the limit is handed out cut, one byte more than the limit, and
/// the rest of it is passed over without being kept.
///
/// Invariants: `0 ≤ origin ≤ start ≤ end ≤ capacity`; `start ≤ searched ≤ end` and no line
/// feed in `bytes[start..<searched]` that the index does not hold; `offset` is the absolute
/// offset of `bytes[start]`.
///
/// SAFETY: an owned buffer and the index are allocated here and freed in `deinit`; borrowed bytes outlive the framer, as its maker vouches;
/// all accesses lie within the bounds of the invariant.
@safe final class LineFramer {
  private var bytes: UnsafePointer<UInt8>
  private var buffer: UnsafeMutablePointer<UInt8>?
  private var capacity: Int
  private var start = 0
  private var searched = 0
  /// Of a long line: there is no line feed before it; may be behind `start`.
  private var unended = 0
  private var end = 0

  private let index: UnsafeMutablePointer<StructuralIndex>?
  /// Where the index has its origin.
  private var origin = 0
  /// The index knows that nothing follows.
  private var isIndexedToLast = false

  /// Nothing follows the bytes that are there: the last line needs no line feed.
  var isComplete = false

  /// The absolute offset of the next line.
  private(set) var offset = 0
  /// The line that was handed out last.
  private(set) var line = Line()
  private let limit: Int
  private var isPassingOver = false

  /// How much is asked of a descriptor at a time: enough to make the calls cheap, small
  /// enough to stay in the second-level cache.
  static let blockSize = 256 << 10
  /// Of a line of which so much is there, no more is indexed before its end is there, too: it may be too long.
  private static let longLine = 4 << 20

  /// - Parameters:
  ///   - limit: the longest line, in bytes.
  ///   - index: the options of the index that finds the lines. Nil to search for line feeds.
  init(limit: Int, index: IndexOptions? = nil) {
    self.limit = limit
    unsafe self.index = index?.makeIndex()
    capacity = Self.blockSize
    let buffer = unsafe Memory.allocate(capacity)
    unsafe self.buffer = unsafe buffer
    unsafe bytes = unsafe UnsafePointer(buffer)
  }

  /// Borrows bytes that are all there.
  init(
    borrowing bytes: UnsafePointer<UInt8>, _ count: Int, limit: Int, index: IndexOptions? = nil
  ) {
    self.limit = limit
    unsafe self.index = index?.makeIndex()
    unsafe self.bytes = unsafe bytes
    capacity = count
    end = count
    isComplete = true
  }

  deinit {
    if let buffer = unsafe buffer { unsafe Memory.release(buffer) }
    unsafe index?.pointee.deallocate()
    unsafe index?.deallocate()
  }

  /// Where a line is, without its line feed and the carriage return before it.
  struct Line {
    /// In the buffer.
    fileprivate var start = 0
    /// Of its line feed, or where that would be.
    fileprivate var terminator = 0
    /// What the index says of it.
    fileprivate var isDoubtful = false
    /// It is too long for that.
    fileprivate var hasNoStructure = false
    /// Its length in bytes.
    var count = 0
    /// The absolute offset of its first byte.
    var offset = 0
    /// From 1.
    var number = 0
  }

  /// Whether the last line is longer than the limit. The rest of such a line is not kept.
  var isCut: Bool { line.count > limit }

  /// Shows a closure the bytes of the line that was handed out last, and their structure if
  /// there is an index.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>, IndexedRecord?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let span = unsafe Span(_unsafeStart: bytes + line.start, count: line.count)
    guard let index = unsafe index, !line.hasNoStructure else { return try body(span, nil) }
    return unsafe try body(
      span,
      IndexedRecord(
        text: bytes + origin, structure: index.pointee.structure, readable: end &- origin,
        start: line.start &- origin, end: line.terminator &- origin, isDoubtful: line.isDoubtful))
  }

  /// Whether the last line ends with a line feed. False if it ends at the end of the input or at its limit.
  var hasLineFeed: Bool { line.terminator < end }

  /// Shows a closure the bytes of the line that has not ended, and whether it is the input's first; nothing of
  /// one that is too long.
  func withUnfinished(_ body: (Span<UInt8>, _ isFirst: Bool) -> Void) {
    guard !isPassingOver else { return }
    body(unsafe Span(_unsafeStart: bytes + start, count: end - start), offset == 0)
  }

  /// Forgets all bytes and lines; what is added next begins at an offset.
  ///
  /// - Precondition: the buffer is its own.
  func restart(at offset: Int = 0) {
    (start, searched, unended, end, origin) = (0, 0, 0, 0, 0)
    if let buffer = unsafe buffer { unsafe bytes = unsafe UnsafePointer(buffer) }
    unsafe index?.pointee.reset()
    isIndexedToLast = false
    isComplete = false
    isPassingOver = false
    self.offset = offset
    line = Line()
  }

  /// Forgets all bytes and lines, and hands out those of a buffer, which has to outlive the reading of them.
  func restart(borrowing bytes: UnsafePointer<UInt8>, _ count: Int, at offset: Int) {
    restart(at: offset)
    unsafe self.bytes = unsafe bytes
    end = count
    isComplete = true
  }

  /// Free space behind the bytes not yet handed out.
  private func space() -> UnsafeMutableRawBufferPointer {
    var buffer = unsafe self.buffer ?? Memory.allocate(capacity)
    dropBlocks()
    // What the index holds keeps its place from the origin on.
    let unused = unsafe index == nil ? start : origin
    if unused > 0 {
      unsafe buffer.update(from: buffer + unused, count: end - unused)
      start -= unused
      searched -= unused
      unended -= unused
      end -= unused
      origin = 0
    }
    if let size = Memory.capacity(insteadOf: capacity, used: end, block: Self.blockSize / 2) {
      capacity = size
      unsafe buffer = unsafe Memory.grow(buffer, to: capacity)
    }
    unsafe self.buffer = unsafe buffer
    unsafe bytes = unsafe UnsafePointer(buffer)
    return unsafe UnsafeMutableRawBufferPointer(
      start: buffer + end, count: min(capacity - end, Self.blockSize))
  }

  /// Gives up the blocks of lines that were handed out.
  private func dropBlocks() {
    guard let index = unsafe index else { return }
    unsafe origin += index.pointee.drop(before: start - origin)
  }

  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote; none at the end of the input.
  @inline(__always)
  func fill(
    _ read: (UnsafeMutableRawBufferPointer) throws(MappingError) -> Int
  ) throws(MappingError) -> Int {
    let count = unsafe try read(space())
    filled(count)
    return count
  }

  /// Sets the absolute offset of the first line, before any line has been handed out.
  func begin(at offset: Int) {
    if line.number == 0 { self.offset = offset }
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

  /// Goes on to the next line that has ended, or has grown beyond the limit, or is the last. False
  /// if more bytes are needed, or none are left.
  func next() -> Bool {
    if isPassingOver, !passOver() { return false }
    let found = if let index = unsafe index { unsafe nextIndexed(index) } else { nextFound() }
    guard let (lineFeed, isDoubtful) = found else { return nextLong() }
    return handOut(to: lineFeed, isDoubtful)
  }

  /// Hands out the line that begins at `start` and ends before a line feed, or the end; false if there is none.
  @inline(__always)
  private func handOut(to lineFeed: Int, _ isDoubtful: Bool) -> Bool {
    if lineFeed == end {
      // No line feed, but the end of it all.
      if start == end { return false }
      take(end - start, lineFeed, isDoubtful)
      advance(to: end)
      return true
    }
    let hasReturn = unsafe lineFeed > start && bytes[lineFeed &- 1] == ASCII.carriageReturn
    take(lineFeed &- start &- (hasReturn ? 1 : 0), lineFeed, isDoubtful)
    advance(to: lineFeed &+ 1)
    return true
  }

  /// Where the line that begins at `start` ends, by a search; nil if it has not ended.
  private func nextFound() -> (lineFeed: Int, isDoubtful: Bool)? {
    if let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + searched, end - searched) {
      return (searched + found, false)
    }
    searched = end
    return isComplete ? (end, false) : nil
  }

  /// Where the line that begins at `start` ends, by the index; nil if it has not ended.
  @inline(__always)
  private func nextIndexed(_ index: UnsafeMutablePointer<StructuralIndex>) -> (
    lineFeed: Int, isDoubtful: Bool
  )? {
    repeat {
      if let found = unsafe index.pointee.takeEnd(from: start &- origin) {
        return (origin &+ found.offset, found.isDoubtful)
      }
    } while unsafe indexMore(index)
    return nil
  }

  /// Indexes the next window; false if there is none.
  @inline(never)
  private func indexMore(_ index: UnsafeMutablePointer<StructuralIndex>) -> Bool {
    if searched == end, !isComplete || isIndexedToLast { return false }
    if end - start > Self.longLine, !endsInSight() || isTooLongForIndex { return false }
    dropBlocks()
    let isAll = unsafe index.pointee.index(lines: bytes + origin, end - origin, isLast: isComplete)
    searched = unsafe isAll ? end : max(start, origin + index.pointee.wholeBytes)
    isIndexedToLast = isAll && isComplete
    return true
  }

  /// Hands out the line that begins at `start`: without its structure, if it is too long for that and has ended; cut,
  /// if it has grown beyond the limit.
  @inline(never)
  private func nextLong() -> Bool {
    if unsafe index != nil, end - start > Self.longLine, endsInSight(), isTooLongForIndex {
      _ = handOut(to: unended, true)
      line.hasNoStructure = true
      forgetIndex()
      return true
    }
    guard end - start > limit + 1 else { return false }
    take(end - start, end, true)
    isPassingOver = true
    return true
  }

  /// Whether the line that begins at `start` ends in what is there, and within the limit.
  private func endsInSight() -> Bool {
    // What is indexed has no end of it.
    unended = max(unended, searched)
    if let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + unended, end - unended) {
      unended += found
    } else {
      unended = end
      if !isComplete { return false }
    }
    return unended - start <= limit + 1
  }

  /// Whether the line that begins at `start`, and ends in sight, has no structure.
  private var isTooLongForIndex: Bool { unended - start > StructuralIndex.longestRecord }

  /// Passes over the rest of a line that was too long; false if it has not ended. What is not looked at is not indexed.
  private func passOver() -> Bool {
    let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + start, end - start)
    isPassingOver = found == nil
    advance(to: found.map { start + $0 + 1 } ?? end)
    forgetIndex()
    return !isPassingOver
  }

  /// Indexes from `start` on.
  private func forgetIndex() {
    origin = start
    searched = start
    unsafe index?.pointee.reset()
    isIndexedToLast = false
  }

  /// Hands out the line that begins at `start`, cut if it is beyond the limit.
  @inline(__always)
  private func take(_ count: Int, _ terminator: Int, _ isDoubtful: Bool) {
    line.start = start
    line.terminator = terminator
    line.isDoubtful = isDoubtful
    line.hasNoStructure = false
    line.count = min(count, limit &+ 1)
    line.offset = offset
    line.number &+= 1
  }

  private func advance(to index: Int) {
    offset &+= index &- start
    start = index
    searched = max(searched, start)
  }
}
