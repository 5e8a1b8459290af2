@testable import StreamMap
@testable import StreamMapTables

extension InferredSchema {
  /// The schema of JSON Lines.
  init(of lines: String, bounds: Bounds = Bounds()) throws {
    self.init(bounds: bounds)
    try add(lines: lines)
  }

  mutating func add(lines: String) throws {
    try JSONLines(.text(lines), as: InferredSchema.mapping()).forEach { record, _ in add(record) }
  }
}
