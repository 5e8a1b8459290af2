import StreamMap

/// A column of a batch while rows are added.
///
/// A list has the offsets of its elements in `ends`, and for each element a byte in `itemPresence`.
struct ColumnStorage {
  let isList: Bool
  var values: ValueStorage
  private(set) var ends = AlignedBytes()
  private(set) var itemPresence = AlignedBytes()

  init(_ kind: CellKind, isList: Bool) {
    self.isList = isList
    values = ValueStorage(kind)
    if isList { ends.append(0 as Int32) }
  }

  func deallocate() {
    values.deallocate()
    ends.deallocate()
    itemPresence.deallocate()
  }

  mutating func removeAll() {
    values.removeAll()
    itemPresence.removeAll()
    ends.removeAll()
    if isList { ends.append(0 as Int32) }
  }

  /// Makes room for more rows, without that for their texts and elements.
  mutating func reserve(rows: Int) {
    if isList { ends.reserve(rows * CellKind.offsetSize) } else { values.reserve(rows) }
  }

  /// Appends an absent or null value, for which there is room.
  mutating func appendNull() {
    if isList { appendEnd() } else { values.appendNull() }
  }

  mutating func append(_ other: ColumnStorage, _ range: Range<Int>) {
    guard isList else { return values.append(other.values, range) }
    let items = other.ends.offsets(range)
    let shift = itemPresence.count - items.lowerBound
    ends.append(offsets: other.ends, range, shift: shift)
    itemPresence.append(other.itemPresence, items)
    values.append(other.values, items)
  }

  /// The number of bytes that some rows hold.
  func held(_ range: Range<Int>) -> Int {
    guard isList else { return values.held(range) }
    let items = ends.offsets(range)
    return range.count * CellKind.offsetSize + items.count + values.held(items)
  }
}

// Values from a row's cells.
extension ColumnStorage {
  /// Appends a list or the JSON text of a value. Returns the number of bytes of its elements and texts.
  mutating func append(_ cells: RowCells, _ column: Int) -> Int {
    if isList { return append(listOf: cells, column) }
    var count = 0
    _ = cells.forEachText(column) { text in
      values.append(text: text)
      count = text.count
    }
    return count
  }

  private mutating func append(listOf cells: RowCells, _ column: Int) -> Int {
    let first = itemPresence.count
    let count = cells.itemCount(column)
    itemPresence.reserve(count)
    values.reserve(count)
    switch values.kind {
    case .flag: append(cells, column, of: Bool.self)
    case .half: append(cells, column, of: Int32.self)
    case .int: append(cells, column, of: Int.self)
    case .unsigned: append(cells, column, of: UInt64.self)
    case .double: append(cells, column, of: Double.self)
    case .text, .json:
      cells.forEachTextItem(column) { text in
        itemPresence.append(reserved: text == nil ? 0 : 1 as UInt8)
        if let text { values.append(text: text) } else { values.appendNull() }
      }
    }
    let items = first..<itemPresence.count
    appendEnd()
    return items.count + values.held(items)
  }

  /// Appends the elements of a list, for which there is room.
  private mutating func append<Value: BitwiseCopyable>(_ cells: RowCells, _ column: Int, of: Value.Type) {
    cells.forEachItem(column, of: Value.self) { item in
      itemPresence.append(reserved: item == nil ? 0 : 1 as UInt8)
      if let item { values.append(item) } else { values.appendNull() }
    }
  }

  /// Appends the end of a list, for which there is room.
  private mutating func appendEnd() { ends.append(reserved: Int32(truncatingIfNeeded: itemPresence.count)) }
}
