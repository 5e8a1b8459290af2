// The report of a run that --report writes as one JSON object.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import StreamMap

/// How a run ended.
enum RunEnd: String, Encodable {
  /// All inputs were read, and all outputs were written.
  case complete
  /// --limit ended the run before all inputs were read.
  case limit
  /// A bad record ended the run, or there were more than --max-errors allows.
  case stopped
  /// A signal ended the run.
  case interrupted
  /// The reader of standard output closed it.
  case closed
  /// An input could not be read, or an output could not be written.
  case failed

  init(_ failure: any Error) {
    self =
      switch failure {
      case is Interrupted: .interrupted
      case is OutputClosed: .closed
      default: .failed
      }
  }
}

struct RunReport: Encodable {
  struct Input: Encodable {
    var file: String
    /// The bytes that were read, after decompression.
    var bytes: Int
    /// The offset after the last complete line that was read. Omitted without --complete-lines, and if it was not read
    /// to its end.
    var offset: Int?
    /// Whether it was read to its end, or to the end of the part that was to be read.
    var complete: Bool
    /// Why it could not be read to its end.
    var failure: String?
  }

  struct Place: Encodable {
    var count: Int
    var firstFile: String?
    var firstOffset: Int?
    /// Omitted if the number of the line is unknown.
    var firstLine: Int?

    init(_ finding: Survey.Finding, _ files: [String]) {
      count = finding.count
      firstFile = finding.file.map { files[$0] }
      firstOffset = finding.offset
      firstLine = finding.line
    }

    enum CodingKeys: String, CodingKey {
      case count
      case firstFile = "first_file"
      case firstOffset = "first_offset"
      case firstLine = "first_line"
    }
  }

  struct Path: Encodable {
    /// The name of the column.
    var name: String
    var path: String
    /// The declared type. Omitted for a column of PATHS.
    var type: String?
    var absent: Place
    var null: Place
    /// The values by type. Of a declared type, the records whose value does not fit, if the command is `check`.
    var types: [String: Place]
    /// The values that are null because they do not fit the declared type. Without one, the values of any type but the
    /// most frequent one.
    var mismatched: Place

    init(_ column: Survey.Column, _ files: [String]) {
      (name, path) = (column.name, column.path)
      absent = Place(column.absent, files)
      null = Place(column.null, files)
      mismatched = Place(column.mismatched, files)
      type = column.type
      let kinds = Survey.Kind.allCases.filter { $0 != .null && column.types[$0.rawValue].count > 0 }
      types = Dictionary(
        uniqueKeysWithValues: kinds.map { ("\($0)", Place(column.types[$0.rawValue], files)) })
    }
  }

  var version = HelpText.version
  var command: String
  /// All inputs in their order, also those that could not be opened.
  var inputs: [Input]
  var end: RunEnd
  /// Which file could not be written, or which input ended the run.
  var failure: String?
  /// The bytes that were read, after decompression. If a bad record ended the run, the bytes before its error.
  var bytes: Int
  /// Good and bad records.
  var records: Int
  /// The rows that were written.
  var rows: Int
  var rejects: Int
  /// The records that --where has skipped. Omitted without the option.
  var filtered: Int?
  /// The lines that have other text instead of a record. Omitted if each line is a record.
  var skippedLines: Int?
  /// The number of rejects of each kind.
  var kinds: [String: Int]
  /// The time of this run, and its speed. Bytes that an earlier run has read do not count.
  var seconds: Double
  var megabytesPerSecond: Double
  var paths: [Path]
  /// The records with members that no column reads. Omitted without --schema.
  var unread: [String: Place]?

  /// - Parameters:
  ///   - failure: the failure that ended the run.
  ///   - seconds: the time since the run began.
  init(_ session: Session, _ failure: String?, seconds: Double) {
    let (tally, names) = (session.tally, session.inputs.map(\.name))
    command = session.command
    inputs = session.listed.map { listed in
      switch listed {
      case .failure(let failure):
        return Input(file: failure.name, bytes: 0, complete: false, failure: failure.reason)
      case .success(let number):
        let failure = session.inputFailures[number]?.reason
        let (bytes, isComplete) = (session.inputBytes[number], failure == nil && number < session.readInputs)
        let start = session.inputRanges[number].range(of: .max).lowerBound
        return Input(
          file: names[number], bytes: bytes,
          offset: isComplete && session.options.completeLines ? start + bytes : nil,
          complete: isComplete, failure: failure)
      }
    }
    (end, self.failure) = (session.end, failure)
    (bytes, records, rows, rejects) = (tally.bytes, tally.allRecords, tally.rows, tally.bad)
    (filtered, skippedLines, kinds) = (tally.filtered, tally.skippedLines, tally.kinds)
    self.seconds = seconds
    megabytesPerSecond = seconds > 0 ? Double(tally.bytes - session.begun.bytes) / seconds / 1e6 : 0
    paths = tally.survey.columns.map { Path($0, names) }
    unread = session.options.schema == nil ? nil : tally.survey.unread.mapValues { Place($0, names) }
  }

  /// The JSON on several lines.
  var text: [UInt8] {
    let encoder = StreamEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var text: [UInt8] = []
    // Only strings and finite numbers are encoded, which cannot fail.
    try? encoder.encode(self, into: &text)
    return text + [UInt8(ascii: "\n")]
  }

  enum CodingKeys: String, CodingKey {
    case version, command, inputs, end, failure, bytes, records, rows, rejects, filtered, kinds, seconds,
      paths, unread
    case skippedLines = "skipped_lines"
    case megabytesPerSecond = "mb_per_s"
  }
}
