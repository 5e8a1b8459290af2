/// Divides bytes into lines.
///
/// It owns one buffer that `fill` and `append` add bytes to, or borrows bytes, all at once or as far as they are
/// revealed. `bytes[start..<end]` has not been returned yet. `next` moves on to the next line, whose bytes stay valid
/// until bytes are added again. A structural index finds the line feeds, and then provides the structure of the lines,
/// too. Without an index, a search finds them.
///
/// A line over the limit is cut to the limit and one byte. The rest of it is skipped without being kept.
///
/// If lines have other text around their records, there is no index, because it would take that text for JSON. `next`
/// then skips the lines that have no record.
///
/// Invariants: `0 ≤ origin ≤ start ≤ end` and `start ≤ searched ≤ end`. In an owned buffer, `end ≤ capacity`. All line
/// feeds in `bytes[start..<searched]` are in the index. `offset` is the absolute offset of `bytes[start]`.
///
/// SAFETY: an owned buffer and the index are allocated here and freed in `deinit`. Borrowed bytes outlive the framer or
/// its next restart, which the caller guarantees. They are never written to, because `fill` and `append` are only
/// called for an owned buffer. After a restart there are no bytes, and nothing is read from the old address. All accesses
/// lie within the bounds of the invariant.
@safe final class LineFramer {
  private var bytes: UnsafePointer<UInt8>
  private var buffer: UnsafeMutablePointer<UInt8>?
  /// The owner of borrowed bytes.
  private var owner: AnyObject?
  private var capacity: Int
  private var start = 0
  private var searched = 0
  /// No line feed of a long line is before this index. It may be less than `start`.
  private var unended = 0
  private var end = 0

  private let index: UnsafeMutablePointer<StructuralIndex>?
  /// The origin of the index.
  private var origin = 0
  /// Whether the index has the last byte of the input.
  private var isIndexedToLast = false

  /// Whether the input has no more bytes. The last line then needs no line feed, unless `needsLineFeed` is set.
  var isComplete = false
  /// Whether the last line is left in the input if it has no line feed and may still end within the limit.
  var needsLineFeed = false

  /// The text around the records. Nil if a record is a whole line.
  let decoration: LineDecoration?
  /// The record in the current line, if there is a decoration.
  private var record = 0..<0
  /// The number of lines that have other text instead of a record.
  private(set) var skippedLines = 0

  /// The absolute offset of the next line.
  private(set) var offset = 0
  /// The current line.
  private(set) var line = Line()
  private let limit: Int
  private var isPassingOver = false

  /// The number of bytes requested from a descriptor at a time. It is large enough to make the calls cheap, and small
  /// enough to stay in the second-level cache.
  static let blockSize = 256 << 10
  /// A line with more bytes than this in memory is indexed only after its end is there, too, because it may be too
  /// long.
  private static let longLine = 4 << 20

  /// Creates a framer with its own buffer.
  ///
  /// - Parameters:
  ///   - limit: the maximum length of a line, in bytes. See ``Framing/lineLimit(_:)``.
  ///   - index: the options of the index that finds the lines. Nil to search for line feeds.
  ///   - decoration: the text around the records. There is no index then.
  init(limit: Int, index: IndexOptions? = nil, decoration: LineDecoration? = nil) {
    precondition(index == nil || decoration == nil, "text around records is not indexed")
    self.limit = limit
    self.decoration = decoration
    unsafe self.index = index?.makeIndex()
    capacity = Self.blockSize
    let buffer = unsafe Memory.allocate(capacity)
    unsafe self.buffer = unsafe buffer
    unsafe bytes = unsafe UnsafePointer(buffer)
  }

  /// Borrows bytes that are complete.
  init(
    borrowing bytes: UnsafePointer<UInt8>, _ count: Int, limit: Int, index: IndexOptions? = nil
  ) {
    self.limit = limit
    decoration = nil
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

  /// The location of a line, without its line feed and the carriage return before it.
  struct Line {
    /// The index in the buffer.
    fileprivate var start = 0
    /// The index of its line feed, or of the end of the bytes.
    fileprivate var terminator = 0
    /// Whether the index found a possible error in it.
    fileprivate var isDoubtful = false
    /// Its length in bytes.
    var count = 0
    /// The absolute offset of its first byte.
    var offset = 0
    /// The line number, from 1.
    var number = 0
  }

  /// Whether the last line or its record is longer than its limit. The rest of such a line is not kept.
  var isCut: Bool { line.count > limit || decoration != nil && record.count > recordLimit }

  /// The maximum length of a record with other text around it, in bytes.
  private var recordLimit: Int { limit - LineDecoration.room }

  /// Passes the bytes of the current line to a closure, with their structure if there is an index.
  @inline(__always)
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>, IndexedRecord?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The index begins after a line that is too long for it.
    guard let index = unsafe index, line.start >= origin else {
      let record = decoration == nil ? 0..<line.count : self.record
      return unsafe try body(
        Span(_unsafeStart: bytes + line.start + record.lowerBound, count: record.count), nil)
    }
    let span = unsafe Span(_unsafeStart: bytes + line.start, count: line.count)
    return unsafe try body(
      span,
      IndexedRecord(
        text: bytes + origin, structure: index.pointee.structure, readable: end &- origin,
        start: line.start &- origin, end: line.terminator &- origin, isDoubtful: line.isDoubtful))
  }

