// The columns that no record has had yet. A slice has some of its own; of two slices together, no record had the columns
// that are missing in both.

import StreamMap

struct SeenColumns: Codable, Sendable, Hashable {
  private struct Column: Codable, Sendable, Hashable {
    /// Its place in PATHS.
    var number: Int
    var endsWithWildcard: Bool
  }

  private var unseen: [Column] = []

  /// None is missing.
  init() {}

  init(_ columns: [Projection.Column]) {
    unseen = columns.enumerated().filter { !$1.isKey }.map { number, column in
      let last = column.path.segments.last
      return Column(number: number, endsWithWildcard: last == .everyElement || last == .everyMember)
    }
  }

  /// The numbers of those that are missing, in order.
  var missing: [Int] { unseen.map(\.number) }

  /// Notes a row; costs nothing once every column was there.
  mutating func note(_ row: borrowing ProjectedRow) {
    guard !unseen.isEmpty else { return }
    for index in unseen.indices.reversed()
    where row.has(unseen[index].number, endsWithWildcard: unseen[index].endsWithWildcard) {
      unseen.remove(at: index)
    }
  }

  /// Adds what other records had.
  mutating func add(_ other: SeenColumns) {
    guard unseen != other.unseen else { return }
    unseen.removeAll { !other.unseen.contains($0) }
  }
}
