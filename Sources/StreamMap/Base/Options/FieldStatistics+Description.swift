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
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return (2..<6).contains(column) ? space + cell.0 : cell.0 + space
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      text += "\n" + line
    }
    return text
  }
}

extension FieldStatistics.Location: CustomStringConvertible {
  /// The line, if known, and the byte offset.
  var description: String {
    line.map { "line \($0), byte \(byteOffset)" } ?? "byte \(byteOffset)"
  }
}
