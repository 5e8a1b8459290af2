import StreamMap

/// The values of a column while rows are added, or of what is in them.
///
/// A list has the offsets of its elements in `ends`. Elements and members have a storage of their own, with a byte for the
/// presence of each value. The presence of a column's own values is in the batch.
struct ColumnStorage {
  /// The cell of the row from which values come. -1 for the list of a column.
  private let cell: Int
  /// The number of bytes that each value has, without texts and elements.
  private let fixedBytes: Int
  var values: ValueStorage
  private(set) var ends = AlignedBytes()
  private(set) var presence = AlignedBytes()
  /// The elements of a list, or the members of a struct.
  private(set) var children: [ColumnStorage] = []

  var kind: CellKind { values.kind }

  /// Creates the storage of a node's values.
  init(_ node: CellNode) {
    cell = node.cell
    fixedBytes = node.fixedBytes
    values = ValueStorage(node.kind)
    children = node.children.map { ColumnStorage($0) }
    removeAll()
  }

  /// Creates the storage of lists.
  init(listOf node: CellNode) {
    cell = -1
    fixedBytes = CellKind.offsetSize
    values = ValueStorage(.table)
    children = [ColumnStorage(node)]
    removeAll()
  }

  func deallocate() {
    values.deallocate()
    ends.deallocate()
    presence.deallocate()
    for child in children { child.deallocate() }
  }

  mutating func removeAll() {
    values.removeAll()
    presence.removeAll()
    ends.removeAll()
    if kind == .table { ends.append(0 as Int32) }
    for index in children.indices { children[index].removeAll() }
  }

  /// The number of values of an element or a member.
  var count: Int { presence.count }

  /// Makes room for more values, without that for their texts and elements.
  mutating func reserve(_ count: Int) {
    switch kind {
    case .table: ends.reserve(count * CellKind.offsetSize)
    case .object:
      for index in children.indices { children[index].reservePart(count) }
    default: values.reserve(count)
    }
  }

  /// Makes room for more elements or members, with their presence.
  private mutating func reservePart(_ count: Int) {
    presence.reserve(count)
    if kind == .table || kind == .object { reserve(count) } else { values.reserve(count) }
  }

  /// Appends an absent or null value, for which there is room.
  mutating func appendNull() {
    switch kind {
    case .table: append(end: children[0].count)
    case .object:
      for index in children.indices { children[index].appendNullPart() }
    default: values.appendNull()
    }
  }

  private mutating func appendNullPart() {
    presence.append(reserved: 0 as UInt8)
    appendNull()
  }

  /// Appends some values of another storage of the same node.
  mutating func append(_ other: ColumnStorage, _ range: Range<Int>) {
    switch kind {
    case .table:
      let items = other.ends.offsets(range)
      let shift = children[0].count - items.lowerBound
      ends.append(offsets: other.ends, range, shift: shift)
      children[0].append(part: other.children[0], items)
    case .object:
      for index in children.indices { children[index].append(part: other.children[index], range) }
    default: values.append(other.values, range)
    }
  }

  private mutating func append(part other: ColumnStorage, _ range: Range<Int>) {
    presence.append(other.presence, range)
    append(other, range)
  }

  /// The number of bytes that some values hold.
  func held(_ range: Range<Int>) -> Int {
    switch kind {
    case .table:
      let items = ends.offsets(range)
      return range.count * CellKind.offsetSize + items.count + children[0].held(items)
    case .object: return children.reduce(0) { $0 + range.count + $1.held(range) }
    default: return values.held(range)
    }
  }

  /// Appends the end of a list, for which there is room.
  private mutating func append(end: Int) { ends.append(reserved: Int32(truncatingIfNeeded: end)) }
}

// Values from a row's cells.
extension ColumnStorage {
  /// Appends the value of a column that is a list or nested. Returns the number of bytes that it has beside
  /// the fixed ones.
  mutating func append(_ cells: RowCells, _ column: Int) -> Int {
    let position = cells.layout.positions[column]
    if position.isList { return append(listOf: cells, column, position) }
    return append(cells.row) - fixedBytes
  }

  private mutating func append(listOf cells: RowCells, _ column: Int, _ position: RowLayout.Position) -> Int {
    let (bytes, end) = children[0].append(itemsOf: cells, column, position)
    append(end: end)
    return bytes
  }

  /// Appends the elements of a column's list. Returns the number of bytes that they hold, and the number of all elements.
  private mutating func append(
    itemsOf cells: RowCells, _ column: Int, _ position: RowLayout.Position
  ) -> (bytes: Int, end: Int) {
    if position.kind == .object || position.kind == .table {
      // The elements are rows of the column's group.
      return append(elementsOf: cells.row, position.cell)
    }
    let first = count
    reservePart(cells.itemCount(column))
    switch position.kind {
    case .flag: append(cells, column, of: Bool.self)
    case .half: append(cells, column, of: Int32.self)
    case .int: append(cells, column, of: Int.self)
    case .unsigned: append(cells, column, of: UInt64.self)
    case .double: append(cells, column, of: Double.self)
    case .text: append(textsOf: cells, column)
    case .name, .object, .table: preconditionFailure("a list of nested values is a group")
    }
    return (count - first + values.held(first..<count), count)
  }

  private mutating func append(textsOf cells: RowCells, _ column: Int) {
    cells.forEachTextItem(column) { text in
      presence.append(reserved: text == nil ? 0 : 1 as UInt8)
      if let text { values.append(text: text) } else { values.appendNull() }
    }
  }

  /// Appends the elements of a list, for which there is room.
  private mutating func append<Value: BitwiseCopyable>(_ cells: RowCells, _ column: Int, of: Value.Type) {
    cells.forEachItem(column, of: Value.self) { item in
      presence.append(reserved: item == nil ? 0 : 1 as UInt8)
      if let item { values.append(item) } else { values.appendNull() }
    }
  }

  /// Appends an element or a member, for which there is room. Returns the number of bytes that it holds.
  private mutating func append(part row: CellRow) -> Int {
    guard row.has(cell) else {
      appendNullPart()
      return 1 + fixedBytes
    }
    presence.append(reserved: 1 as UInt8)
    return 1 + append(row)
  }

  /// Appends a value that is not null, for which there is room. Returns the same.
  private mutating func append(_ row: CellRow) -> Int {
    switch kind {
    case .flag: values.append(row.value(cell, as: UInt8.self))
    case .half: values.append(row.value(cell, as: UInt32.self))
    case .int, .unsigned, .double: values.append(row.value(cell, as: UInt64.self))
    case .text, .name:
      return row.withText(kind, cell) { text in
        values.append(text: text)
        return fixedBytes + text.count
      }
    case .object:
      var bytes = 0
      for index in children.indices { bytes += children[index].append(part: row) }
      return bytes
    case .table:
      let (bytes, end) = children[0].append(elementsOf: row, cell)
      append(end: end)
      return fixedBytes + bytes
    }
    return fixedBytes
  }

  /// Appends the elements of a list in a cell. Returns the number of bytes that they hold, and the number of all elements.
  private mutating func append(elementsOf row: CellRow, _ cell: Int) -> (bytes: Int, end: Int) {
    reservePart(row.elementCount(cell))
    var bytes = 0
    row.forEachElement(cell) { bytes += append(part: $0) }
    return (bytes, count)
  }
}
