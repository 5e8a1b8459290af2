// Tracks the columns that no record has had yet. Each chunk tracks its own. A column is missing in two chunks if it is
// missing in both.

import StreamMap

struct SeenColumns: Codable, Sendable, Hashable {
  private struct Column: Codable, Sendable, Hashable {
    /// The index of the column in PATHS.
    var number: Int
  }

  private var unseen: [Column] = []

  /// Creates an instance without missing columns.
  init() {}

  init(_ columns: [ProjectedColumn]) {
    unseen = columns.indices.filter { !columns[$0].isKey }.map { Column(number: $0) }
  }

  init(_ columns: ColumnMapping) {
    unseen = columns.columns.indices.map { Column(number: $0) }
  }

  /// The numbers of the missing columns, in order.
  var missing: [Int] { unseen.map(\.number) }

  /// Adds a row. Does nothing once every column has had a value.
  mutating func note(_ row: borrowing ColumnRow) {
    guard !unseen.isEmpty else { return }
    for index in unseen.indices.reversed() where row.has(unseen[index].number) { unseen.remove(at: index) }
  }

  /// Adds the columns that other records had.
  mutating func add(_ other: SeenColumns) {
    guard unseen != other.unseen else { return }
    unseen.removeAll { !other.unseen.contains($0) }
  }
}
