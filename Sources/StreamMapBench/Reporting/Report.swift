/// Results, and what they were found on.
struct Report: Equatable {
  /// In the order to print, those of one workload together.
  var measurements: [Measurement]

  /// Processor, cores, system.
  var machine: String

  /// What was run to get them.
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

  /// The versions of contenders that have one, each once.
  var versions: [String] {
    var versions: [String] = []
    for version in measurements.compactMap(\.version) where !versions.contains(version) {
      versions.append(version)
    }
    return versions
  }
}

/// The names of contenders as the documentation writes them.
enum ContenderTitle {
  private static let peers = [
    "simdjson": "simdjson On-Demand", "simdjson-views": "simdjson, views",
    "simdjson-dom": "simdjson DOM", "rapidjson": "RapidJSON", "duckdb": "DuckDB", "polars": "Polars",
    "msgspec": "msgspec", "orjson": "orjson", "jq": "jq",
  ]

  static func title(of contender: String) -> String {
    peers[contender] ?? contender
  }

  /// Whether it is a program or a library outside Swift.
  static func isPeer(_ contender: String) -> Bool {
    peers[contender] != nil
  }

  /// Those that are StreamMap.
  static let ours: Set = [
    "index-mapped", "index-full", "index-borrowed", "class", "yajl", "file", "codable", "encode",
    "codable-encode", "objectmapper-dialect", "genome-dialect", "alter-dialect", "dynamicmapper-dialect",
    "tinymapping-dialect",
  ]
}
