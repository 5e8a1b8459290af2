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
  /// Nil for the record key.
  package let nodes: [CellNode?]
  /// The cells of the record's row. The first are those of the columns and of the groups.
  let shape: RowShape
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
    /// The cell with the value or the list, or with the table of the column's group. -1 for the record key, which is not
    /// in the record.
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
  ///   - keys: the columns that are the record key.
  ///   - keepsRows: whether a row can outlive its record.
  package init(
    _ columns: [Column], _ form: Form = .typed, keys: Set<Int> = [], keepsRows: Bool = false
  ) throws(PathError) {
    try self.init(columns, form, keys: keys, keepsRows: keepsRows, hasGroups: true)
  }

  /// - Parameter hasGroups: whether lists of the same elements are a group. Otherwise no type is nested.
  init(
    _ columns: [Column], _ form: Form, keys: Set<Int>, keepsRows: Bool, hasGroups: Bool
  ) throws(PathError) {
    self.columns = columns
    self.form = form
    self.keepsRows = keepsRows
    let paths = try columns.map { (column) throws(PathError) in try column.paths.read()[0] }
    var singles: [Int] = []
    var groups: [(path: RecordPath, members: [RowShape.GroupMember])] = []
    var numbers: [[RecordPath.Segment]: Int] = [:]
    for column in columns.indices where !keys.contains(column) {
      guard hasGroups, let (path, rest) = paths[column].elements(of: columns[column].type) else {
        singles.append(column)
        continue
      }
      // A list of whole elements has a group of its own, because an element of another kind must not begin a row.
      let isWhole = rest.segments.isEmpty
      let number = isWhole ? groups.count : numbers[path.segments] ?? groups.count
      if !isWhole { numbers[path.segments] = number }
      if number == groups.count { groups.append((path, [])) }
      groups[number].members.append((column, columns[column], rest))
    }
    self.singles = singles
    var shape = RowShape()
    var nodes = [CellNode?](repeating: nil, count: columns.count)
    for column in singles {
      let description = columns[column]
      let part = RowShape.Part(description, column, at: paths[column])
      nodes[column] = shape.add(description, part)
    }
    for group in groups {
      let elements = try shape.addGroup(group.members, at: group.path)
      for (member, node) in zip(group.members, elements) { nodes[member.number] = node }
    }
    self.groups = groups.enumerated().map { number, group in
      Group(
        columns: group.members.map(\.number), cell: singles.count + number,
        isWhole: group.members[0].path.segments.isEmpty)
    }
    // The columns' own cells come first.
    for column in singles {
      guard var node = nodes[column] else { continue }
      shape.addMembers(of: RowShape.Part(columns[column], column, at: paths[column]), to: &node)
      nodes[column] = node
    }
    self.shape = shape
    var positions = columns.map { column in
      Position(cell: -1, kind: CellKind(column.type.item), isList: column.type.isList)
    }
    for (cell, column) in singles.enumerated() { positions[column].cell = cell }
    for group in self.groups {
      for column in group.columns {
        positions[column].cell = group.cell
        positions[column].item = nodes[column]?.cell ?? -1
      }
    }
    self.positions = positions
    self.nodes = nodes
  }

  /// Whether a column is the record key.
  var hasKeys: Bool { singles.count + groups.reduce(0) { $0 + $1.columns.count } < columns.count }

  /// The number of cells of columns and groups.
  package var count: Int { singles.count + groups.count }

  /// The number of 64-bit words with a bit for each cell of the row.
  package var words: Int { (shape.count + 63) / 64 }

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
    return columns
  }

  /// Returns the columns of a cell.
  package func columns(of cell: Int) -> ArraySlice<Int> {
    cell < singles.count ? singles[cell...cell] : groups[cell - singles.count].columns[...]
  }
}

extension RecordPath {
  /// Returns the path of a list that has a group, or of its elements, and the path from an element to the value.
  fileprivate func elements(of type: ColumnType) -> (path: RecordPath, rest: RecordPath)? {
    guard type.isList else { return nil }
    guard let last = segments.lastIndex(where: { $0 == .everyElement || $0 == .everyMember }) else {
      return type.item.isNested ? (self, RecordPath(writing: [] as [Segment])) : nil
    }
    // A list of whole elements has an entry for each element anyway.
    if last == segments.count - 1, !type.item.isNested { return nil }
    return (RecordPath(writing: segments[...last]), RecordPath(writing: segments[(last + 1)...]))
  }
}
