// The result of a chunk: its rows, and its data for reports.

import StreamMap
import StreamMapTables

struct RunPart: Sendable {
  /// The rows in the output format.
  private(set) var output: [UInt8] = []
  private(set) var rows = 0
  /// The name of the input. Nil if no column is it, or the offset of a record.
  let file: String?
  /// The rows in columns, for an output of record batches.
  private(set) var columns = ColumnSegment()
  /// The columns without a value so far.
  var seen: SeenColumns
  /// The number of good records.
  var records = 0
  /// The findings since the last mark.
  private var findings: Findings
  /// The positions at which it can be cut, in order.
  private var marks: [Mark] = []
  private let blank: Findings

  /// The data for reports and schemas.
  struct Findings: Sendable {
    var survey: Survey
    /// The inferred schema. Empty unless the command infers one.
    var schema = InferredSchema()
    /// The length of the longest record, in bytes. 0 unless the command infers a schema.
    var longest = 0
  }

  private struct Mark {
    var records, rows, end: Int
    /// The findings since the previous mark.
    var findings: Findings
  }

  /// - Parameters:
  ///   - file: the name of the input, if a column is it or the offset of a record.
  ///   - count: the approximate number of bytes in the rows.
  init(
    _ survey: Survey, _ seen: SeenColumns = SeenColumns(), of file: String? = nil, expecting count: Int = 0
  ) {
    self.file = file
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

  var longest: Int {
    get { findings.longest }
    _modify { yield &findings.longest }
  }

  /// The findings of all records, in parts to be added.
  var allFindings: [Findings] { marks.map(\.findings) + [findings] }

  /// The estimated memory, in bytes.
  var size: Int { output.count + columns.size + marks.count * markSize }

  private var markSize: Int { MemoryLayout<Mark>.stride + blank.survey.size }

  /// Sets the columns that say where a record is.
  @inline(__always)
  func locate(_ record: borrowing ColumnRow, _ location: RecordLocation) {
    if let file { record.take(file: file, offset: location.byteOffset) }
  }

  /// Adds the rows of a record. The closure returns their number.
  mutating func add(_ write: (inout [UInt8]) -> Int) { rows += write(&output) }

  /// Adds the rows of a record to the columns.
  mutating func add(_ record: borrowing ColumnRow) { rows += columns.add(record) }

  /// Adds a position at which it can be cut.
  mutating func mark() {
    marks.append(Mark(records: records, rows: rows, end: output.count, findings: findings))
    findings = blank
  }

  /// Returns the number of rows of the first `count` good records. There must be a mark at that position, unless each
  /// record has one row.
  func rows(after count: Int) -> Int {
    count == records ? rows : marks.last { $0.records == count }?.rows ?? count
  }

  /// Removes everything after `count` good records. There must be a mark at that position.
  mutating func cut(after count: Int) {
    while records > count, let mark = marks.popLast() {
      (records, rows, findings) = (mark.records, mark.rows, mark.findings)
      output.removeSubrange(mark.end...)
    }
    columns.cut(to: rows)
  }
}
