import StreamMap
import StreamMapTables

extension ColumnValue {
  /// Returns the rows of a batch.
  ///
  /// - Parameter complain: called with what breaks the rules of Arrow's layout.
  static func rows(of batch: borrowing ColumnBatch, _ complain: (String) -> Void) -> [[ColumnValue]] {
    var columns: [[ColumnValue]] = []
    for index in batch.columns.indices { columns.append(values(of: batch[index], complain)) }
    return (0..<batch.count).map { row in columns.map { $0[row] } }
  }

  private static func values(
    of column: borrowing ColumnView, _ complain: (String) -> Void
  ) -> [ColumnValue] {
    checkLayout(of: column, complain)
    var values: [ColumnValue] = []
    switch column.type {
    case .list, .map:
      let items = Self.values(of: column.items, complain)
      guard column.offsets[column.count] == items.count else {
        complain("lists end at \(column.offsets[column.count]) of \(items.count) elements")
        return Array(repeating: .null, count: column.count)
      }
      for row in 0..<column.count {
        values.append(column.isNull(row) ? .null : .list(Array(items[column.range(at: row)])))
      }
    case .struct(let types):
      var members: [[ColumnValue]] = []
      for type in types { members.append(Self.values(of: column.member(type.name), complain)) }
      for row in 0..<column.count {
        let own = members.map { $0[row] }
        values.append(column.isNull(row) ? .null : .members(own))
        // The members of a null are null.
        if column.isNull(row), own.contains(where: { $0 != .null }) {
          complain("a null of \(column.type) has members")
        }
      }
    default:
      for row in 0..<column.count { values.append(column.isNull(row) ? .null : value(of: column, row)) }
    }
    return values
  }

  private static func value(of column: borrowing ColumnView, _ row: Int) -> ColumnValue {
    switch column.type {
    case .bool: .bool(column.bool(at: row) ?? false)
    case .int64, .timestamp, .datetime, .unix: .int(column.values(as: Int64.self)[row])
    case .uint64: .unsigned(column.values(as: UInt64.self)[row])
    case .double: .double(column.values(as: Double.self)[row].bitPattern)
    case .date: .int(Int64(column.values(as: Int32.self)[row]))
    case .string, .text, .json: .text(column.range(at: row).map { column.bytes[$0] })
    case .list, .struct, .map: .null
    }
  }

  /// Checks what Arrow prescribes for buffers: their alignment, the count of nulls, and offsets that never fall.
  private static func checkLayout(of column: borrowing ColumnView, _ complain: (String) -> Void) {
    let offsets = column.offsets
    var nulls: [Int] = []
    for row in 0..<column.count where column.isNull(row) { nulls.append(row) }
    let isSound =
      isAligned(column.validity) && isAligned(column.bytes) && isAligned(offsets)
      && column.nullCount == nulls.count && column.validity.isEmpty == nulls.isEmpty
      && (offsets.isEmpty || offsets.count == column.count + 1 && offsets[0] == 0)
    // A null has no text and no elements.
    var hasContent = false
    for row in nulls where !offsets.isEmpty { hasContent = hasContent || offsets[row] != offsets[row + 1] }
    if !isSound || hasContent { complain("a column of \(column.type) is not in Arrow's layout") }
  }

  private static func isAligned<Value: BitwiseCopyable>(_ buffer: Span<Value>) -> Bool {
    // SAFETY: only the address is used.
    unsafe buffer.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } % 64 == 0
  }
}
