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

  /// Whether the node or one in it has this kind.
  func contains(_ kind: CellKind) -> Bool {
    self.kind == kind || children.contains { $0.contains(kind) }
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
  /// A text.
  case text
  /// The position of the JSON text of a value.
  case json
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
    case .int64, .timestamp: self = .int
    case .uint64: self = .unsigned
    case .double: self = .double
    case .string: self = .text
    case .json: self = .json
    case .struct: self = .object
    case .list, .map: self = .table
    }
  }
}

/// A row of cells: that of a record, or of an element.
///
/// SAFETY: the addresses are valid as long as the row is not changed. The accessors are called with the cells of the row's
/// layout, and with their types.
@usableFromInline @safe package struct CellRow {
  @usableFromInline let cells: UnsafeRawPointer
  /// For each 64 cells, a word with those that the record has, and a word with those whose value was not stored.
  @usableFromInline let marks: UnsafeRawPointer
  /// The distance from one of these pairs to the next.
  @usableFromInline let markStride: Int
  /// The names of members.
  private let names: UnsafeRawPointer?

  @usableFromInline
  init(cells: UnsafeRawPointer, marks: UnsafeRawPointer, markStride: Int, names: UnsafeRawPointer? = nil) {
    unsafe self.cells = unsafe cells
    unsafe self.marks = unsafe marks
    self.markStride = markStride
    unsafe self.names = unsafe names
  }

  /// Returns whether a cell has a value that is not null.
  @inlinable @inline(__always)
  package func has(_ cell: Int) -> Bool {
    let pair = unsafe marks + (cell &>> 6) &* markStride
    let stored = unsafe pair.load(as: UInt64.self) & ~pair.load(fromByteOffset: 8, as: UInt64.self)
    return stored &>> UInt64(cell & 63) & 1 == 1
  }

  /// Returns a value of a size, or the position of a text.
  @inlinable @inline(__always)
  package func value<Value: BitwiseCopyable>(_ cell: Int, as: Value.Type = Value.self) -> Value {
    unsafe cells.load(fromByteOffset: cell &* RowCells.stride, as: Value.self)
  }

  /// Passes the text of a string, of JSON or of a name to a closure.
  package func withText<Result>(_ node: CellNode, of row: RowCells, _ body: (Span<UInt8>) -> Result) -> Result {
    switch node.kind {
    case .text:
      return unsafe (cells + node.cell * RowCells.stride).assumingMemoryBound(to: BorrowedText.self).pointee
        .withUTF8(body)
    case .name:
      let range = value(node.cell, as: ByteRange.self)
      guard let names = unsafe names else { preconditionFailure("only a member has a name") }
      return unsafe body(
        Span(_unsafeStart: (names + range.offset).assumingMemoryBound(to: UInt8.self), count: range.count))
    default:
      let text = unsafe row.text
      return body(text.span.extracting(value(node.cell, as: ByteRange.self).range))
    }
  }

  /// Calls a closure with the row of each element of a list.
  package func forEachElement(_ cell: Int, _ body: (CellRow) -> Void) {
    let list = value(cell, as: RowList.self)
    for index in list.rows { unsafe body(list.table.pointee[index]) }
  }

  /// Returns the number of elements of a list.
  package func elementCount(_ cell: Int) -> Int { value(cell, as: RowList.self).rows.count }
}
