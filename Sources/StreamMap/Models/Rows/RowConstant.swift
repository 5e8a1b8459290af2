/// A value of a column that is not at a path of the record.
package enum RowConstant: Int, Sendable, CaseIterable {
  /// The name of the input, and the offset of the record's first byte in it.
  case file, offset
  /// The name of the member that is the record, or that is the element.
  case key
  /// The number of the element in its array, from 0.
  case index

  /// What stands in the place of a path.
  package var name: String {
    switch self {
    case .file: "$file"
    case .offset: "$offset"
    case .key: "$key"
    case .index: "$index"
    }
  }

  /// The type of the values.
  package var type: ColumnType {
    switch self {
    case .file, .key: .string
    case .offset, .index: .int64
    }
  }
}
