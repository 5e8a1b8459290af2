/// Rows of cells as aligned text. A row without cells is an empty line.
enum Columns {
  /// - Parameter numbers: The right-aligned columns.
  static func text(_ rows: [[String]], numbers: Set<Int>) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        column == row.count - 1 && !numbers.contains(column)
          ? cell : cell.padding(to: widths[column], atLeft: numbers.contains(column))
      }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
