/// Blocks into lines into records into one instance: what every view of ``JSONLines``
/// pulls on.
///
/// Invariant: `isAtEnd` once the source has given its last byte; the framer's lines are
/// handed out before more is read.
final class LineReader<Root> {
  let cursor: Cursor<Root>
  private let decoder: LineDecoder
  private let source: ByteSource
  private let framer: LineFramer
  private let onProgress: (@Sendable (Progress) -> Void)?
  private(set) var bytesRead = 0
  private(set) var isAtEnd = false

  init(_ lines: JSONLines<Root>) throws(MappingError) {
    cursor = Cursor(
      lines.mapping, limits: lines.limits, engine: lines.engine, validation: lines.validation)
    decoder = LineDecoder(cursor.source, onError: lines.onError)
    source = try lines.open()
    framer = cursor.source.makeFramer()
    onProgress = lines.onProgress
  }

  /// Fills the cursor's instance from the next record; nil at the end of the input.
  func next() throws(MappingError) -> RecordPlace? {
    while true {
      if let place = try buffered() { return place }
      if isAtEnd { return nil }
      try readBlock()
    }
  }

  /// Fills the instance from the next record that is in memory; nil if there is none.
  func buffered() throws(MappingError) -> RecordPlace? {
    while framer.next() {
      if let place = try decoder.readLine(of: framer) {
        cursor.attach()
        return place
      }
    }
    return nil
  }

  /// Waits for more bytes.
  func readBlock() throws(MappingError) {
    let count = try framer.fill(from: source)
    bytesRead += count
    isAtEnd = count == 0
    framer.isComplete = isAtEnd
    onProgress?(Progress(bytesRead: bytesRead, records: decoder.records))
  }
}
