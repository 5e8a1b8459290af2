// What a worker makes of the records of a slice: the rows, and what is to be
// reported of them.

import StreamMap

struct RunPart: Sendable {
  /// The rows as they are written.
  private(set) var output: [UInt8] = []
  private(set) var rows = 0
  /// The columns that none of the records had.
  var seen: SeenColumns
  /// How many good records there were.
  var records = 0
  /// What was found since the last mark.
  private var findings: Findings
  /// Where it can be cut, in order.
  private var marks: [Mark] = []
  private let blank: Findings

  /// What is to be reported of records.
  struct Findings: Sendable {
    var survey: Survey
    /// What the records look like; empty unless that is asked.
    var schema = InferredSchema()
  }

  private struct Mark {
    var records, rows, end: Int
    /// Since the mark before.
    var findings: Findings
  }

  /// - Parameter count: about how many bytes the rows have.
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

  /// What was found in all records, in pieces to be added up.
  var allFindings: [Findings] { marks.map(\.findings) + [findings] }

  /// The estimated memory, in bytes.
  var size: Int { output.count + marks.count * markSize }

  private var markSize: Int { MemoryLayout<Mark>.stride + blank.survey.size }

  /// Adds a row.
  mutating func add(_ write: (inout [UInt8]) -> Void) {
    write(&output)
    rows += 1
  }

  /// It may be cut here: what comes is not mixed with what is there.
  mutating func mark() {
    marks.append(Mark(records: records, rows: rows, end: output.count, findings: findings))
    findings = blank
  }

  /// Leaves out all behind so many records, where a mark is.
  mutating func cut(after count: Int) {
    while records > count, let mark = marks.popLast() {
      (records, rows, findings) = (mark.records, mark.rows, mark.findings)
      output.removeSubrange(mark.end...)
    }
  }
}
