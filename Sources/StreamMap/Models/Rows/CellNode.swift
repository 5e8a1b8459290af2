/// Where the values of a type are in a row of cells.
@usableFromInline package struct CellNode: Sendable {
  package let type: ColumnType
  package let kind: CellKind
  @usableFromInline package internal(set) var cell: Int
  /// For a struct, its members, which are in the same row. For a list, its element, in each row of its table. The element
  /// of a map is a struct of a key and a value.
  package internal(set) var children: [CellNode] = []

  init(_ type: ColumnType, cell: Int, _ children: [CellNode] = []) {
    self.type = type
    kind = CellKind(type)
    self.cell = cell
    self.children = children
  }

  /// The node of a map's member. It is never null, and neither is its key.
  init(entry value: ColumnType, key: Int, _ node: CellNode) {
    self.init(.entry(value), cell: key, [CellNode(key: key), node])
  }

  private init(key cell: Int) {
    type = .string
    kind = .name
    self.cell = cell
  }
}

/// The kind of value in a cell.
@usableFromInline package enum CellKind: UInt8, Sendable {
  /// One byte, 0 or 1.
  case flag
  /// Four bytes.
  case half
  /// Eight bytes: an `Int`, a `UInt64` or a `Double`.
  case int, unsigned, double
  /// A text: that of a string, or the JSON text of a value.
  case text
  /// The position of a member's name.
  case name
  /// No value. The mark says that there is an object.
  case object
  /// A ``RowList``.
  case table

  package init(_ type: ColumnType) {
    switch type {
    case .bool: self = .flag
    case .date: self = .half
    case .int64, .timestamp, .datetime, .unix: self = .int
    case .uint64: self = .unsigned
    case .double: self = .double
    case .string, .text, .json: self = .text
    case .struct: self = .object
    case .list, .map: self = .table
    }
  }
}
