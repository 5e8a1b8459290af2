/// The results of one workload as text: a heading, an aligned table and the sentence of ratios.
///
/// A column without values is left out.
struct Table {
  /// The width of the sentence in characters.
  private static let width = 110

  private let report: Report
  private let workload: String

  init(_ report: Report, workload: String) {
    self.report = report
    self.workload = workload
  }

  var text: String {
    let sentence = RatioSentence(report, workload: workload).text?.wrapped(at: Self.width)
    return [heading, rows, sentence].compactMap { $0 }.joined(separator: "\n\n")
  }

  private var heading: String {
    let about = Workload.all.first { $0.name == workload }?.about
    // The release of Foundation is here for the columns that compare with it.
    let facts = [about].compactMap { $0 } + report.amounts(of: workload) + [report.swift].compactMap { $0 }
    return workload + ": " + facts.joined(separator: "; ")
  }

  private var rows: String {
    let measurements = report.measurements(of: workload)
    let columns = Self.columns.filter { column in
      column.isAlways || measurements.contains { column.cell($0, report) != nil }
    }
    let cells = measurements.map { measurement in columns.map { $0.cell(measurement, report) ?? "-" } }
    let numbers = Set(columns.indices.filter { columns[$0].isNumber })
    return Columns.text([columns.map(\.title)] + cells, numbers: numbers)
  }

  /// The floors, and whether they were met.
  static func floors(_ report: Report) -> String {
    Columns.text([["ratio", "floor", "measured", ""]] + Floor.rows(report), numbers: [1, 2])
  }

  struct Column: Sendable {
    let title: String
    var isNumber = false
    var isAlways = false
    let cell: @Sendable (Measurement, Report) -> String?
  }

  static let columns = [
    Column(title: "contender", isAlways: true) { measurement, _ in measurement.contender },
    Column(title: "MB/s", isNumber: true) { measurement, _ in
      decimal(measurement.megabytesPerSecond, places: 1)
    },
    Column(title: "min-max", isNumber: true) { measurement, _ in
      let range = measurement.range
      return "\(decimal(range.slowest, places: 0))-\(decimal(range.fastest, places: 0))"
    },
    Column(title: "ns/record", isNumber: true) { measurement, _ in
      decimal(measurement.nanosecondsPerRecord, places: 0)
    },
    Column(title: "allocs/rec", isNumber: true) { measurement, _ in
      measurement.allocationsPerRecord.map { decimal($0, places: 2) }
    },
    Column(title: "peak", isNumber: true) { measurement, _ in
      measurement.peakMemory.map { decimal(Double($0) / 1e6, places: 1) + " MB" }
    },
    Column(title: "vs simdjson", isNumber: true) {
      let rival = ContenderTitle.isWriter($0.contender) ? "simdjson-builder" : "simdjson"
      return speed(of: $0, over: rival, in: $1)
    },
    Column(title: "vs JSONDec", isNumber: true) {
      speed(of: $0, over: Contender.foundation(for: $0.contender), in: $1)
    },
    Column(title: "time/JSONDec", isNumber: true, cell: timeShare),
    Column(title: "validates") { measurement, _ in measurement.validation },
    Column(title: "runs", isNumber: true) { measurement, _ in "\(measurement.seconds.count)" },
    Column(title: "checksum") { measurement, _ in
      measurement.checksum.map(hexadecimal) ?? measurement.note ?? "maps nothing"
    },
  ]

  /// The time of a measurement divided by the time of Foundation's, for workloads of documents.
  private static func timeShare(_ measurement: Measurement, _ report: Report) -> String? {
    guard Workload.documents.contains(where: { $0.name == measurement.workload }),
      let rival = report[measurement.workload, Contender.foundation(for: measurement.contender)],
      rival.median > 0
    else { return nil }
    return decimal(measurement.median / rival.median, places: 2)
  }

  private static func speed(of measurement: Measurement, over name: String, in report: Report) -> String? {
    guard let rival = report[measurement.workload, name], measurement.median > 0 else { return nil }
    return decimal(rival.median / measurement.median, places: 2) + "x"
  }
}
