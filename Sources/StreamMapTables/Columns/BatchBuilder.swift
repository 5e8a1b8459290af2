import StreamMap

/// The rows of a batch while they are added, and then their bitmaps.
///
/// Rows are added one by one from a machine's row, or many at once from a builder that another worker filled.
///
/// SAFETY: one thread at a time uses a builder, so it can be sent to another. Accesses to `content` do not overlap,
/// because nothing that adds rows can reach the builder. A check of that for each row would cost 5 % of its time.
final class BatchBuilder: @unchecked Sendable {
  let layout: BatchLayout
  @exclusivity(unchecked) private var content: BatchRows
  /// The bitmaps of the finished batch.
  var bitmaps = ColumnBitmaps()

  init(_ layout: BatchLayout) {
    self.layout = layout
    unsafe content = BatchRows(layout)
  }

  deinit {
    unsafe content.deallocate()
    bitmaps.deallocate()
  }

  /// The number of rows.
  var rows: Int { unsafe content.count }

  /// The number of bytes in all columns.
  var held: Int { unsafe content.held }

  /// For each row, a bit for each cell that has a value.
  var presence: AlignedBytes { unsafe content.presence }

  /// Returns the values of a column.
  func storage(_ column: Int) -> ColumnStorage { unsafe content.columns[layout.storages[column]] }

  /// Empties the builder for the next batch and keeps its memory.
  func removeAll() { unsafe content.removeAll() }

  /// Adds the record that the machine has read into a row.
  func append(_ row: borrowing ColumnRow) { unsafe content.append(row.cells, layout) }

  /// Adds some rows of another builder.
  func append(_ other: BatchBuilder, _ range: Range<Int>) {
    unsafe content.append(other.content, range, layout)
  }

  /// The number of bytes that some rows hold.
  ///
  /// - Complexity: O(n) in the number of columns.
  func held(_ range: Range<Int>) -> Int { unsafe content.held(range, layout) }
}

/// The rows of a batch.
///
/// Values are in Arrow's layout from the beginning. Only the validity of values is kept row by row, one bit for each
/// cell, and transposed to bitmaps when the batch is finished. So adding a row stores one word for 64 cells.
///
/// Invariant: `held` is the number of bytes in all columns and a bit for each, by their lengths and not by their
/// capacities. It is the sum over all rows. All columns have room for `capacity` rows.
private struct BatchRows {
  var count = 0
  /// The number of rows for which there is room, without that for texts and elements.
  var capacity = 0
  var held = 0
  /// For each row, a bit for each cell that has a value.
  var presence = AlignedBytes()
  /// The columns with cells of their own, in the order of their cells, and then those of the groups.
  var columns: [ColumnStorage]

  init(_ layout: BatchLayout) {
    columns = layout.order.compactMap { column in
      layout.rows.nodes[column].map { node in
        layout.rows.positions[column].isList ? ColumnStorage(listOf: node) : ColumnStorage(node)
      }
    }
  }

  func deallocate() {
    for column in columns { column.deallocate() }
    presence.deallocate()
  }

  mutating func removeAll() {
    count = 0
    held = 0
    presence.removeAll()
    for index in columns.indices { columns[index].removeAll() }
  }

  mutating func append(_ cells: RowCells, _ layout: BatchLayout) {
    if _slowPath(count >= capacity) { reserve() }
    held &+= Self.append(cells, layout, to: &columns, &presence)
    count &+= 1
  }

  /// Makes room for more rows in all columns at once.
  @inline(never)
  private mutating func reserve() {
    capacity = max(count * 2, 16)
    for index in columns.indices { columns[index].reserve(capacity - count) }
  }

  /// Adds a row to columns, which are accessed once. Returns the number of bytes that it holds.
  ///
  /// SAFETY: the masks have bits of the layout's cells only. The first storages are those of the columns with cells of
  /// their own.
  private static func append(
    _ cells: RowCells, _ layout: BatchLayout, to columns: inout [ColumnStorage],
    _ presence: inout AlignedBytes
  ) -> Int {
    assert(columns.count == layout.order.count)
    var columns = columns.mutableSpan
    let groups = layout.masks.span
    var bytes = layout.fixedBytes
    for word in groups.indices {
      let stored = cells.takeStored(word)
      presence.append(stored)
      let first = word &<< 6
      let masks = groups[word]
      RowCells.forEachBit(of: masks.bytes8 & stored, from: first) { cell in
        unsafe columns[unchecked: cell].values.append(cells.value(cell, as: UInt64.self))
      }
      RowCells.forEachBit(of: masks.text & stored, from: first) { cell in
        bytes &+= cells.withText(cell) { text in
          unsafe columns[unchecked: cell].values.append(text: text)
          return text.count
        }
      }
      RowCells.forEachBit(of: masks.byte & stored, from: first) { cell in
        unsafe columns[unchecked: cell].values.append(cells.value(cell, as: UInt8.self))
      }
      RowCells.forEachBit(of: masks.bytes4 & stored, from: first) { cell in
        unsafe columns[unchecked: cell].values.append(cells.value(cell, as: UInt32.self))
      }
      RowCells.forEachBit(of: masks.other & stored, from: first) { cell in
        for storage in layout.storages(of: cell) {
          bytes &+= columns[storage].append(cells, layout.order[storage])
        }
      }
      RowCells.forEachBit(of: masks.all & ~stored, from: first) { cell in
        for storage in layout.storages(of: cell) { columns[storage].appendNull() }
      }
    }
    return bytes
  }

  mutating func append(_ other: BatchRows, _ range: Range<Int>, _ layout: BatchLayout) {
    let size = layout.words * MemoryLayout<UInt64>.size
    presence.append(other.presence, (range.lowerBound * size)..<(range.upperBound * size))
    for index in columns.indices { columns[index].append(other.columns[index], range) }
    count += range.count
    held += other.held(range, layout)
  }

  func held(_ range: Range<Int>, _ layout: BatchLayout) -> Int {
    columns.reduce(range.count * layout.presenceBytes) { $0 + $1.held(range) }
  }
}