  /// Passes the bytes that are reported if the record is rejected to a closure: the whole line.
  func withReported(
    _ record: Span<UInt8>, _ body: (Span<UInt8>) throws(MappingError) -> Void
  ) throws(MappingError) {
    guard decoration != nil else { return try body(record) }
    unsafe try body(Span(_unsafeStart: bytes + line.start, count: line.count))
  }

  /// The index of the record in its line.
  var recordStart: Int { decoration == nil ? 0 : record.lowerBound }

  /// Whether the last line ends with a line feed. False if it ends at the end of the input or at its limit.
  var hasLineFeed: Bool { line.terminator < end }

  /// Passes the bytes of the incomplete line to a closure, and whether it is the input's first line. Does nothing for
  /// a line over the limit, and if there is a decoration.
  func withUnfinished(_ body: (Span<UInt8>, _ isFirst: Bool) -> Void) {
    guard !isPassingOver, decoration == nil else { return }
    body(unsafe Span(_unsafeStart: bytes + start, count: end - start), offset == 0)
  }

  /// Discards all bytes and lines. The bytes added next begin at an offset.
  ///
  /// - Precondition: the buffer is its own.
  func restart(at offset: Int = 0) {
    owner = nil
    (start, searched, unended, end, origin) = (0, 0, 0, 0, 0)
    unsafe index?.pointee.reset()
    isComplete = false
    isPassingOver = false
    self.offset = offset
    line = Line()
    skippedLines = 0
  }

  /// Discards all bytes and lines, and reads the lines of a buffer that `owner` keeps.
  func restart(borrowing bytes: UnsafePointer<UInt8>, _ count: Int, of owner: AnyObject, at offset: Int) {
    restart(at: offset)
    self.owner = owner
    unsafe self.bytes = unsafe bytes
    end = count
    isComplete = true
  }

  /// Calls a closure that reads the lines of bytes, as far as `reveal` adds them.
  func borrowing<Result>(_ bytes: Span<UInt8>, _ body: () throws -> Result) rethrows -> Result {
    unsafe try bytes.withUnsafeBufferPointer { bytes in
      restart()
      defer { restart() }
      if let bytes = bytes.baseAddress { unsafe self.bytes = unsafe bytes }
      return try body()
    }
  }

