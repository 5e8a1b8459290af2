import StreamMap

/// Writes batches of columns in the IPC stream format of Apache Arrow.
///
///     let writer = ArrowStreamWriter(columns)
///     try writer.begin(output)
///     var rows = 0
///     try JSONLines(path: "tweets.jsonl", as: columns).forEachBatch { batch in
///       try writer.write(batch, output)
///       rows += batch.count
///     }
///     try writer.end(rows: rows, output)
///
/// A stream is a schema, any number of record batches, and Arrow's end-of-stream marker. It has neither compression nor
/// dictionaries. The metadata has version V5, which all implementations since Arrow 1.0 read.
///
/// Readers also take a stream for ended if it is cut off between two batches. So a complete stream says that it is
/// complete: its last batch has no rows, and its message has the metadata ``rowsKey`` with the number of rows of the
/// stream. Readers that do not know the name ignore it.
///
/// The bytes are passed to a closure piece by piece: the buffers of a batch are not copied. They depend on the columns
/// and the batches alone.
///
/// The format: https://arrow.apache.org/docs/format/Columnar.html.
public struct ArrowStreamWriter: Sendable {
  private let columns: [Column]

  /// Creates a writer for the batches of a mapping.
  public init(_ mapping: ColumnMapping) { columns = mapping.columns }

  /// Writes the schema. It must be the first part of a stream.
  ///
  /// - Parameter output: receives the bytes, in order.
  public func begin(_ output: (Span<UInt8>) throws -> Void) rethrows {
    try write(ArrowMessage.schema(columns), output)
  }

  /// Writes a batch.
  ///
  /// - Parameters:
  ///   - batch: a batch of the writer's mapping.
  ///   - output: receives the bytes, in order.
  public func write(_ batch: borrowing ColumnBatch, _ output: (Span<UInt8>) throws -> Void) rethrows {
    precondition(batch.columns.count == columns.count, "the batch is of another mapping")
    var message = ArrowMessage.Batch(rows: batch.count)
    for index in columns.indices { message.add(batch[index]) }
    try write(message.metadata(), output)
    for index in columns.indices { try write(batch[index], output) }
  }

  /// The name in the metadata of the last batch, whose value is the number of rows of a complete stream.
  public static let rowsKey = "streammap.rows"

  /// Writes the end of the stream.
  ///
  /// - Parameters:
  ///   - rows: the number of rows of the stream, if it is complete. Nil if rows are missing, for example after an error.
  ///   - output: receives the bytes, in order.
  public func end(rows: Int? = nil, _ output: (Span<UInt8>) throws -> Void) rethrows {
    if let rows {
      var message = ArrowMessage.Batch(rows: 0)
      for column in columns { message.addEmpty(column.type) }
      try write(message.metadata(adding: (Self.rowsKey, "\(rows)")), output)
      try output([UInt8](repeating: 0, count: message.end).span)
    }
    try output(([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] as [UInt8]).span)
  }

  /// Writes the metadata of a message.
  private func write(_ metadata: [UInt8], _ output: (Span<UInt8>) throws -> Void) rethrows {
    var framed: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    for shift in stride(from: 0, to: 32, by: 8) {
      framed.append(UInt8(truncatingIfNeeded: metadata.count >> shift))
    }
    framed += metadata
    try output(framed.span)
  }

  /// Writes the buffers of a column, each with zeros up to a multiple of 8 bytes.
  private func write(_ column: borrowing ColumnView, _ output: (Span<UInt8>) throws -> Void) rethrows {
    try write(padded: column.validity, output)
    if !column.type.isFixed { try write(padded: column.offsetBytes, output) }
    switch column.type {
    case .list, .map: try write(column.items, output)
    case .struct(let members):
      for index in members.indices { try write(column.member(index), output) }
    default: try write(padded: column.bytes, output)
    }
  }

  private func write(padded bytes: Span<UInt8>, _ output: (Span<UInt8>) throws -> Void) rethrows {
    if bytes.isEmpty { return }
    try output(bytes)
    let padding = ArrowMessage.padded(bytes.count) - bytes.count
    if padding > 0 { try output([UInt8](repeating: 0, count: padding).span) }
  }
}

extension ColumnType {
  /// Whether the values have one size, so that they need no offsets.
  var isFixed: Bool {
    switch self {
    case .string, .text, .json, .list, .map: false
    default: true
    }
  }
}
