import CStructure

/// The ends of strings, containers and values in a range of text: the blocks that this machine's kernel computes, and
/// the records that it found.
///
/// The text is indexed one window at a time. A window is small enough that its bytes and blocks stay in the
/// second-level cache. State that is open at the end of a window carries over into the next. A record longer than a
/// window is indexed whole before it is read. Its blocks take up to five eighths of its length. A record longer than
/// `longestRecord` is therefore not indexed, unless it cannot be read otherwise.
///
/// Offsets count from the first byte of block 0, the *origin*.
///
/// Invariants: there is room for `wholeBytes / 64 + 2` blocks. Those before `wholeBytes` are final, and one more may
/// be partial. `ends[nextEnd..<endCount]` are the records that were found in the last window and have not been taken.
/// A window has at most as many records as bytes. A text that is one record has one.
///
/// SAFETY: the memory is allocated here, grown before the kernel is called, and freed by `deallocate`, which the
/// owner calls once. A kernel writes no more than its header promises.
@safe struct StructuralIndex {
  /// The sets, one after another, each with room for `blockCapacity` words.
  private var words: UnsafeMutablePointer<UInt64>
  private var blockCapacity: Int
  /// The addresses of the sets. They are in separate memory, which does not move.
  let structure: UnsafeMutablePointer<streammap_structure>
  private let ends: UnsafeMutablePointer<UInt64>
  private var endCount = 0
  private var nextEnd = 0
  /// The number of bytes in blocks that need not be indexed again, a multiple of 64.
  private(set) var wholeBytes = 0
  private var state: streammap_state
  private let pristineState: streammap_state
  private let options: UInt32
  private let kernel: streammap_kernel

  /// The number of bytes indexed at a time.
  static let windowSize = 64 << 10
  /// The maximum length of an indexed record. The blocks of a longer one would take too much memory.
  static let longestRecord = 8 << 20
  /// The capacity for one window, and the rest of the window before, unless a record is very long.
  private static let usualCapacity = 2 * windowSize / 64 + 2
  /// A larger capacity is kept for one record only.
  private static let largeCapacity = 2 * longestRecord / 64

  init(_ kernel: streammap_kernel, limits: Limits, validates: Bool) {
    unsafe self.kernel = unsafe kernel
    options = validates ? UInt32(STREAMMAP_VALIDATE) : 0
    var state = streammap_state()
    state.depth_limit = UInt32(clamping: min(limits.depth, Int(STREAMMAP_MAXIMUM_DEPTH)))
    state.string_blocks = Self.blocks(limit: limits.string)
    state.name_blocks = Self.blocks(limit: limits.name)
    state.number_blocks = Self.blocks(limit: limits.number)
    self.state = state
    pristineState = state
    blockCapacity = Self.usualCapacity
    unsafe words = Self.allocate(blockCapacity)
    unsafe structure = .allocate(capacity: 1)
    unsafe structure.initialize(to: Self.structure(words, blockCapacity))
    unsafe ends = .allocate(capacity: Self.windowSize + 1)
  }

  /// Creates an empty index with the same kernel that validates everything.
  func validating(_ limits: Limits) -> StructuralIndex {
    unsafe StructuralIndex(kernel, limits: limits, validates: true)
  }

  func deallocate() {
    unsafe Memory.release(words)
    unsafe structure.deallocate()
    unsafe ends.deallocate()
  }

