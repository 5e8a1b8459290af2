/// Cuts bytes that arrive in order into batches of whole lines.
///
/// A batch ends with a line feed, or with the input. If it has a line, it is returned before it is full when no more
/// bytes arrive soon, or too few. A line that is too long is returned with two bytes more than the limit, and the rest
/// is skipped.
///
/// Invariants: `rest` has the bytes that were read after the last batch. If `isPassingOver`, it begins within a line
/// that is being skipped.
struct LineBatches {
  private let source: ByteSource
  private let size: Int
  private let limit: Int
  /// The absolute offset of the first byte that need not be in the first batch.
  private let beginning: Int
  private var rest: LineBatch
  private var isPassingOver: Bool
  /// The absolute offset of the first relevant byte.
  private var skipped: Int
  /// The absolute offset at which no more lines are read. A line that begins before it is read to its end.
  private let rangeEnd: Int
  /// Whether a last line without a line feed is left in the input, unless it is too long.
  private let needsLineFeed: Bool
  private var end: Result<Void, MappingError>?

  /// The minimum free capacity before reading, in bytes.
  private static var blockSize: Int { 64 << 10 }

  /// - Parameters:
  ///   - base: the absolute offset of the first byte that the source has.
  ///   - range: the absolute offsets at which the lines begin. The byte before it decides whether a line begins there.
  ///   - size: the approximate size of a batch, in bytes.
  ///   - limit: the maximum length of a line, in bytes.
  ///   - beginning: the number of first bytes of the input that the first batch has, unless the input is shorter.
  ///   - needsLineFeed: whether a last line without a line feed is left in the input.
  init(
    _ source: ByteSource, at base: Int = 0, in range: Range<Int>, size: Int, limit: Int, beginning: Int = 0,
    needsLineFeed: Bool = false
  ) {
    self.source = source
    self.needsLineFeed = needsLineFeed
    self.size = max(size, 1)
    self.limit = limit
    self.beginning = beginning
    isPassingOver = range.lowerBound > 0
    skipped = max(range.lowerBound - 1, 0)
    rangeEnd = range.upperBound
    rest = LineBatch(at: base, capacity: self.size + Self.blockSize)
  }

  /// Returns the next batch, or nil at the end. Lines before an error are returned before it is thrown.
  mutating func next() throws(MappingError) -> LineBatch? {
    while isPassingOver {
      if let lineFeed = rest.firstLineFeed(from: min(max(skipped - rest.offset, 0), rest.count)) {
        split(at: lineFeed + 1)
        isPassingOver = false
      } else {
        rest.forget()
        if try !fill() { return nil }
      }
    }
    guard rest.offset < rangeEnd else { return nil }
    var lineFeed = rest.lastLineFeed(from: 0)
    var flushPolicy = FlushPolicy()
    var searched = 0
    while true {
      // The line with the range's last byte is the last one.
      if rest.end >= rangeEnd, let last = rest.firstLineFeed(from: max(rangeEnd - 1 - rest.offset, searched))
      {
        return split(at: last + 1)
      }
      if let lineFeed {
        // The last line has no line feed.
        if case .success? = end, !needsLineFeed, rest.count - lineFeed - 1 <= limit {
          return split(at: rest.count)
        }
        let isBegun = rest.end >= beginning
        if end != nil || isBegun && (rest.count >= size || flushPolicy.isOver(source)) {
          return split(at: lineFeed + 1)
        }
      } else if rest.count > limit + 1 {
        // The rest of the line is skipped in the next call, so that its error comes first.
        isPassingOver = true
        return split(at: limit + 2)
      }
      searched = rest.count
      if try !fill(hasLine: lineFeed != nil) {
        return rest.count == 0 || needsLineFeed ? nil : split(at: rest.count)
      }
      lineFeed = rest.lastLineFeed(from: searched) ?? lineFeed
    }
  }

  /// Reads more bytes. Returns false at the end.
  ///
  /// - Parameter hasLine: whether there is a line to return before an error is thrown.
  private mutating func fill(hasLine: Bool = false) throws(MappingError) -> Bool {
    if end == nil {
      do throws(MappingError) {
        if try rest.fill(from: source, minimum: Self.blockSize) == 0 { end = .success(()) }
      } catch {
        end = .failure(error)
      }
    }
    guard let end else { return true }
    if hasLine { return true }
    try end.get()
    return false
  }

  @discardableResult
  private mutating func split(at index: Int) -> LineBatch {
    let batch = rest
    rest = batch.split(at: index, capacity: size + Self.blockSize)
    return batch
  }
}
