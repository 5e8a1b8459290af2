/// The cells that the machine fills from one value: a record, or an element of a list.
///
/// A value has one cell. A struct has another one for each member, in the same row. A list in a struct or in an element,
/// and a map, is a table of rows with a shape of their own.
struct RowShape: Sendable {
  /// The cells that are read from a path, in the order of the machine's fields. The other two follow them.
  private(set) var cells: [Cell] = []
  /// The cells that have tables.
  private(set) var tables: [Int] = []
  /// The number of cells, at the beginning, that have the values of columns or of groups. Any other is a part of a value.
  var columnCells = 0
  /// The cell of an element that is a struct. It has no value. Its mark says that the element is not null.
  var element = -1 { didSet { settle() } }
  /// The cell of a member's name, for the rows of a map.
  var key = -1 { didSet { settle() } }

  /// A cell that is read from a path.
  struct Cell: Sendable {
    /// The path from the row's value, and other paths whose values count if that one has none.
    let path: RecordPath
    var others: [RecordPath] = []
    let content: Content
    let policies: FieldPolicies
    /// The columns whose values are in the cell.
    let columns: [Int]
    let typeName: String
    /// Whether an intermediate value of the wrong kind does not fit. For a member, only that of its struct does.
    var isMember = false
    /// The path that errors name, if it is another.
    var reportedPath: RecordPath?
    /// The columns whose values are in the rows of the elements, if these have rows. Those of inner elements are not.
    var elementColumns: [Int] = []

    /// The shape of a list's rows.
    var table: RowShape? { if case .table(let shape) = content { shape } else { nil } }

    /// The columns in the text of a string.
    var textLayout: RowLayout? { if case .text(let layout) = content { layout } else { nil } }
  }

  /// What is in a cell.
  enum Content: Sendable {
    /// A value of a type that has no others in it.
    case single(ColumnType)
    /// An array of such values.
    case array(ColumnType)
    /// Nothing. The mark says that there is an object.
    case object
    /// A list of rows.
    indirect case table(RowShape)
    /// The row of the columns in the JSON text of a string, which a separate machine reads.
    indirect case text(RowLayout)
  }

  /// Whether a row has one word of marks, no lists, and only cells that are read from a path. It is kept because it is
  /// asked for each row.
  private(set) var isPlain = true

  /// The number of cells.
  var count: Int { cells.count + (element >= 0 ? 1 : 0) + (key >= 0 ? 1 : 0) }

  /// The number of 64-bit words with a mark for each cell of the machine's.
  var words: Int { max((cells.count + 63) / 64, 1) }

  var layout: RowTable.CellLayout { RowTable.CellLayout(cells: count) }

  mutating func add(_ cell: Cell) {
    if cell.table != nil { tables.append(cells.count) }
    cells.append(cell)
    settle()
  }

  private mutating func settle() { isPlain = tables.isEmpty && element < 0 && key < 0 && cells.count <= 64 }

  /// For each field of the machine's that has another path of a cell, the cell. They follow those of the cells.
  var otherCells: [Int] { cells.indices.flatMap { repeatElement($0, count: cells[$0].others.count) } }

  /// Calls a closure with this shape and with those of the tables, in the order of the machine's scopes.
  func forEachScope(_ body: (RowShape) -> Void) {
    body(self)
    for cell in tables { cells[cell].table?.forEachScope(body) }
  }
}
