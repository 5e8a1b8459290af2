/// Blocks into lines into records into models: what every view of ``JSONLines`` pulls on.
///
/// Invariant: `isAtEnd` once the source has given its last byte; the framer's lines are
/// handed out before more is read.
final class LineReader<Root> {
  let models: Models
  let decoder: LineDecoder
  private let source: ByteSource
  private let framer: LineFramer
  /// Instead of the framer, where records are no lines.
  private let values: ValueFramer?
  private let onProgress: (@Sendable (Progress) -> Void)?
  private(set) var bytesRead = 0
  var isAtEnd = false

  init(_ lines: JSONLines<Root>) throws(MappingError) {
    decoder = LineDecoder(onError: lines.onError)
    source = try lines.open()
    switch lines.content {
    case .mapping(let mapping):
      let cursor = Cursor(
        mapping, limits: lines.limits, engine: lines.engine, validation: lines.validation,
        failures: lines.failures, quality: lines.quality, leniency: lines.leniency, context: lines.context)
      models = .mapped(cursor)
      framer = cursor.source.makeFramer()
    case .decoding(let decoding):
      let reader = ModelReader(decoding, limits: lines.limits)
      models = .decoded(reader)
      framer = reader.makeFramer()
    }
    values = lines.framing == .lines ? nil : models.makeFramer(lines.framing, limits: lines.limits)
    onProgress = lines.onProgress
  }

  /// Where the models come from.
  enum Models {
    case mapped(Cursor<Root>)
    case decoded(ModelReader<Root>)
  }

  /// Reads the next record; nil at the end of the input.
  func next() throws(MappingError) -> RecordPlace? {
    while true {
      if let place = try buffered() { return place }
      if isAtEnd { return nil }
      try readBlock()
    }
  }

  /// Reads the next record that is in memory; nil if there is none.
  func buffered() throws(MappingError) -> RecordPlace? {
    if let values { return try buffered(values) }
    switch models {
    case .mapped(let cursor):
      while framer.next() {
        if let place = try decoder.readLine(of: framer, by: cursor.source) {
          cursor.attach()
          return place
        }
      }
    case .decoded(let reader):
      while framer.next() {
        let place = try decoder.readLine(of: framer) { bytes, indexed, allowsByteOrderMark in
          reader.read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
        }
        if let place { return place }
      }
    }
    return nil
  }

  /// Shows the model of the last record.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    switch models {
    case .mapped(let cursor): try cursor.show(body)
    case .decoded(let reader): try reader.show(body)
    }
  }

  /// Hands the model of the last record over.
  func take() -> Root {
    switch models {
    case .mapped(let cursor): cursor.take()
    case .decoded(let reader): reader.take()
    }
  }

  /// Waits for more bytes.
  func readBlock() throws(MappingError) {
    let count = if let values { try values.fill(from: source) } else { try framer.fill(from: source) }
    bytesRead += count
    isAtEnd = count == 0
    framer.isComplete = isAtEnd
    values?.isComplete = isAtEnd
    onProgress?(Progress(bytesRead: bytesRead, records: decoder.records))
  }
}
