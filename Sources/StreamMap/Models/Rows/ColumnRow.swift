/// The values that columns have in one record: those of a `Projection` or a `ColumnMapping` of
/// `StreamMapTables`.
///
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// It is the model of a stream that is read into columns. A row of a projection can be kept, because it has copies of its
/// values. A row of a column mapping, or of a projection whose elements have rows, is valid only until the next record.
public struct ColumnRow: Sendable {
  @usableFromInline package var cells: RowCells

  @inlinable package init(cells: RowCells) { self.cells = cells }

  /// Calls a closure with each row of a record: with that of each element, if elements have rows, and otherwise with this
  /// one.
  ///
  /// The row of an element is valid inside the closure only.
  ///
  /// - Returns: the number of rows.
  @discardableResult
  @inlinable public func forEachRow(_ body: (borrowing ColumnRow) throws -> Void) rethrows -> Int {
    guard cells.hasElements else {
      try body(self)
      return 1
    }
    return try cells.forEachElementRow { try body(ColumnRow(cells: $0)) }
  }

  /// Calls a closure with the JSON text of each value of a column, in order.
  ///
  /// - Precondition: the row is one of a `Projection`.
  /// - Returns: false if the value, or the container of a list, is absent or `null`.
  @discardableResult
  @inlinable public func forEachValue(_ column: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    cells.requireText()
    return (cells.hasElements ? cells.recordRow : cells).forEachText(column, body)
  }

  /// Calls a closure with the same texts, without the entries of elements that lack the value.
  @discardableResult
  package func forEachPresentValue(_ column: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    cells.requireText()
    return cells.forEachText(column, presentOnly: true, body)
  }
}

extension MappingError {
  /// Returns the columns of the field.
  ///
  /// - Parameter columns: those of the fields of each model.
  package func columns(_ columns: [[[Int]]]) -> [Int] { field.map { columns[$0.scope][$0.field] } ?? [] }
}

// What a run reports of the columns.
extension ColumnRow {
  /// Returns whether a record has a value for a column. It may be `null`. For a path that continues after a wildcard, at
  /// least one value must match.
  package func has(_ column: Int) -> Bool {
    let position = cells.layout.positions[column]
    guard cells.isSeen(position.cell) else { return false }
    let layout = cells.layout
    return position.item < 0 || layout.groups[position.cell - layout.singles.count].isWhole
      || cells.elements(position.cell).hasSeen(position.item)
  }

  /// Calls a closure with rows in which each value of the record is new once. They are the record, and each of its elements
  /// that have rows, of all levels.
  package func forEachNewRow(_ body: (borrowing ColumnRow) throws -> Void) rethrows {
    guard cells.hasElements else { return try body(self) }
    _ = try cells.forEachElementRow(isWhole: true) { try body(ColumnRow(cells: $0)) }
  }

  /// Returns whether the value of a column is new in the row: the rows of elements repeat those around them.
  package func isNew(_ column: Int) -> Bool {
    cells.isNew(cells.layout.positions[column].cell)
  }

  /// Returns whether the value of a column is `null` and not absent.
  package func isNull(_ column: Int) -> Bool {
    let cell = cells.layout.positions[column].cell
    return cells.isSeen(cell) && !cells.isStored(cell)
  }

  /// Why a column has no value.
  package enum Missing {
    /// The record has no value at its path.
    case absent(Int)
    /// The value is `null`.
    case null(Int)
  }

  /// A value that is null because it does not fit its column.
  package struct Mismatch: Sendable {
    package let column: Int
    /// The value as messages show it. Nil if an earlier record that the same machine has read has a mismatch of this
    /// column.
    package let text: String?
  }

  /// The values of the record, and the parts of values, that are null because they do not fit. The mapping must note them.
  package var mismatches: [Mismatch] { cells.mismatches }

  /// Calls a closure with the columns that have no value, without those whose value does not fit.
  ///
  /// Only these columns are visited. The marks of the record, which the machine makes anyway, have a bit for each cell.
  package func forEachMissing(_ body: (Missing) -> Void) {
    let layout = cells.layout
    for word in 0..<layout.words {
      let missing = cells.missing(word)
      RowCells.forEachBit(of: missing.absent, from: word &<< 6) { cell in
        guard cells.isNew(cell) else { return }
        for column in layout.columns(of: cell) where !cells.takeMisfit(column) { body(.absent(column)) }
      }
      RowCells.forEachBit(of: missing.kept, from: word &<< 6) { cell in
        guard cells.isNew(cell) else { return }
        for column in layout.columns(of: cell) where !cells.takeMisfit(column) { body(.null(column)) }
      }
    }
  }

  /// Calls a closure with the name or path of each member that no column reads. The mapping must note these.
  package func forEachUnread(_ body: (_ name: String) -> Void) { cells.takeUnread(body) }

  /// Sets the columns whose value is the record key.
  ///
  /// - Parameter key: the raw key with its escapes. Nil if the record has none.
  package func take(key: [UInt8]?) { cells.take(key: key) }

  /// Sets the columns that say where the record is.
  ///
  /// - Parameters:
  ///   - file: the name of the input.
  ///   - offset: the offset of the record's first byte.
  package func take(file: String, offset: Int) { cells.take(file: file, offset: offset) }
}