  private static let setCount = 5

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe Memory.allocateZeros(setCount * capacity)
  }

  private static func structure(_ words: UnsafeMutablePointer<UInt64>, _ capacity: Int) -> streammap_structure
  {
    unsafe streammap_structure(
      quotes: words, backslashes: words + capacity, openers: words + 2 * capacity,
      closers: words + 3 * capacity, ends: words + 4 * capacity)
  }

  /// Returns the number of whole blocks that no value within the limit can cover.
  private static func blocks(limit: Int) -> UInt32 {
    limit < 192 ? 0 : UInt32(clamping: (limit - 128) / 64)
  }

  /// The end of a record in the indexed text.
  struct RecordEnd {
    /// The offset of the terminator.
    var offset: Int
    var isDoubtful: Bool
  }

  /// Discards the index. The origin is at the next bytes.
  mutating func reset() {
    state = pristineState
    wholeBytes = 0
    endCount = 0
    nextEnd = 0
  }

  /// Discards the index, and continues as if `text` preceded the next bytes. `text` ends before a value. The next
  /// bytes are validated as its continuation.
  mutating func reset(behind text: [UInt8]) {
    reset()
    let blocks = text + [UInt8](repeating: ASCII.space, count: -text.count & 63)
    unsafe blocks.withUnsafeBufferPointer { blocks in
      if let bytes = blocks.baseAddress, !blocks.isEmpty { unsafe index(bytes, blocks.count, 0) }
    }
    _ = drop(before: wholeBytes)
  }

  /// Whether the kernel found a possible error before `wholeBytes`, in a text in which no record has ended.
  var isDoubtful: Bool { state.doubtful != 0 }

  /// Drops the blocks before an offset and moves the origin.
  ///
  /// - Returns: the distance by which the origin moved, a multiple of 64.
  mutating func drop(before offset: Int) -> Int {
    let dropped = min(offset, wholeBytes) & ~63
    if dropped > 0 {
      let kept = (wholeBytes - dropped) / 64
      for set in 0..<Self.setCount {
        let words = unsafe words + set * blockCapacity
        unsafe words.update(from: words + dropped / 64, count: kept)
      }
      wholeBytes -= dropped
    }
    return dropped
  }

  /// Discards the index and frees memory if it uses more than `longestRecord` needs.
  @inline(__always)
  mutating func giveBack() {
    guard blockCapacity > Self.largeCapacity else { return }
    reset()
    move(to: Self.usualCapacity)
  }

  /// Indexes a text that is one record, in which line feeds are white space.
  mutating func index(record bytes: UnsafePointer<UInt8>, _ count: Int) -> IndexedRecord {
    reset()
    unsafe index(bytes, count, UInt32(STREAMMAP_LAST))
    return unsafe IndexedRecord(
      text: bytes, structure: structure, readable: count, start: 0, end: count, isDoubtful: ends[0] & 1 != 0)
  }

  /// Indexes the lines in `text[wholeBytes..<count]`, at most one window of them.
  ///
  /// - Parameters:
  ///   - text: the address of the byte at the origin.
  ///   - isLast: whether nothing follows the text.
  /// - Returns: whether the whole text has been indexed.
  mutating func index(lines text: UnsafePointer<UInt8>, _ count: Int, isLast: Bool) -> Bool {
    let left = count - wholeBytes
    let isAll = left <= Self.windowSize
    let options = UInt32(STREAMMAP_LINES) | (isAll && isLast ? UInt32(STREAMMAP_LAST) : 0)
    unsafe index(text + wholeBytes, isAll ? left : Self.windowSize, options)
    return isAll
  }

  /// Indexes `text[wholeBytes...]`, at most one window of it. No record ends in it.
  ///
  /// - Parameter text: the bytes from the origin on.
  /// - Returns: the offset up to which the text is indexed.
  mutating func index(_ text: Span<UInt8>) -> Int {
    unsafe text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return 0 }
      let limit = min(text.count, wholeBytes + Self.windowSize)
      unsafe index(start + wholeBytes, limit - wholeBytes, 0)
      return limit
    }
  }

  private mutating func index(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ options: UInt32) {
    reserve(count)
    var place = unsafe Self.structure(words + wholeBytes / 64, blockCapacity)
    endCount = unsafe kernel.index(
      bytes, count, UInt64(wholeBytes), self.options | options, &state, &place, ends)
    nextEnd = 0
    wholeBytes += count & ~63
  }

  private mutating func reserve(_ count: Int) {
    let blockCount = (wholeBytes + count) / 64 + 2
    if blockCount > blockCapacity { move(to: max(blockCount, blockCapacity * 2)) }
  }

  /// Moves the blocks to other memory.
  private mutating func move(to capacity: Int) {
    let other = unsafe Self.allocate(capacity)
    for set in 0..<Self.setCount {
      unsafe (other + set * capacity).update(from: words + set * blockCapacity, count: wholeBytes / 64)
    }
    unsafe Memory.release(words)
    unsafe words = unsafe other
    blockCapacity = capacity
    unsafe structure.pointee = unsafe Self.structure(words, capacity)
  }

  /// Returns the end of the next record at or after an offset, or nil if none was found.
  @inline(__always)
  mutating func takeEnd(from offset: Int) -> RecordEnd? {
    while nextEnd < endCount {
      let entry = unsafe ends[nextEnd]
      nextEnd &+= 1
      // The partial block is indexed twice, and so are the ends in it.
      let end = Int(truncatingIfNeeded: entry &>> 1)
      if end >= offset { return RecordEnd(offset: end, isDoubtful: entry & 1 != 0) }
    }
    return nil
  }
}

