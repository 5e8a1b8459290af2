/// How columns are read from a record, and where a row has their values.
///
/// A column has one cell of the row, with its value or its list. Columns of lists with the same path up to its last
/// wildcard are a group, so that their lists have an entry for each element: `items[*].sku` and `items[*].price`. A group
/// has one cell, with a ``RowTable``: a row of cells for each element.
@usableFromInline package struct RowLayout: Sendable {
  package let columns: [Column]
  /// Where the values of each column are.
  @usableFromInline package let positions: [Position]
  /// The columns that have a cell of their own, in the order of their cells.
  package let singles: [Int]
  /// The groups. Their cells follow those of the columns.
  package let groups: [Group]
  @usableFromInline package let form: Form

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
    @usableFromInline package let cell: Int
    /// The cell of each row of that table. -1 for a column without a group.
    @usableFromInline package var item = -1
    @usableFromInline package let kind: CellKind
    @usableFromInline package let isList: Bool
  }

  /// The columns whose lists have an entry for each element of one array, or for each member of one object.
  package struct Group {
    /// The path of the elements.
    package let path: RecordPath
    package let columns: [Int]
    /// The cell of the table.
    package let cell: Int

    var cellLayout: RowTable.CellLayout { RowTable.CellLayout(cells: columns.count) }
  }

  /// - Parameters:
  ///   - keys: the columns that are the record key.
  ///   - hasGroups: whether lists of the same elements are a group.
  package init(
    _ columns: [Column], _ form: Form = .typed, keys: Set<Int> = [], hasGroups: Bool = true
  ) throws(PathError) {
    self.columns = columns
    self.form = form
    let paths = try columns.map { (column) throws(PathError) in try column.paths.read()[0] }
    let elements = paths.map(\.elements)
    var singles: [Int] = []
    var members: [(path: RecordPath, columns: [Int])] = []
    var numbers: [[RecordPath.Segment]: Int] = [:]
    for column in columns.indices where !keys.contains(column) {
      // A list of whole elements has an entry for each element anyway.
      guard hasGroups, let (path, isWhole) = elements[column], !isWhole else {
        singles.append(column)
        continue
      }
      let number = numbers[path.segments] ?? members.count
      numbers[path.segments] = number
      if number == members.count { members.append((path, [])) }
      members[number].columns.append(column)
    }
    self.singles = singles
    groups = members.enumerated().map { number, group in
      Group(path: group.path, columns: group.columns, cell: singles.count + number)
    }
    var places: [Int: (cell: Int, item: Int)] = [:]
    for (cell, column) in singles.enumerated() { places[column] = (cell, -1) }
    for group in groups {
      for (item, column) in group.columns.enumerated() { places[column] = (group.cell, item) }
    }
    positions = columns.enumerated().map { column, description in
      let (cell, item) = places[column] ?? (-1, -1)
      return Position(
        cell: cell, item: item, kind: CellKind(description.type.item), isList: description.type.isList)
    }
  }

  /// Whether a column is the record key.
  var hasKeys: Bool { singles.count + groups.reduce(0) { $0 + $1.columns.count } < columns.count }

  /// The number of cells.
  package var count: Int { singles.count + groups.count }

  /// The number of 64-bit words with a bit for each cell.
  package var words: Int { (count + 63) / 64 }

  /// Returns a bit for each of 64 cells.
  func cells(_ word: Int) -> UInt64 {
    let count = count - word * 64
    return count >= 64 ? .max : 1 << UInt64(count) - 1
  }

  /// Returns the columns of a cell.
  package func columns(of cell: Int) -> ArraySlice<Int> {
    cell < singles.count ? singles[cell...cell] : groups[cell - singles.count].columns[...]
  }
}

extension RecordPath {
  /// The path up to its last wildcard, and whether that is the whole path. Nil if it has none.
  fileprivate var elements: (path: RecordPath, isWhole: Bool)? {
    guard let last = segments.lastIndex(where: { $0 == .everyElement || $0 == .everyMember }) else {
      return nil
    }
    return (RecordPath(writing: segments[...last]), last == segments.count - 1)
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

  package init(_ type: ColumnType) {
    switch type {
    case .bool: self = .flag
    case .date: self = .half
    case .int64, .timestamp: self = .int
    case .uint64: self = .unsigned
    case .double: self = .double
    case .string: self = .text
    case .json: self = .json
    case .list(let element): self.init(element)
    }
  }
}
