/// The results as aligned text.
struct Table {
  private let rows: [[String]]

  /// - Parameter measurements: In the order to print, those of one workload together.
  init(_ measurements: [Measurement]) {
    var rows = [Self.heading]
    var workload: String?
    for measurement in measurements {
      if let workload, workload != measurement.workload { rows.append([]) }
      workload = measurement.workload
      let rival = measurements.first {
        $0.workload == measurement.workload && $0.contender == "JSONDecoder"
      }
      rows.append(Self.row(measurement, rival: rival))
    }
    self.rows = rows
  }

  private static let heading = [
    "workload", "contender", "MB/s", "ns/record", "allocs/rec", "peak", "vs JSONDec", "validates", "runs",
    "checksum",
  ]
  private static let numbers: ClosedRange = 2...6

  private static func row(_ measurement: Measurement, rival: Measurement?) -> [String] {
    [
      measurement.workload,
      measurement.contender,
      decimal(measurement.megabytesPerSecond, places: 1),
      decimal(measurement.nanosecondsPerRecord, places: 0),
      decimal(measurement.allocationsPerRecord, places: 2),
      decimal(Double(measurement.peakMemory) / 1e6, places: 1) + " MB",
      rival.map { decimal($0.median / measurement.median, places: 2) + "x" } ?? "-",
      measurement.validation,
      "\(measurement.seconds.count)",
      measurement.checksum.map(hexadecimal) ?? "maps nothing",
    ]
  }

  var text: String {
    let widths = Self.heading.indices.map { column in
      rows.map { $0.isEmpty ? 0 : $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let isNumber = Self.numbers.contains(column) || Self.heading[column] == "runs"
        return column == row.count - 1 ? cell : cell.padding(to: widths[column], atLeft: isNumber)
      }
      return cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
