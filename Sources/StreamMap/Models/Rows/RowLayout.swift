/// How columns are read from a record, and where a row has their values.
///
/// A column has one cell of the row, with its value or its list. Columns of lists with the same path up to its last
/// wildcard are a group, so that their lists have an entry for each element: `items[*].sku` and `items[*].price`. A group
/// has one cell, with a ``RowTable``: a row of cells for each element.
struct RowLayout: Sendable {
  let columns: [Column]
  /// Where the values of each column are.
  let positions: [Position]
  /// The columns that have a cell of their own, in the order of their cells.
  let singles: [Int]
  /// The groups. Their cells follow those of the columns.
  let groups: [Group]
  /// The columns in the order in which a batch stores them: those with cells of their own, and then those of the groups.
  let storageOrder: [Int]
  /// Which cells are stored alike, for each 64 cells.
  let masks: [CellMasks]
  let form: Form

  /// The rules for the values of all columns.
  enum Form {
    /// Values have types. An intermediate value of the wrong kind does not fit.
    case typed
    /// Any value is kept as its JSON text, without white space. An intermediate value of the wrong kind is absent.
    case untyped
    /// The same, with white space.
    case verbatim
  }

  /// Where the values of a column are, and how they are stored.
  struct Position {
    /// The cell with the value or the list, or with the table of the column's group. -1 for the record key, which is not
    /// in the record.
    let cell: Int
    /// The cell of each row of that table. -1 for a column without a group.
    var item = -1
    let kind: BufferKind
    let isList: Bool
  }

  /// The columns whose lists have an entry for each element of one array, or for each member of one object.
  struct Group {
    /// The path of the elements.
    let path: RecordPath
    let columns: [Int]
    /// The cell of the table.
    let cell: Int
    /// The positions of its columns in `storageOrder`.
    let storages: Range<Int>

    var cellLayout: RowTable.CellLayout { RowTable.CellLayout(cells: columns.count) }
  }

  /// - Parameters:
  ///   - keys: the columns that are the record key.
  ///   - hasGroups: whether lists of the same elements are a group.
  init(
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
    var order = singles
    groups = members.enumerated().map { number, group in
      let start = order.count
      order += group.columns
      return Group(
        path: group.path, columns: group.columns, cell: singles.count + number, storages: start..<order.count)
    }
    storageOrder = order
    var places: [Int: (cell: Int, item: Int)] = [:]
    for (cell, column) in singles.enumerated() { places[column] = (cell, -1) }
    for group in groups {
      for (item, column) in group.columns.enumerated() { places[column] = (group.cell, item) }
    }
    positions = columns.enumerated().map { column, description in
      let (cell, item) = places[column] ?? (-1, -1)
      return Position(
        cell: cell, item: item, kind: BufferKind(description.type.item), isList: description.type.isList)
    }
    masks = stride(from: 0, to: singles.count + groups.count, by: 64).map {
      [positions, groups] first in
      var masks = CellMasks()
      for cell in first..<min(first + 64, singles.count + groups.count) {
        let position = cell < singles.count ? positions[singles[cell]] : nil
        masks.insert(cell - first, position?.isList == false ? position?.kind : nil)
      }
      return masks
    }
  }

  /// Whether a column is the record key.
  var hasKeys: Bool { singles.count + groups.reduce(0) { $0 + $1.columns.count } < columns.count }

  /// The number of cells.
  var count: Int { singles.count + groups.count }

  /// The number of 64-bit words with a bit for each cell.
  var words: Int { masks.count }

  /// Returns the columns of a cell.
  func columns(of cell: Int) -> ArraySlice<Int> {
    cell < singles.count ? singles[cell...cell] : groups[cell - singles.count].columns[...]
  }

  /// Returns the positions in `storageOrder` of a cell's columns.
  @inline(__always)
  func storages(of cell: Int) -> Range<Int> {
    cell < singles.count ? cell..<(cell + 1) : groups[cell - singles.count].storages
  }

  /// Returns the position of a column in `storageOrder`.
  func storage(of column: Int) -> Int {
    let position = positions[column]
    return position.item < 0
      ? position.cell : groups[position.cell - singles.count].storages.lowerBound + position.item
  }

  /// The number of bytes that each row holds, without texts and elements.
  var fixedBytes: Int {
    positions.reduce(presenceBytes) { $0 + ($1.isList ? BufferKind.offsetSize : $1.kind.width) }
  }

  /// The number of bytes that a batch counts for the presence of a row's values.
  var presenceBytes: Int { (columns.count + 63) / 64 * MemoryLayout<UInt64>.size }
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

/// For up to 64 cells, a bit for each whose values are added to a batch in the same way. So a row's values are added
/// kind by kind, with one loop for each.
struct CellMasks: Sendable {
  /// Single values by their sizes.
  private(set) var bytes8: UInt64 = 0, bytes4: UInt64 = 0, byte: UInt64 = 0
  /// Texts.
  private(set) var text: UInt64 = 0
  /// Lists, groups and JSON values, each in its own way.
  private(set) var other: UInt64 = 0

  /// All cells.
  var all: UInt64 { bytes8 | bytes4 | byte | text | other }

  /// Adds a cell of single values of a kind, or of lists.
  fileprivate mutating func insert(_ cell: Int, _ kind: BufferKind?) {
    let bit: UInt64 = 1 << UInt64(cell)
    switch kind {
    case .int, .unsigned, .double: bytes8 |= bit
    case .half: bytes4 |= bit
    case .flag: byte |= bit
    case .text: text |= bit
    case .json, nil: other |= bit
    }
  }
}

/// How the values of a type are stored.
enum BufferKind: UInt8, Sendable {
  /// One byte, 0 or 1. It is packed to a bit when the batch is finished.
  case flag
  /// Four bytes.
  case half
  /// Eight bytes: an `Int`, a `UInt64` or a `Double`.
  case int, unsigned, double
  /// Bytes of text, and the 32-bit offset of their end.
  case text
  /// The same, for the JSON text of a value.
  case json

  init(_ type: ColumnType) {
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

  /// The size of an offset.
  static var offsetSize: Int { 4 }

  /// The number of bytes of each value, or of a text's offset.
  var width: Int {
    switch self {
    case .flag: 1
    case .half: 4
    case .int, .unsigned, .double: 8
    case .text, .json: Self.offsetSize
    }
  }

  var isText: Bool { self == .text || self == .json }
}
