/// The rows of a batch while they are added.
///
/// Rows are added one by one from a machine's row, or many at once from a builder that another worker filled. Values
/// are in Arrow's layout from the beginning. Only the validity of values is kept row by row, one bit for each column,
/// and transposed to bitmaps when the batch is finished. So adding a row stores one word for 64 columns.
///
/// Invariant: `held` is the number of bytes in all columns and in `presence`, by their lengths and not by their
/// capacities. It is the sum over all rows.
///
/// SAFETY: one thread at a time uses a builder, so it can be sent to another.
final class BatchBuilder: @unchecked Sendable {
  let layout: ColumnLayout
  private(set) var rows = 0
  private(set) var held = 0
  /// For each row, a bit for each column that has a value.
  private(set) var presence = AlignedBytes()
  private(set) var columns: [ColumnStorage]
  /// The bitmaps of the finished batch.
  var bitmaps = ColumnBitmaps()

  init(_ layout: ColumnLayout) {
    self.layout = layout
    columns = zip(layout.columns, layout.kinds).map { ColumnStorage($1, isList: $0.type.isList) }
  }

  deinit {
    for column in columns { column.deallocate() }
    presence.deallocate()
    bitmaps.deallocate()
  }

  /// Empties the builder for the next batch and keeps its memory.
  func removeAll() {
    rows = 0
    held = 0
    presence.removeAll()
    for index in columns.indices { columns[index].removeAll() }
  }

  /// Adds the record that the machine has read into a row.
  func append(_ row: borrowing ColumnRow) {
    held &+= Self.append(row.cells, to: &columns, &presence)
    rows &+= 1
  }

  /// Adds a row to columns, which are accessed once. Returns the number of bytes that it holds.
  private static func append(
    _ cells: ColumnCells, to columns: inout [ColumnStorage], _ presence: inout AlignedBytes
  ) -> Int {
    var columns = columns.mutableSpan
    var bytes = cells.fixedBytes
    var index = 0
    for word in 0..<cells.words {
      var stored = cells.takeStored(word)
      presence.append(stored)
      let end = min(index &+ 64, columns.count)
      while index < end {
        if stored & 1 != 0 {
          bytes &+= columns[index].append(cells, index)
        } else {
          columns[index].appendNull()
        }
        stored &>>= 1
        index &+= 1
      }
    }
    return bytes
  }

  /// Adds some rows of another builder.
  func append(_ other: BatchBuilder, _ range: Range<Int>) {
    let size = layout.presenceBytes
    presence.append(other.presence, (range.lowerBound * size)..<(range.upperBound * size))
    for index in columns.indices { columns[index].append(other.columns[index], range) }
    rows += range.count
    held += other.held(range)
  }

  /// The number of bytes that some rows hold.
  ///
  /// - Complexity: O(n) in the number of columns.
  func held(_ range: Range<Int>) -> Int {
    columns.reduce(range.count * layout.presenceBytes) { $0 + $1.held(range) }
  }
}
