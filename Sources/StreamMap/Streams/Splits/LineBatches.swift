/// Cuts bytes that come one after the other into batches of whole lines.
///
/// A batch ends with a line feed, or with the input. It is handed out before it is full if it has a line and no more
/// bytes come soon, or too few. Of a line that is too long, two bytes more than the limit are handed out, and the rest is passed
/// over.
///
/// Invariants: `rest` is what was read behind the last batch; if `isPassingOver`, it begins within a line of which
/// nothing is handed out any more.
struct LineBatches {
  private let source: ByteSource
  private let size: Int
  private let limit: Int
  private var rest: LineBatch
  private var isPassingOver: Bool
  /// Bytes before the first that matters.
  private var skipped: Int
  private var end: Result<Void, MappingError>?

  /// How much room there has to be when more is read.
  private static var blockSize: Int { 64 << 10 }

  /// - Parameters:
  ///   - start: the first line is the first that begins there, or behind.
  ///   - size: about how many bytes a batch has.
  ///   - limit: the longest line.
  init(_ source: ByteSource, from start: Int = 0, size: Int, limit: Int) {
    self.source = source
    self.size = max(size, 1)
    self.limit = limit
    isPassingOver = start > 0
    skipped = max(start - 1, 0)
    rest = LineBatch(at: 0, capacity: self.size + Self.blockSize)
  }

  /// The next batch; nil at the end. Lines before an error are handed out before it is thrown.
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
    var lineFeed = rest.lastLineFeed(from: 0)
    var flushPolicy = FlushPolicy()
    while true {
      if let lineFeed {
        if rest.count >= size || end != nil || flushPolicy.isOver(source) {
          return split(at: lineFeed + 1)
        }
      } else if rest.count > limit + 1 {
        // What follows of it is passed over when more is wanted, so that its error comes first.
        isPassingOver = true
        return split(at: limit + 2)
      }
      let searched = rest.count
      if try !fill(hasLine: lineFeed != nil) { return rest.count == 0 ? nil : split(at: rest.count) }
      lineFeed = rest.lastLineFeed(from: searched) ?? lineFeed
    }
  }

  /// Reads on; false at the end.
  ///
  /// - Parameter hasLine: there is something that comes before an error.
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
