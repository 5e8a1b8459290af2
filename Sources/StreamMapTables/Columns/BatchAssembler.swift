import StreamMap

/// Assembles batches from rows, or from the segments that workers filled.
///
/// A batch ends with the row that reaches one of the limits. So the boundaries depend on the rows alone.
///
/// SAFETY: `retained` is `builder`, which is never replaced. So adding a row needs no reference counting.
@safe package struct BatchAssembler {
  /// Created for the first row.
  private var builder: BatchBuilder?
  private var retained: Unmanaged<BatchBuilder>?
  private let rowLimit: Int
  private let byteLimit: Int

  package init(rows: Int, bytes: Int) {
    precondition(rows >= 1, "`rows` must be at least 1")
    precondition((1...ColumnMapping.longestRecord).contains(bytes), "`bytes` must be from 1 to 1 GiB")
    rowLimit = rows
    byteLimit = bytes
  }

  private mutating func builder(_ layout: @autoclosure () -> BatchLayout) -> BatchBuilder {
    if let builder { return builder }
    let new = BatchBuilder(layout())
    builder = new
    unsafe retained = .passUnretained(new)
    return new
  }

  @inline(__always)
  private func isFull(_ builder: BatchBuilder) -> Bool {
    builder.rows >= rowLimit || builder.held >= byteLimit
  }

  /// Adds the rows of the record that a machine has read.
  mutating func add(_ record: borrowing ColumnRow, _ body: (borrowing ColumnBatch) throws -> Void) rethrows {
    try record.forEachRow { try addRow($0, body) }
  }

  @inline(__always)
  private mutating func addRow(
    _ row: borrowing ColumnRow, _ body: (borrowing ColumnBatch) throws -> Void
  ) rethrows {
    let retained = unsafe retained ?? .passUnretained(builder(BatchLayout(row.cells.layout)))
    let isComplete = unsafe retained._withUnsafeGuaranteedRef { builder in
      builder.append(row)
      return isFull(builder)
    }
    if isComplete { try finish(body) }
  }

  /// Adds the rows of a segment, except for the first `skipped`.
  package mutating func add(
    _ segment: ColumnSegment, skipping skipped: Int = 0, _ body: (borrowing ColumnBatch) throws -> Void
  ) rethrows {
    guard let rows = segment.rows else { return }
    let builder = builder(rows.layout)
    var start = skipped
    while start < segment.count {
      let end = end(of: rows, start..<segment.count, in: builder)
      builder.append(rows, start..<end)
      start = end
      if isFull(builder) { try finish(body) }
    }
  }

  /// Returns the end of those rows that belong to the batch.
  private func end(of segment: BatchBuilder, _ range: Range<Int>, in builder: BatchBuilder) -> Int {
    let start = range.lowerBound
    let last = start + min(range.count, rowLimit - builder.rows)
    let room = byteLimit - builder.held
    if segment.held(start..<last) < room { return last }
    // Finds the first row that reaches the limit.
    var (low, high) = (start + 1, last)
    while low < high {
      let middle = low + (high - low) / 2
      if segment.held(start..<middle) < room { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Passes the last batch to a closure, if it has rows.
  package func finish(_ body: (borrowing ColumnBatch) throws -> Void) rethrows {
    guard let builder, builder.rows > 0 else { return }
    builder.bitmaps.make(of: builder)
    try body(ColumnBatch(builder))
    builder.removeAll()
  }
}

/// The rows that one worker has read of a chunk.
package struct ColumnSegment: Sendable {
  /// Created for the first row.
  fileprivate var rows: BatchBuilder?

  /// The number of rows.
  package private(set) var count = 0

  package init() {}

  /// The number of bytes that the rows hold.
  package var size: Int { rows?.held ?? 0 }

  /// Adds the rows of the record that a machine has read.
  ///
  /// - Returns: their number.
  @discardableResult
  package mutating func add(_ record: borrowing ColumnRow) -> Int { record.forEachRow { addRow($0) } }

  @inline(__always)
  private mutating func addRow(_ row: borrowing ColumnRow) {
    count += 1
    if let rows { return rows.append(row) }
    let new = BatchBuilder(BatchLayout(row.cells.layout))
    new.append(row)
    rows = new
  }

  /// Removes the rows after the first `count`.
  package mutating func cut(to count: Int) { self.count = min(self.count, count) }
}
