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

  /// The release of Swift and of its Foundation, such as `Swift 6.3.1`; nil if the results do not have it.
  var swift: String? {
    versions.first { $0.hasPrefix("Swift ") }?.split(separator: " ").prefix(2).joined(separator: " ")
  }
}

/// The names of contenders in the documentation.
enum ContenderTitle {
  private static let peers = [
    "simdjson": "simdjson On-Demand", "simdjson-views": "simdjson On-Demand, views",
    "simdjson-dom": "simdjson DOM", "simdjson-builder": "simdjson builder",
    "simdjson-installed": "installed simdjson On-Demand",
    "simdjson-installed-views": "installed simdjson On-Demand, views",
    "simdjson-installed-dom": "installed simdjson DOM",
    "yyjson": "yyjson", "yyjson-writer": "yyjson writer", "rapidjson": "RapidJSON", "duckdb": "DuckDB",
    "polars": "Polars", "msgspec": "msgspec", "orjson": "orjson", "jq": "jq", "jq-installed": "installed jq",
    "reerjson-new": "ReerJSON, new", "reerjson": "ReerJSON",
    "reerjson-encode-new": "ReerJSON, encoding, new", "reerjson-encode": "ReerJSON, encoding",
  ]

  static func title(of contender: String) -> String {
    peers[contender] ?? contender
  }

  /// The name of a contender for readers who do not know this benchmark.
  static func plain(_ contender: String) -> String {
    plainTitles[contender] ?? title(of: contender)
  }

  private static let plainTitles = [
    "index-full": "StreamMap, checks everything", "index-mapped": "StreamMap, checks what it maps",
    "codable": "StreamMap, Decodable models", "JSONDecoder": "JSONDecoder, the same models",
    "JSONSerialization": "JSONSerialization, read by hand", "yajl": "StreamMap through yajl",
    "yajl-noop": "yajl alone, maps nothing", "yajl-tree": "yajl's tree, read by hand",
  ]

  /// Whether a contender is neither StreamMap nor part of the toolchain or of yajl.
  static func isPeer(_ contender: String) -> Bool {
    peers[contender] != nil
  }

  private static let writers: Set = [
    "encode", "codable-encode", "codable-encode-new", "JSONEncoder", "JSONEncoder-new", "simdjson-builder",
    "yyjson-writer", "reerjson-encode", "reerjson-encode-new",
  ]

  /// Whether a contender writes JSON instead of reading it.
  static func isWriter(_ contender: String) -> Bool {
    writers.contains(contender)
  }

  /// The contenders that are StreamMap.
  static let ours: Set = [
    "index-mapped", "index-full", "index-borrowed", "index-untagged", "class", "yajl", "file", "workers-1",
    "workers-2", "gzip",
    "columns-mapped", "columns-full", "codable", "codable-new", "encode", "codable-encode",
    "codable-encode-new", "objectmapper-dialect",
    "genome-dialect", "alter-dialect", "dynamicmapper-dialect", "tinymapping-dialect",
  ]
}