  /// Calls a closure with a framer of lines that are complete.
  @inline(__always)
  static func borrowing<Result>(
    _ bytes: Span<UInt8>, limit: Int, index: IndexOptions?, _ body: (LineFramer) throws -> Result
  ) rethrows -> Result? {
    unsafe try bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return try body(unsafe LineFramer(borrowing: start, bytes.count, limit: limit, index: index))
    }
  }

  /// Returns the free space after the bytes that have not been returned yet.
  private func space() -> UnsafeMutableBufferPointer<UInt8> {
    var buffer = unsafe self.buffer ?? Memory.allocate(capacity)
    assert(unsafe end == 0 || bytes == UnsafePointer(buffer), "borrowed bytes are not added to")
    dropBlocks()
    // Indexed bytes keep their distance from the origin.
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
    return unsafe UnsafeMutableBufferPointer(start: buffer + end, count: min(capacity - end, Self.blockSize))
  }

  /// Drops the index's blocks of lines that have been returned.
  private func dropBlocks() {
    guard let index = unsafe index else { return }
    unsafe origin += index.pointee.drop(before: start - origin)
  }

  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote, or 0 at the end of the input.
  @inline(__always)
  func fill(_ read: (inout MutableSpan<UInt8>) throws(MappingError) -> Int) throws(MappingError) -> Int {
    var space = unsafe MutableSpan(_unsafeElements: space())
    let count = try read(&space)
    reveal(count)
    return count
  }

  /// Sets the absolute offset of the first line. Has no effect after the first line.
  func begin(at offset: Int) {
    if line.number == 0 { self.offset = offset }
  }

  /// Adds the next bytes of the buffer, which are there by now.
  func reveal(_ count: Int) { end += count }

  /// Appends a copy of as many bytes as there is space for, and returns their number.
  func append(_ bytes: Span<UInt8>) -> Int {
    var space = unsafe MutableSpan(_unsafeElements: space())
    let count = space.copy(bytes)
    reveal(count)
    return count
  }

  /// Moves on to the next line that has ended, is over the limit, or is the last. Returns false if more bytes are
  /// needed or none are left.
  @inline(__always)
  func next() -> Bool {
    if isPassingOver, !skipLongLine() { return false }
    guard let index = unsafe index else { return nextWithoutIndex() }
    guard let (lineFeed, isDoubtful) = unsafe nextIndexed(index) else { return nextLong() }
    return handOut(to: lineFeed, isDoubtful)
  }

  /// Moves on to the next line, or to the next one that has a record.
  private func nextWithoutIndex() -> Bool {
    while !isPassingOver || skipLongLine() {
      if let lineFeed = nextFound() {
        guard handOut(to: lineFeed, false) else { return false }
      } else if !nextLong() {
        return false
      }
      guard let decoration, !findRecord(in: decoration) else { return true }
    }
    return false
  }

  /// Finds the record in the current line. Returns false if there is none. A record over its limit is cut.
  private func findRecord(in decoration: LineDecoration) -> Bool {
    let text = unsafe Span(_unsafeStart: bytes + line.start, count: line.count)
    switch decoration.content(of: text, isFirst: line.offset == 0) {
    case .record(let range):
      record = range.lowerBound..<min(range.upperBound, range.lowerBound + recordLimit + 1)
      return true
    case .nothing: return false
    case .other:
      skippedLines += 1
      return false
    }
  }

  /// Makes the line from `start` to a line feed or the end the current one. Returns false if there is none.
  @inline(__always)
  private func handOut(to lineFeed: Int, _ isDoubtful: Bool) -> Bool {
    if lineFeed == end {
      // The line ends at the end of the input.
      if start == end || needsLineFeed && end - start - 1 <= limit { return false }
      take(end - start, lineFeed, isDoubtful)
      advance(to: end)
      return true
    }
    let hasReturn = unsafe lineFeed > start && bytes[lineFeed &- 1] == ASCII.carriageReturn
    take(lineFeed &- start &- (hasReturn ? 1 : 0), lineFeed, isDoubtful)
    advance(to: lineFeed &+ 1)
    return true
  }

  /// Searches for the end of the line that begins at `start`. Returns nil if it has not ended.
  private func nextFound() -> Int? {
    if let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + searched, end - searched) {
      return searched + found
    }
    searched = end
    return isComplete ? end : nil
  }

  /// Finds the end of the line that begins at `start` in the index. Returns nil if it has not ended.
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

  /// Indexes the next window. Returns false if there is none.
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

  /// Makes a long line that begins at `start` the current one. A line that has ended but is too long for the index
  /// has no structure. A line over the limit is cut.
  @inline(never)
  private func nextLong() -> Bool {
    if unsafe index != nil, end - start > Self.longLine, endsInSight(), isTooLongForIndex {
      guard handOut(to: unended, true) else { return false }
      forgetIndex()
      return true
    }
    guard end - start > limit + 1 else { return false }
    take(end - start, end, true)
    isPassingOver = true
    return true
  }

  /// Whether the line that begins at `start` ends within the available bytes and the limit.
  private func endsInSight() -> Bool {
    // The indexed bytes do not contain its end.
    unended = max(unended, searched)
    if let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + unended, end - unended) {
      unended += found
    } else {
      unended = end
      if !isComplete { return false }
    }
    return unended - start <= limit + 1
  }

  /// Whether the complete line that begins at `start` is too long for the index.
  private var isTooLongForIndex: Bool { unended - start > StructuralIndex.longestRecord }

  /// Skips the rest of a line over the limit. Returns false if it has not ended. Skipped bytes are not indexed.
  private func skipLongLine() -> Bool {
    let found = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: bytes + start, end - start)
    isPassingOver = found == nil
    advance(to: found.map { start + $0 + 1 } ?? end)
    forgetIndex()
    return !isPassingOver
  }

  /// Restarts the index at `start`.
  private func forgetIndex() {
    origin = start
    searched = start
    unsafe index?.pointee.reset()
  }

  /// Makes the line that begins at `start` the current one, cut if it is over the limit.
  @inline(__always)
  private func take(_ count: Int, _ terminator: Int, _ isDoubtful: Bool) {
    line.start = start
    line.terminator = terminator
    line.isDoubtful = isDoubtful
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
