// The report of a run that --report writes as one JSON object.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import StreamMap

struct RunReport: Encodable {
  struct Place: Encodable {
    var count: Int
    var firstFile: String?
    var firstOffset: Int?

    init(_ finding: Survey.Finding, _ files: [String]) {
      count = finding.count
      firstFile = finding.file.map { files[$0] }
      firstOffset = finding.offset
    }

    enum CodingKeys: String, CodingKey {
      case count
      case firstFile = "first_file"
      case firstOffset = "first_offset"
    }
  }

  struct Path: Encodable {
    /// The name of the column.
    var name: String
    var path: String
    var absent: Place
    var null: Place
    /// The values by type. Values of any type but the most frequent one are mismatched.
    var types: [String: Place]
    var mismatched: Int

    init(_ column: Survey.Column, _ files: [String]) {
      (name, path) = (column.name, column.path)
      absent = Place(column.absent, files)
      null = Place(column.types[Survey.Kind.null.rawValue], files)
      let kinds = Survey.Kind.allCases.filter { $0 != .null && column.types[$0.rawValue].count > 0 }
      types = Dictionary(
        uniqueKeysWithValues: kinds.map { ("\($0)", Place(column.types[$0.rawValue], files)) })
      let counts = types.values.map(\.count)
      mismatched = counts.reduce(0, +) - (counts.max() ?? 0)
    }
  }

  var version = HelpText.version
  var command: String
  var files: [String]
  /// How the run ended: complete, stopped, interrupted or failed.
  var end: String
  /// The bytes that were read. If a bad record ended the run, the bytes before its error.
  var bytes: Int
  /// Good and bad records.
  var records: Int
  var rows: Int
  var rejects: Int
  /// The records that --where has skipped. Omitted without the option.
  var filtered: Int?
  /// The number of rejects of each kind.
  var kinds: [String: Int]
  var seconds: Double
  var megabytesPerSecond: Double
  var paths: [Path]

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
    case version, command, files, end, bytes, records, rows, rejects, filtered, kinds, seconds, paths
    case megabytesPerSecond = "mb_per_s"
  }
}
