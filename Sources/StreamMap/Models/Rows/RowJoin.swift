/// How a row is made from what the machine has read: the cells of the record, and of the element of each level, are copied
/// to one row, which also has the constants, and the values in the texts of strings.
struct RowJoin: Sendable {
  /// A cell that is copied, and its place in the row.
  struct Copy: Sendable {
    let source: Int
    let target: Int
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

  /// A string whose text has columns.
  struct Text: Sendable {
    /// The cell with the row of the text, in the record's row.
    let cell: Int
    /// For each column of the text, its number among all.
    let columns: [Int]
    let copies: [Copy]
  }
}
