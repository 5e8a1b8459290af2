// What a worker makes of the records of a slice: the rows, and what is to be
// reported of them.

import StreamMap

struct RunPart: Sendable {
  /// The rows as they are written.
  private(set) var output: [UInt8] = []
  private(set) var rows = 0
  /// Where each row ends, in case that not all are wanted.
  private var ends: [Int] = []
  var survey: Survey
  /// What the records look like; empty unless that is asked.
  var schema = Schema()

  init(_ survey: Survey) {
    self.survey = survey
  }

  /// Adds a row.
  mutating func add(keepsEnd: Bool, _ write: (inout [UInt8]) -> Void) {
    write(&output)
    rows += 1
    if keepsEnd { ends.append(output.count) }
  }

  /// Leaves out the rows behind so many; their ends have to be known.
  mutating func cut(after count: Int) {
    guard count < rows else { return }
    output.removeSubrange((count == 0 ? 0 : ends[count - 1])...)
    rows = count
  }
}
