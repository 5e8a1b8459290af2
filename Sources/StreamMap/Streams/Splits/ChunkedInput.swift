/// An input with the range in which the lines to read begin.
package struct ChunkedInput: Sendable {
  package var input: Input
  package var inputRange: InputRange
  /// The compression formats to decompress.
  package var decompression: Decompression?
  /// Whether its records are lines, between which it can be cut.
  package var isLines = true
  /// The maximum length of a line, in bytes, if a last line without a line feed is left in the input. Nil if it is read.
  package var lineLimit: Int?
  /// The offset of the first byte that arrives, if the input is a part of a larger one that cannot be reached.
  package var base: Int?
  /// The offset to continue from. An earlier reader has read the lines that begin before it.
  package var start: Int
  /// The numbers of records and lines before `start`. Nil if unknown.
  package var numbered: (records: Int, lines: Int)?

  package init(
    _ input: Input, _ inputRange: InputRange = .all, _ decompression: Decompression? = nil,
    from start: Int = 0, numbered: (records: Int, lines: Int) = (0, 0)
  ) {
    self.input = input
    self.inputRange = inputRange
    self.decompression = decompression
    self.start = start
    self.numbered = inputRange == .all ? numbered : nil
  }

  /// Opens the input at its beginning.
  ///
  /// - Parameter interruption: ends the wait for a writer, and reads that wait.
  func open(until interruption: Interruption? = nil) throws(MappingError) -> ByteSource {
    let source = try ByteSource(input, until: interruption)
    source.completesLine = isLines && lineLimit == nil
    return if let decompression { ByteSource(source, decompressing: decompression) } else { source }
  }

  /// Returns whether the input can be read at any offset: whether it is a file whose first bytes are not compressed.
  package func isPlainFile() throws(MappingError) -> Bool {
    guard let file = try ByteFile(input) else { return false }
    return try decompression?.recognizes(file) != true
  }

  /// Opens the input to read it at any offset. Returns nil if that is not possible, as for a pipe or a compressed file.
  func openFile() throws(MappingError) -> ByteFile? {
    guard let file = try ByteFile(input) else { return nil }
    // Files that the system generates may have more bytes than their size says.
    if file.count == 0, inputRange == .all, start == 0 { return nil }
    guard try decompression?.recognizes(file) != true else { return nil }
    return try lineLimit.map { limit throws(MappingError) in try file.withoutUnfinishedLine(limit) } ?? file
  }

  /// Returns a sample of the lines: for each of evenly spaced offsets, the first line that is not blank and begins there
  /// or after it. A line to which several offsets lead is returned once. Nil if the input cannot be read at any offset.
  ///
  /// - Complexity: O(`count`) reads, and O(n) in the bytes between the offsets and the ends of the lines.
  package func sampledLines(_ count: Int) throws(MappingError) -> [Range<Int>]? {
    guard let file = try openFile() else { return nil }
    var lines: [Range<Int>] = []
    var block = [UInt8](repeating: 0, count: 4096)
    let count = min(count, file.count)
    var number = 0
    while number < count {
      let offset = InputRange.split(number + 1, of: count).range(of: file.count).lowerBound
      number += 1
      if let last = lines.last, offset <= last.lowerBound { continue }
      guard let line = try Self.line(from: offset, in: file, &block), line.lowerBound < file.count else {
        break
      }
      lines.append(line)
      // Skip the places before the line.
      let next = line.lowerBound.multipliedFullWidth(by: count)
      number = max(number, file.count.dividingFullWidth((next.high, next.low)).quotient)
    }
    return lines
  }

  /// Returns the first line that is not blank and begins at an offset or after it. Nil if there is none.
  private static func line(
    from offset: Int, in file: ByteFile, _ block: inout [UInt8]
  ) throws(MappingError) -> Range<Int>? {
    // The byte before an offset decides whether a line begins there.
    var start: Int? = offset == 0 ? 0 : nil
    var isBlank = true
    var next = max(offset - 1, 0)
    while true {
      var buffer = block.mutableSpan
      let count = try file.read(at: next, into: &buffer)
      if count == 0 {
        if next < file.count { throw try file.truncated() }
        return start.flatMap { isBlank ? nil : $0..<next }
      }
      for index in 0..<count {
        switch block[index] {
        case ASCII.lineFeed:
          let end = next + index + 1
          if let start, !isBlank { return start..<end }
          (start, isBlank) = (end, true)
        case ASCII.space, ASCII.tab, ASCII.carriageReturn: break
        default: isBlank = false
        }
      }
      next += count
    }
  }
}

/// A part of an input, in whole lines, that one worker reads.
struct Chunk {
  enum Content {
    case range(LineRange)
    case batch(LineBatch)
    /// An input that cannot be cut. One worker reads it in parts.
    case whole(ByteSource)
    /// The input cannot be read any further.
    case failure(MappingError)
  }

  /// The number of the chunk among all chunks, from 0.
  let number: Int
  /// The number of the input, from 0.
  let input: Int
  let content: Content
  /// The offset where the examined bytes begin: where those of the input's previous chunk end.
  let start: Int
  /// The offset where the examined bytes end. A reader that begins there reads all lines that follow, and no others.
  let end: Int
  /// Whether the chunk is the last of a file. If the file has grown since, its last line may have been incomplete when
  /// it was read.
  var isLast = false
}
