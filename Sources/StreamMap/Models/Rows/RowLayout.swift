/// How columns are read from a record, and where a row has their values.
///
/// A column has one cell of the row, with its value or its list, and a struct has one for each member. Columns of lists
/// with the same path up to its last wildcard are a group, so that their lists have an entry for each element:
/// `items[*].sku` and `items[*].price`. A group has one cell, with a ``RowList``: a row of cells for each element. A list
/// of nested values is a group, too.
@usableFromInline package struct RowLayout: Sendable {
  package let columns: [Column]
  /// Where the values of each column are.
  @usableFromInline package let positions: [Position]
  /// The columns that have a cell of their own, in the order of their cells.
  package let singles: [Int]
  /// The groups. Their cells follow those of the columns.
  package let groups: [Group]
  /// Where the values of each column are, or the elements of its list: in the record's row, or in the rows of its group.
  package let nodes: [CellNode?]
  /// The cells that the machine fills. Without ``join``, they are those of the row: first those of the columns and of the
  /// groups.
  let shape: RowShape
  /// The number of cells of columns and groups.
  package let count: Int
  /// The number of all cells of a row.
  package let cellCount: Int
  /// The elements that have rows. Nil if each record is a row.
  package let elements: RowElements?
  /// How rows with elements, constants or columns in texts are made. Nil if the row is what the machine fills.
  let join: RowJoin?
  /// The columns that have no path.
  package let constants: [Int: RowConstant]
  @usableFromInline package let form: Form
  /// Whether a row can outlive its record, so that its texts are copied. In any row, the slack of a ``TextCursor`` is
  /// readable after the JSON text of a value.
  package let keepsRows: Bool

  /// The rules for the values of all columns.
  @usableFromInline package enum Form: Sendable {
    /// Values have types. An intermediate value of the wrong kind does not fit.
    case typed
    /// Any value is kept as its JSON text, without white space. An intermediate value of the wrong kind is absent.
    case untyped
    /// The same, with white space.
    case verbatim
  }

  /// Where the values of a column are, and their kind.
  @usableFromInline package struct Position: Sendable {
    /// The cell with the value or the list, or with the table of the column's group.
    @usableFromInline package internal(set) var cell: Int
    /// The cell of each row of that table. -1 for a column without a group.
    @usableFromInline package internal(set) var item = -1
    @usableFromInline package let kind: CellKind
    @usableFromInline package let isList: Bool
  }

  /// The columns whose lists have an entry for each element of one array, or for each member of one object.
  package struct Group: Sendable {
    package let columns: [Int]
    /// The cell of the list.
    package let cell: Int
    /// Whether it is the list of one column, which has the whole elements.
    let isWhole: Bool
  }

  /// - Parameters:
  ///   - constants: the columns that have no path.
  ///   - elements: the elements that have rows, in place of the records.
  ///   - keepsRows: whether a row can outlive its record.
  package init(
    _ columns: [Column], _ form: Form = .typed, _ constants: [Int: RowConstant] = [:],
    each elements: RowElements? = nil, keepsRows: Bool = false
  ) throws(PathError) {
    self.columns = columns
    self.form = form
    self.keepsRows = keepsRows
    self.constants = constants
    self.elements = elements
    let draft = try RowDraft(columns, form, constants, elements)
    (shape, positions, singles) = (draft.shape, draft.positions, draft.singles)
    (groups, nodes, count, join) = (draft.groups, draft.nodes, draft.count, draft.join)
    cellCount = draft.cellCount
  }

  /// Whether a column is the record key.
  var hasRecordKeys: Bool { elements?.keyLevel == nil && constants.values.contains(.key) }

  /// Whether each record has one row, with constants.
  var joinsRecords: Bool { join != nil && elements == nil }

  /// The number of 64-bit words with a bit for each cell of the row.
  package var words: Int { (cellCount + 63) / 64 }

  /// Returns a bit for each of 64 cells.
  func cells(_ word: Int) -> UInt64 {
    // The last words can have marks of members alone.
    let count = max(count - word * 64, 0)
    return count >= 64 ? .max : 1 << UInt64(count) - 1
  }

  /// For each of the machine's scopes, the columns of its fields.
  package var fieldColumns: [[[Int]]] {
    var columns: [[[Int]]] = []
    shape.forEachScope { columns.append($0.cells.map(\.columns)) }
    for cell in shape.cells {
      // Those of the machines that read texts follow.
      columns += cell.textLayout?.fieldColumns.map { $0.map { $0.map { cell.columns[$0] } } } ?? []
    }
    return columns
  }

  /// Returns the columns of a cell.
  package func columns(of cell: Int) -> ArraySlice<Int> {
    cell < singles.count ? singles[cell...cell] : groups[cell - singles.count].columns[...]
  }
}

extension RowLayout {
  /// The outline of the columns' paths. Its fields are the columns that have paths.
  package var outline: PathOutline {
    get throws(PathError) { try plain.mapping().outline }
  }

  /// The columns with cells of their own, in the record: each with JSON text, and none in the row of an element.
  var plain: RowLayout {
    get throws(PathError) { try RowLayout(plain: self) }
  }

  private init(plain other: RowLayout) throws(PathError) {
    // The path of the elements is read, too, also if no column is there.
    let elements = other.elements.map { [Column("", path: $0.path, .list(.json))] } ?? []
    columns = try (other.columns + elements).map { (column) throws(PathError) in
      let path = try column.paths.read()[0]
      if let text = path.texts.first {
        return Column(column.name, path: RecordPath(writing: text), .json, mismatch: .null)
      }
      let isMultiple = other.elements != nil && path.isMultiple
      if isMultiple || column.type.item.isNested {
        return Column(column, isMultiple || column.type.isList ? .list(.json) : .json)
      }
      return column
    }
    (form, keepsRows, constants) = (other.form, other.keepsRows, other.constants)
    self.elements = nil
    let draft = try RowDraft(columns, form, constants, nil, hasGroups: false)
    (shape, positions, singles) = (draft.shape, draft.positions, draft.singles)
    (groups, nodes, count, join) = (draft.groups, draft.nodes, draft.count, draft.join)
    cellCount = draft.cellCount
  }
}
