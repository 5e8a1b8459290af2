/// Divides bytes into records: into lines, or into the values of another framing.
///
/// SAFETY: `fill` passes on the free space of a framer's own buffer, only during the call.
enum RecordFramer {
  case lines(LineFramer)
  case values(ValueFramer)

  /// Creates the framer of a framing.
  ///
  /// - Parameters:
  ///   - limits: clamped limits.
  ///   - index: the index options of the reader of the records. Nil if it has no index.
  init(_ framing: Framing, limits: Limits, index: IndexOptions?) {
    self =
      framing == .lines
      ? .lines(LineFramer(limit: limits.record, index: index))
      : .values(ValueFramer(framing, limits: limits, validates: index?.validates))
  }

  /// The framer of lines. Nil for values.
  var lines: LineFramer? { if case .lines(let framer) = self { framer } else { nil } }

  /// Appends the bytes that a closure writes into free space.
  ///
  /// - Parameter read: returns the number of bytes that it wrote, or 0 at the end of the input.
  func fill(
    _ read: (UnsafeMutableRawBufferPointer) throws(MappingError) -> Int
  ) throws(MappingError) -> Int {
    switch self {
    case .lines(let framer): unsafe try framer.fill(read)
    case .values(let framer): unsafe try framer.fill(read)
    }
  }

  /// Appends a copy of as many bytes as there is space for, and returns their number.
  func append(_ bytes: Span<UInt8>) -> Int {
    switch self {
    case .lines(let framer): framer.append(bytes)
    case .values(let framer): framer.append(bytes)
    }
  }

  /// Sets whether the input has no more bytes.
  func complete(_ isComplete: Bool) {
    switch self {
    case .lines(let framer): framer.isComplete = isComplete
    case .values(let framer): framer.isComplete = isComplete
    }
  }

  /// The number of lines so far. 0 for values.
  var lineCount: Int { lines?.line.number ?? 0 }

  /// The absolute offset of the current record.
  var recordOffset: Int {
    switch self {
    case .lines(let framer): framer.line.offset
    case .values(let framer): framer.record.offset
    }
  }

  /// The record key of the current record.
  var key: [UInt8]? { if case .values(let framer) = self { framer.key } else { nil } }

  /// Whether no more records follow, even if the input continues.
  var hasEnded: Bool { if case .values(let framer) = self { framer.hasEnded } else { false } }

  /// Passes the bytes of the incomplete record to a closure, and whether it may begin with a byte order mark. Does
  /// nothing for a record over the limit.
  func withUnfinished(_ body: (Span<UInt8>, _ isFirst: Bool) -> Void) {
    switch self {
    case .lines(let framer): framer.withUnfinished(body)
    case .values(let framer): framer.withUnfinished { body($0, false) }
    }
  }
}
