// The result of a worker for the records of a slice: rows and findings.

import StreamMap

struct RunPart: Sendable {
  /// The rows, as text.
  private(set) var output: [UInt8] = []
  private(set) var rows = 0
  /// The columns that none of the records had.
  var seen: SeenColumns
  /// The number of good records.
  var records = 0
  /// The findings since the last mark.
  private var findings: Findings
  /// The positions at which the part can be cut, in order.
  private var marks: [Mark] = []
  private let blank: Findings

  /// The findings of records.
  struct Findings: Sendable {
    var survey: Survey
    /// The inferred schema. Empty unless requested.
    var schema = InferredSchema()
  }

  private struct Mark {
    var records, rows, end: Int
    /// The findings since the previous mark.
    var findings: Findings
  }

  /// - Parameter count: the approximate size of the rows, in bytes.
  init(_ survey: Survey, _ seen: SeenColumns = SeenColumns(), expecting count: Int = 0) {
    self.seen = seen
    output.reserveCapacity(count)
    blank = Findings(survey: survey)
    findings = blank
  }

  var survey: Survey {
    get { findings.survey }
    _modify { yield &findings.survey }
  }

  var schema: InferredSchema {
    get { findings.schema }
    _modify { yield &findings.schema }
  }

  /// The findings of all records, in pieces to be added.
  var allFindings: [Findings] { marks.map(\.findings) + [findings] }

  /// The estimated memory, in bytes.
  var size: Int { output.count + marks.count * markSize }

  private var markSize: Int { MemoryLayout<Mark>.stride + blank.survey.size }

  /// Adds a row.
  mutating func add(_ write: (inout [UInt8]) -> Void) {
    write(&output)
    rows += 1
  }

  /// Marks a position at which the part can be cut. Later findings are kept separate from earlier ones.
  mutating func mark() {
    marks.append(Mark(records: records, rows: rows, end: output.count, findings: findings))
    findings = blank
  }

  /// Removes everything after a number of records. There must be a mark.
  mutating func cut(after count: Int) {
    while records > count, let mark = marks.popLast() {
      (records, rows, findings) = (mark.records, mark.rows, mark.findings)
      output.removeSubrange(mark.end...)
    }
  }
}