// Searches in a text whose records' ends are unknown. Offsets count from the origin.
//
// SAFETY: callers search only what `index(_:)` has indexed and `drop(before:)` has kept.
extension StructuralIndex {
  /// Returns the first quote that is not escaped.
  func quote(from start: Int, to limit: Int) -> Int? {
    var place = start
    while place < limit {
      let bits = unsafe structure.pointee.quotes[place &>> 6] &>> UInt64(place & 63)
      if bits != 0 {
        let found = place &+ bits.trailingZeroBitCount
        return found < limit ? found : nil
      }
      place = (place &>> 6 &+ 1) &<< 6
    }
    return nil
  }

  /// Returns the offset of the bracket that closes the outermost of the open containers.
  ///
  /// - Parameter depth: the number of open containers. If the bracket is not found, it becomes the number at `limit`.
  /// - Complexity: O(n), 64 bytes at a time.
  func closer(from start: Int, to limit: Int, depth: inout Int) -> Int? {
    var place = start
    while place < limit {
      let block = place &>> 6
      let next = (block &+ 1) &<< 6
      var mask = UInt64.max &<< UInt64(place & 63)
      if next > limit { mask &= UInt64.max &>> UInt64(next &- limit) }
      let closers = unsafe structure.pointee.closers[block] & mask
      let openers = unsafe structure.pointee.openers[block] & mask
      // Most blocks have neither.
      if closers | openers == 0 {
        place = next
        continue
      }
      let closed = closers.nonzeroBitCount
      if closed < depth {
        depth &+= openers.nonzeroBitCount &- closed
      } else if let bit = Self.closer(closers, openers, &depth) {
        return block &<< 6 &+ bit
      }
      place = next
    }
    return nil
  }

  /// Passes a record of an indexed text to a closure, with its structure. A terminator follows it, which is no opener.
  ///
  /// - Parameter text: the bytes from the origin on. The byte after the record is indexed, too.
  @inline(__always)
  func withRecord<Result, Failure: Error>(
    _ text: Span<UInt8>, _ range: Range<Int>, _ body: (Span<UInt8>, IndexedRecord?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let block = range.upperBound &>> 6
    let bit: UInt64 = 1 &<< UInt64(range.upperBound & 63)
    let sets = unsafe structure.pointee
    let (quotes, closers, ends) = unsafe (sets.quotes[block], sets.closers[block], sets.ends[block])
    unsafe sets.quotes[block] |= bit
    unsafe sets.closers[block] |= bit
    unsafe sets.ends[block] |= bit
    defer {
      unsafe sets.quotes[block] = quotes
      unsafe sets.closers[block] = closers
      unsafe sets.ends[block] = ends
    }
    return unsafe try text.withUnsafeBufferPointer { bytes throws(Failure) in
      guard let start = bytes.baseAddress else { return try body(Span(), nil) }
      let record = unsafe IndexedRecord(
        text: start, structure: structure, readable: bytes.count, start: range.lowerBound,
        end: range.upperBound, isDoubtful: false)
      return try body(text.extracting(range), record)
    }
  }

  /// Finds the closer in one block. It goes from closer to closer and counts the openers between them.
  private static func closer(_ closers: UInt64, _ openers: UInt64, _ depth: inout Int) -> Int? {
    var closers = closers
    var openers = openers
    while closers != 0 {
      let upTo = closers ^ (closers &- 1)
      depth &+= (openers & upTo).nonzeroBitCount &- 1
      if depth == 0 { return closers.trailingZeroBitCount }
      openers &= ~upTo
      closers &= closers &- 1
    }
    depth &+= openers.nonzeroBitCount
    return nil
  }
}

/// The options for the structural indexes of an input's records.
///
/// SAFETY: the kernels, with the functions that they name, are constants of the C module.
@safe struct IndexOptions {
  /// The kernel that finds the structure.
  let kernel: streammap_kernel
  /// The limits of one record, clamped.
  let limits: Limits
  /// Whether the index rejects every malformed record, or only those that cannot be mapped.
  var validates: Bool

  init(_ kernel: streammap_kernel, limits: Limits, validates: Bool) {
    unsafe self.kernel = unsafe kernel
    self.limits = limits
    self.validates = validates
  }

  /// Creates options with the best kernel of this machine.
  init(limits: Limits, validates: Bool) {
    unsafe self.init(streammap_kernel_best().pointee, limits: limits, validates: validates)
  }

  /// Creates an index, which the caller deallocates.
  func index() -> StructuralIndex { unsafe StructuralIndex(kernel, limits: limits, validates: validates) }

  /// Creates an index at an address, which the caller frees.
  func makeIndex() -> UnsafeMutablePointer<StructuralIndex> {
    let index = UnsafeMutablePointer<StructuralIndex>.allocate(capacity: 1)
    unsafe index.initialize(to: self.index())
    return unsafe index
  }
}
