/// A value of a column as a plain value: of the oracle, of a batch, or of an Arrow stream.
enum ColumnValue: Hashable, Sendable, CustomStringConvertible {
  case null
  case bool(Bool)
  /// A value of `int64`, of a time or of `date`.
  case int(Int64)
  case unsigned(UInt64)
  /// The bits, because -0 is not 0.
  case double(UInt64)
  case text([UInt8])
  /// The entries of a map are structs of a key and a value.
  case list([ColumnValue])
  /// The members of a struct, in the order of its type.
  case members([ColumnValue])

  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .unsigned(let value): "\(value)u"
    case .double(let bits): "\(Double(bitPattern: bits))d"
    case .text(let bytes): "\"\(excerpt(bytes))\""
    case .members(let members): "{\(members.map(\.description).joined(separator: ", "))}"
    case .list(let items): "[\(items.map(\.description).joined(separator: ", "))]"
    }
  }
}
