/// Measurements, with the machine, command and date.
struct Report: Equatable {
  /// In the order of output, grouped by workload.
  var measurements: [Measurement]

  /// Processor, cores, system.
  var machine: String

  /// The command line.
  var command: String

  /// The day, as `2026-11-21`.
  var date: String

  /// The names of the workloads, in order.
  var workloads: [String] {
    var names: [String] = []
    for measurement in measurements where !names.contains(measurement.workload) {
      names.append(measurement.workload)
    }
    return names
  }

  func measurements(of workload: String) -> [Measurement] {
    measurements.filter { $0.workload == workload }
  }

  subscript(workload: String, contender: String) -> Measurement? {
    measurements.first { $0.workload == workload && $0.contender == contender }
  }

  /// The size and the record count of a workload, as text.
  func amounts(of workload: String) -> [String] {
    let all = measurements(of: workload)
    // A contender that writes has the size of its output.
    let reader = all.first { !ContenderTitle.isWriter($0.contender) }
    guard let first = reader ?? all.first else { return [] }
    return ["\(decimal(Double(first.bytes) / 1e6, places: 1)) MB", "\(first.records) records"]
  }

  /// The versions of the contenders, without duplicates.
  var versions: [String] {
    var versions: [String] = []
    for version in measurements.compactMap(\.version) where !versions.contains(version) {
      versions.append(version)
    }
    return versions
  }
}

/// The names of contenders in the documentation.
enum ContenderTitle {
  private static let peers = [
    "simdjson": "simdjson On-Demand", "simdjson-views": "simdjson, views",
    "simdjson-dom": "simdjson DOM", "rapidjson": "RapidJSON", "duckdb": "DuckDB", "polars": "Polars",
    "msgspec": "msgspec", "orjson": "orjson", "jq": "jq",
  ]

  static func title(of contender: String) -> String {
    peers[contender] ?? contender
  }

  /// Whether a contender is a program or a library outside Swift.
  static func isPeer(_ contender: String) -> Bool {
    peers[contender] != nil
  }

  /// Whether a contender writes JSON instead of reading it.
  static func isWriter(_ contender: String) -> Bool {
    ["encode", "codable-encode", "JSONEncoder"].contains(contender)
  }

  /// The contenders that are StreamMap.
  static let ours: Set = [
    "index-mapped", "index-full", "index-borrowed", "class", "yajl", "file", "workers-1", "workers-2", "gzip",
    "codable", "encode", "codable-encode", "objectmapper-dialect", "genome-dialect", "alter-dialect",
    "dynamicmapper-dialect", "tinymapping-dialect",
  ]
}
