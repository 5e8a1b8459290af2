// Tracks the columns that no record has had yet. Each chunk tracks its own. A column is missing in two chunks if it is
// missing in both.

import StreamMap
import StreamMapTables

struct SeenColumns: Codable, Sendable, Hashable {
  /// The indexes of the columns in PATHS.
  private var unseen: [Int] = []

  /// Creates an instance without missing columns.
  init() {}

  init(_ columns: [ProjectedColumn]) { unseen = columns.indices.filter { columns[$0].constant == nil } }

  init(_ columns: ColumnMapping) {
    unseen = columns.columns.indices.filter { columns.constant($0) == nil }
  }

  /// The numbers of the missing columns, in order.
  var missing: [Int] { unseen }

  /// Adds a record. Does nothing once every column has had a value.
  mutating func note(_ record: borrowing ColumnRow) {
    guard !unseen.isEmpty else { return }
    record.forEachNewRow { row in
      for index in unseen.indices.reversed() where row.isNew(unseen[index]) && row.has(unseen[index]) {
        unseen.remove(at: index)
      }
    }
  }

  /// Adds the columns that other records had.
  mutating func add(_ other: SeenColumns) {
    guard unseen != other.unseen else { return }
    unseen.removeAll { !other.unseen.contains($0) }
  }
}
