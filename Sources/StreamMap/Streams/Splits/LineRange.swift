/// The lines of a file that begin within a range of its bytes.
///
/// It is read a little before the range, to see whether a line begins with it, and beyond it, to the end of the last
/// line that begins in it. So ranges that touch have every line once.
///
/// Invariants: `offset` is that of the first line as soon as one has been read; what is before `position` has been
/// read; `endsLine` says whether the byte before `position` is a line feed, or there is none.
struct LineRange {
  private let file: ByteFile
  private let end: Int
  private var position: Int
  private var isSeeking: Bool
  private var endsLine = true
  private var isDone = false
  /// How much is read at a time of the line that ends beyond the range: more and more.
  private var reach = 8 << 10
  /// Of the first byte of the first line.
  private(set) var offset: Int

  /// - Parameter range: its end may lie beyond the file's.
  init(_ file: ByteFile, _ range: Range<Int>) {
    self.file = file
    end = range.upperBound
    offset = range.lowerBound
    isSeeking = range.lowerBound > 0
    position = isSeeking ? range.lowerBound - 1 : 0
    isDone = range.isEmpty
  }

  /// Reads at least one byte, unless the last line has been read: then zero.
  ///
  /// SAFETY: the buffer is as long as it says; no more of it is looked at than was read.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(MappingError) -> Int {
    while !isDone {
      let isBeyond = position >= end
      if isBeyond, endsLine || isSeeking { break }
      let wanted = isBeyond ? reach : end - position
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, wanted)])
      let count = unsafe try file.read(at: position, into: room)
      guard count > 0 else {
        if position < file.count { throw try file.changed() }
        break
      }
      position += count
      if isBeyond, reach < buffer.count { reach *= 2 }
      let read = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
      unsafe endsLine = read[count - 1] == ASCII.lineFeed
      guard isSeeking || isBeyond else { return count }
      guard let start = read.baseAddress,
        let lineFeed = unsafe Memory.firstIndex(of: ASCII.lineFeed, in: start, count)
      else {
        if isBeyond { return count }
        continue
      }
      if isBeyond {
        isDone = true
        return lineFeed + 1
      }
      isSeeking = false
      offset = position - count + lineFeed + 1
      let rest = unsafe UnsafeRawBufferPointer(rebasing: read[(lineFeed + 1)...])
      unsafe buffer.copyMemory(from: rest)
      if rest.count > 0 { return rest.count }
    }
    if end >= file.count {
      // A file that has grown has lines that nobody reads.
      if try file.currentCount() != file.count { throw try file.changed() }
    }
    isDone = true
    return 0
  }
}
