/// How the rows of elements are made from what the machine has read: the cells of the record, and of the element of each
/// level, are copied to one row.
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
  }

  /// The record, and then each level.
  let levels: [Level]
  /// For each cell of a column or a group, its level.
  let cellLevels: [Int]
  /// The cells with the number of the element in the innermost array.
  let indexes: [Int]
}
