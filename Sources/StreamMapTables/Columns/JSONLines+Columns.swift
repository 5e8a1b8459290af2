import StreamMap

extension JSONLines where Root == ColumnRow {
  /// Creates a stream of the records of an input, to be read into columns.
  public init(_ input: Input, as columns: ColumnMapping) { self.init(input, as: columns.mapping) }

  /// Creates a stream of the lines of a file, to be read into columns.
  public init(path: String, as columns: ColumnMapping) { self.init(.path(path), as: columns) }

  /// Calls `body` with batches of rows, in the order of the input.
  ///
  /// A batch ends with the row that reaches one of the two limits, and the last batch with the input. So the batches
  /// are the same for any number of workers. There is no empty batch.
  ///
  /// - Parameters:
  ///   - rows: the number of rows after which a batch ends, at least 1.
  ///   - bytes: the number of bytes after which a batch ends, from 1 to 1 GiB. A row has those of its values, offsets
  ///     and texts, 8 for each 64 columns, and one for each element and member.
  ///   - workers: the number of worker threads, at least 1. With 1, the calling thread reads. The calling thread calls
  ///     `body`.
  ///   - body: receives the batch, which the next batch overwrites.
  /// - Throws: the errors of `forEach(_:)`. The rows before the error are then not passed to `body` if their batch is
  ///   incomplete. Rethrows any error of the closure.
  /// - Complexity: O(n) in the input. Memory for a batch, and for each further worker for some megabytes.
  public func forEachBatch(
    rows: Int = 65_536, bytes: Int = 64 << 20, workers: Int = 1,
    _ body: (borrowing ColumnBatch) throws -> Void
  ) throws {
    var lines = self
    lines.options.limits = plan.limits
    lines.options.limits?.record = min(plan.limits.record, ColumnMapping.longestRecord)
    var batches = BatchAssembler(rows: rows, bytes: bytes)
    if workers == 1 {
      try lines.forEach { row, _ in try batches.add(row, body) }
    } else {
      try lines.forEachPart(
        workers: workers, size: { $0.size }, begin: { ColumnSegment() }, add: { $0.add($1) }
      ) { segment in
        try batches.add(segment, body)
      }
    }
    try batches.finish(body)
  }
}
