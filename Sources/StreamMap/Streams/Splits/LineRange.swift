/// The lines of a file that begin within a range of its bytes.
///
/// The file is read from the byte before the range, to determine whether a line begins with the range. It is read
/// beyond the range to the end of the last line that begins in it. So adjacent ranges contain every line exactly once.
/// Of the lines that are appended to the file after it was opened, none is read. A last line that was incomplete then is
/// read to its end.
///
/// Invariants: `offset` is the offset of the first line as soon as one has been read. The bytes before `position` have
/// been read. `endsLine` is true if the byte before `position` is a line feed, or there is none.
struct LineRange {
  private let file: ByteFile
  private let end: Int
  private var position: Int
  private var isSeeking: Bool
  private var endsLine = true
  private var isDone = false
  /// The number of bytes to read at a time beyond the range. It doubles with each read.
  private var reach = 8 << 10
  /// The offset of the first byte of the first line.
  private(set) var offset: Int

  /// - Parameter range: the range, which may end beyond the file.
  init(_ file: ByteFile, _ range: Range<Int>) {
    self.file = file
    end = min(range.upperBound, file.count)
    offset = range.lowerBound
    isSeeking = range.lowerBound > 0
    position = isSeeking ? range.lowerBound - 1 : 0
    isDone = range.isEmpty
  }

  /// Reads at least one byte. Returns the number of bytes, which is 0 after the last line.
  ///
  /// - Precondition: the buffer has at least 64 bytes.
  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(MappingError) -> Int {
    while !isDone {
      let isBeyond = position >= end
      if isBeyond, endsLine || isSeeking { break }
      let wanted = isBeyond ? reach : end - position
      // The bytes found while seeking are moved anyway. Zen 3 copies a page of a file at a quarter of the speed if the
      // distances of source and target to a page differ by 1 to 31 bytes, so the target is aligned like the source.
      let start = isSeeking ? (position &- buffer.alignment) & 63 : 0
      let count = try buffer.withPart(start..<min(buffer.count, start + wanted)) {
        room throws(MappingError) in
        try file.read(at: position, into: &room)
      }
      guard count > 0 else {
        if position < file.count { throw try file.truncated() }
        break
      }
      position += count
      if isBeyond, reach < buffer.count { reach *= 2 }
      let end = start + count
      endsLine = buffer[end - 1] == ASCII.lineFeed
      guard isSeeking || isBeyond else { return count }
      guard let lineFeed = buffer.span.extracting(first: end).firstIndex(of: ASCII.lineFeed, from: start)
      else {
        if isBeyond { return count }
        continue
      }
      if isBeyond {
        isDone = true
        return lineFeed + 1
      }
      isSeeking = false
      let rest = end - lineFeed - 1
      offset = position - rest
      buffer.moveToFront((lineFeed + 1)..<end)
      if rest > 0 { return rest }
    }
    isDone = true
    return 0
  }
}
