import Foundation

/// The results as a JSON array, one object per line, so that scripts can join the results of other programs.
///
/// `checksum` is a string of 16 hexadecimal digits, as few readers keep 64 bits of a number, or null for a contender
/// that maps nothing. `peak_rss_bytes` is the growth of the peak during one run. Every object is self-contained: it
/// repeats the machine, the command and the date.
enum JSONReport {
  static func text(_ report: Report) -> String {
    let objects = report.measurements.map { object($0, of: report) }
    return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ measurement: Measurement, of report: Report) -> String {
    let allocations = measurement.allocationsPerRecord.map { decimal($0, places: 6) }
    let peakMemory = measurement.peakMemory.map { "\($0)" }
    let checksum = measurement.checksum.map { quoted(hexadecimal($0)) }
    let seconds = measurement.seconds.map { decimal($0, places: 9) }.joined(separator: ", ")
    let members: [(name: String, value: String)] = [
      ("workload", quoted(measurement.workload)),
      ("contender", quoted(measurement.contender)),
      ("mb_per_s", decimal(measurement.megabytesPerSecond, places: 3)),
      ("ns_per_record", decimal(measurement.nanosecondsPerRecord, places: 3)),
      ("allocations_per_record", allocations ?? "null"),
      ("peak_rss_bytes", peakMemory ?? "null"),
      ("bytes", "\(measurement.bytes)"),
      ("records", "\(measurement.records)"),
      ("checksum", checksum ?? "null"),
      ("validation", quoted(measurement.validation)),
      ("version", measurement.version.map(quoted) ?? "null"),
      ("note", measurement.note.map(quoted) ?? "null"),
      ("machine", quoted(report.machine)),
      ("command", quoted(report.command)),
      ("date", quoted(report.date)),
      ("seconds", "[\(seconds)]"),
    ]
    return "  {" + members.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ") + "}"
  }

  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case "\u{0}"..<" ":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Reads the output of ``text(_:)``.
  static func read(_ data: Data) throws -> Report {
    let objects = try JSONDecoder().decode([Object].self, from: data)
    guard let first = objects.first else { throw NoResults() }
    return Report(
      measurements: objects.map(\.measurement), machine: first.machine, command: first.command,
      date: first.date)
  }

  struct NoResults: Error, CustomStringConvertible {
    var description: String { "the array is empty" }
  }

  private struct Object: Decodable {
    let workload, contender, validation, machine, command, date: String
    let bytes, records: Int
    let checksum, version, note: String?
    let allocations: Double?
    let peakMemory: Int?
    let seconds: [Double]

    private enum CodingKeys: String, CodingKey {
      case workload, contender, validation, machine, command, date, bytes, records, checksum, version, note
      case seconds
      case allocations = "allocations_per_record"
      case peakMemory = "peak_rss_bytes"
    }

    var measurement: Measurement {
      Measurement(
        workload: workload, contender: contender, validation: validation, bytes: bytes, records: records,
        checksum: checksum.flatMap { UInt64($0, radix: 16) },
        allocations: allocations.map { Int(($0 * Double(records)).rounded()) }, peakMemory: peakMemory,
        seconds: seconds, version: version, note: note)
    }
  }
}
