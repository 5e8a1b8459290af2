/// The rows from which the row of an element is joined: that of the record, those of the elements around it, its own, and
/// the joined row, which has the constants. `RowWriter` copies values from these rows without joining them.
///
/// SAFETY: `rows` has a row for each level and one more, and `references` one for each of `count` columns, which is in the
/// layout of its row. Both are allocated here, and freed by `deallocate`, which the owner calls once. The rows are those of
/// the element that is shown. A column is less than `count`, and a level is one of the layout's, or the one after them.
@usableFromInline @safe package struct RowParts {
  @usableFromInline let rows: UnsafeMutablePointer<CellRow>
  @usableFromInline let references: UnsafePointer<Reference>
  /// The number of columns.
  @usableFromInline let count: Int
  /// The marks of a row that has no values, for any cell.
  private let noMarks: UnsafeMutablePointer<UInt64>

  init(_ references: [Reference], levels: Int, _ joined: CellRow) {
    unsafe rows = .allocate(capacity: levels + 1)
    unsafe rows.initialize(repeating: joined, count: levels + 1)
    unsafe self.references = Memory.table(references)
    count = references.count
    unsafe noMarks = .allocate(capacity: 2)
    unsafe noMarks.initialize(repeating: 0, count: 2)
  }

  func deallocate() {
    unsafe rows.deallocate()
    unsafe references.deallocate()
    unsafe noMarks.deallocate()
  }

  /// Where the value of a column is.
  @usableFromInline struct Reference: Sendable {
    /// The number of the row. -1 for a list.
    @usableFromInline let row: Int
    @usableFromInline let cell: Int
  }

  /// The row of a level.
  subscript(level level: Int) -> CellRow {
    @inline(__always) get { unsafe rows[level] }
    @inline(__always) nonmutating set { unsafe rows[level] = newValue }
  }

  /// Leaves a level without a row.
  func removeRow(level: Int) { unsafe rows[level] = CellRow(cells: noMarks, marks: noMarks, markStride: 0) }

  /// Whether a level has a row.
  func hasRow(level: Int) -> Bool { unsafe rows[level].marks != UnsafeRawPointer(noMarks) }

  /// Returns the row and the cell of a column. Returns nil for a list.
  @inlinable @inline(__always)
  package subscript(column: Int) -> (row: CellRow, cell: Int)? {
    assert(0..<count ~= column)
    let reference = unsafe references[column]
    return reference.row < 0 ? nil : unsafe (rows[reference.row], reference.cell)
  }
}
