import StreamMap

/// The values of a column while rows are added, or of what is in them.
///
/// A list has the offsets of its elements in `ends`. Elements and members have a storage of their own, with a byte for the
/// presence of each value. The presence of a column's own values is in the batch.
struct ColumnStorage {
  var values: ValueStorage
  private(set) var ends = AlignedBytes()
  private(set) var presence = AlignedBytes()
  /// The elements of a list, or the members of a struct.
  private(set) var children: [ColumnStorage] = []

  var kind: CellKind { values.kind }

  /// Creates the storage of a node's values.
  init(_ node: CellNode) {
    values = ValueStorage(node.kind)
    children = node.children.map { ColumnStorage($0) }
    removeAll()
  }

  /// Creates the storage of lists.
  init(listOf node: CellNode) {
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
    reserve(count)
  }

  /// Appends an absent or null value, for which there is room.
  mutating func appendNull() {
    switch kind {
    case .table: appendEnd()
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
  private mutating func appendEnd() { ends.append(reserved: Int32(truncatingIfNeeded: children[0].count)) }
}

// Values from a row's cells.
extension ColumnStorage {
  /// Appends the value of a column that is JSON text, a list, or nested. Returns the number of bytes that it has beside
  /// the fixed ones.
  mutating func append(_ cells: RowCells, _ column: Int) -> Int {
    let position = cells.layout.positions[column]
    if position.isList { return append(listOf: cells, column, position) }
    guard position.kind == .json else {
      return cells.layout.nodes[column].map { append($0, cells.row, cells) } ?? 0
    }
    var count = 0
    _ = cells.forEachText(column) { text in
      values.append(text: text)
      count = text.count
    }
    return count
  }

  private mutating func append(listOf cells: RowCells, _ column: Int, _ position: RowLayout.Position) -> Int {
    let first = children[0].count
    children[0].append(itemsOf: cells, column, position)
    let items = first..<children[0].count
    appendEnd()
    return items.count + children[0].held(items)
  }

  private mutating func append(itemsOf cells: RowCells, _ column: Int, _ position: RowLayout.Position) {
    reservePart(cells.itemCount(column))
    switch position.kind {
    case .flag: append(cells, column, of: Bool.self)
    case .half: append(cells, column, of: Int32.self)
    case .int: append(cells, column, of: Int.self)
    case .unsigned: append(cells, column, of: UInt64.self)
    case .double: append(cells, column, of: Double.self)
    case .text, .json: append(textsOf: cells, column)
    case .name, .object, .table:
      // The elements are rows of the column's group.
      guard let node = cells.layout.nodes[column] else { return }
      cells.row.forEachElement(position.cell) { _ = append(part: node, $0, cells) }
    }
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

  /// Appends an element or a member, for which there is room. Returns the number of bytes that it has beside the fixed
  /// ones.
  private mutating func append(part node: CellNode, _ row: CellRow, _ cells: RowCells) -> Int {
    guard row.has(node.cell) else {
      appendNullPart()
      return 0
    }
    presence.append(reserved: 1 as UInt8)
    return append(node, row, cells)
  }

  /// Appends a value that is not null, for which there is room. Returns the same.
  private mutating func append(_ node: CellNode, _ row: CellRow, _ cells: RowCells) -> Int {
    switch node.kind {
    case .flag: values.append(row.value(node.cell, as: UInt8.self))
    case .half: values.append(row.value(node.cell, as: UInt32.self))
    case .int, .unsigned, .double: values.append(row.value(node.cell, as: UInt64.self))
    case .text, .json, .name:
      return row.withText(node, of: cells) { text in
        values.append(text: text)
        return text.count
      }
    case .object:
      var bytes = 0
      for index in children.indices {
        bytes += children[index].append(part: node.children[index], row, cells)
      }
      return bytes
    case .table:
      let first = children[0].count
      children[0].reservePart(row.elementCount(node.cell))
      row.forEachElement(node.cell) { _ = children[0].append(part: node.children[0], $0, cells) }
      let items = first..<children[0].count
      appendEnd()
      return items.count + children[0].held(items)
    }
    return 0
  }
}
