/// How a row is made from what the machine has read: the cells of the record, and of the element of each level, are copied
/// to one row, which also has the constants, and the values in the texts of strings.
struct RowJoin: Sendable {
  /// Cells that follow each other, and their first place in the row. Their marks are in one word, in both rows.
  struct Copy: Sendable {
    let source: Int
    let target: Int
    private(set) var count = 1
    /// A bit for each cell.
    private(set) var mask: UInt64 = 1

    /// Adds the next cell if it is copied to the next place.
    fileprivate mutating func take(_ next: Copy) -> Bool {
      let isNext = source + count == next.source && target + count == next.target
      guard isNext, next.source % 64 > 0, next.target % 64 > 0 else { return false }
      count += 1
      mask = mask &<< 1 | 1
      return true
    }
  }

  /// Returns the copies of those cells that have a place.
  static func copies(_ targets: [Int?]) -> [Copy] {
    var copies: [Copy] = []
    for case (let source, let target?) in targets.enumerated() {
      let next = Copy(source: source, target: target)
      if copies.isEmpty || !copies[copies.count - 1].take(next) { copies.append(next) }
    }
    return copies
  }

  /// The cells of a record, or of an element.
  struct Level: Sendable {
    /// The cell with the list of the elements, in the row around them. -1 for the record.
    var cell = -1
    var copies: [Copy] = []
    /// The columns that are the element itself, each with its own cell in the row. Each has a list of its own, because an
    /// element of any kind fits it.
    var wholes: [(cell: Int, target: Int, copies: [Copy])] = []
    /// The cell with the element's name, in its row. -1 if no column is the name.
    var key = -1
  }

  /// The record, and then each level.
  let levels: [Level]
  /// For each cell of a column or a group, its level.
  let cellLevels: [Int]
  /// For each ``RowConstant``, its cells.
  let constants: [[Int]]
  /// The strings of the record whose text has columns.
  let texts: [Text]
  /// For each column, where its value is before the row of an element is joined. Nil if elements have no rows, and if some
  /// columns are elements themselves, or in texts: their values are in other rows than those of the levels.
  let references: [RowParts.Reference]?

  /// A string whose text has columns.
  struct Text: Sendable {
    /// The cell with the row of the text, in the record's row.
    let cell: Int
    /// For each column of the text, its number among all.
    let columns: [Int]
    let copies: [Copy]
  }
}
