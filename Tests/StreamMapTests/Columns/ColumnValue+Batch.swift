import StreamMapTables
import Testing

@testable import TestSupport

extension ColumnValue {
  /// Returns the rows of a batch, which is in Arrow's layout.
  static func rows(of batch: borrowing ColumnBatch) -> [[ColumnValue]] {
    rows(of: batch) { Issue.record("\($0)") }
  }
}
