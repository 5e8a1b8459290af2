extension FieldStatistics: CustomStringConvertible {
  /// A table with a row for each field with findings, and the location of the first one.
  public var description: String {
    let fields = fields
    let counted = fields.filter {
      $0.absent.count + $0.null.count + $0.mismatched.count + $0.dropped.count > 0
    }
    var text = "\(records) records, \(rejected) rejected; fields with findings: "
    text += "\(counted.count) of \(fields.count)"
    guard !counted.isEmpty else { return text }
    var rows = [["field", "type", "absent", "null", "mismatched", "dropped", "first"]]
    for field in counted {
      let all = [field.absent, field.null, field.mismatched, field.dropped]
      let first = all.compactMap(\.first).min { $0.byteOffset < $1.byteOffset }
      rows.append([field.path, field.type] + all.map { "\($0.count)" } + [first.map { "\($0)" } ?? ""])
    }
    return text + "\n" + rows.aligned(numbers: 2..<6)
  }
}

extension [[String]] {
  /// Returns rows of equally many cells as lines with aligned columns.
  ///
  /// - Parameter numbers: the columns that are aligned at their right.
  func aligned(numbers: Range<Int> = 0..<0) -> String {
    let widths = (first ?? []).indices.map { column in map { $0[column].count }.max() ?? 0 }
    return map { row in
      var line = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return numbers.contains(column) ? space + cell.0 : cell.0 + space
      }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}

extension FieldStatistics.Location: CustomStringConvertible {
  /// The line, if known, and the byte offset.
  var description: String {
    line.map { "line \($0), byte \(byteOffset)" } ?? "byte \(byteOffset)"
  }
}
