/// A lower bound of the ratio of two speeds.
struct Floor {
  /// The two contenders and the workload.
  let name: String
  let least: Double

  private let subject: (workload: String, contender: String)
  private let rival: (workload: String, contender: String)

  /// The ratio of two contenders over the same bytes.
  private init(_ contender: String, over rival: String, on workload: String, atLeast least: Double) {
    name = "\(contender) : \(ContenderTitle.title(of: rival)), \(workload)"
    self.least = least
    subject = (workload, contender)
    self.rival = (workload, rival)
  }

  /// The ratio of records per second over the spaced and over the compact records.
  private init(spaced contender: String, on workload: String, atLeast least: Double) {
    name = "\(contender), spaced : compact, \(workload)"
    self.least = least
    subject = (workload + Workload.spacedSuffix, contender)
    rival = (workload, contender)
  }

  /// The measured ratio; nil unless both were measured.
  func ratio(in report: Report) -> Double? {
    guard let subject = report[subject.workload, subject.contender],
      let rival = report[rival.workload, rival.contender], rival.recordsPerSecond > 0
    else { return nil }
    return subject.recordsPerSecond / rival.recordsPerSecond
  }

  static let all: [Floor] =
    floors(
      "index-mapped", over: "simdjson",
      ["tweets": 1.3, "tweets-sparse": 1.7, "events": 1.1, "logs": 0.75, "points": 0.8, "escapes": 0.9])
    + floors(
      "index-borrowed", over: "simdjson-views", ["tweets": 1.6, "events": 1.5, "logs": 1.1, "escapes": 1])
    + floors("index-full", over: "simdjson-dom", ["tweets": 1.3, "events": 1.2, "logs": 1, "escapes": 0.9])
    + floors("columns-mapped", over: "index-borrowed", ["logs": 0.9])
    + floors("columns-full", over: "index-borrowed", ["logs": 0.7])
    + floors("index-mapped", over: "JSONDecoder", ["tweets": 20, "logs": 14, "points": 18])
    + floors("index-full", over: "JSONDecoder", ["tweets": 12, "logs": 12, "points": 12])
    + floors("index-full", over: "duckdb", ["tweets": 1.8, "logs": 1.1])
    + floors("codable", over: "JSONDecoder", ["tweets": 8, "logs": 6, "probing": 3])
    + floors("index-full", over: "codable", ["orders": 2])
    + floors("codable-new", over: "JSONDecoder-new", ["small": 3])
    + floors("codable-encode-new", over: "JSONEncoder-new", ["small": 2.5])
    + floors("encode", over: "JSONEncoder", ["tweets": 3, "logs": 3])
    + floors("codable-encode", over: "JSONEncoder", ["tweets": 8, "logs": 8])
    + floors("encode", over: "simdjson-builder", ["tweets": 0.7, "logs": 0.6, "points": 1])
    + floors("objectmapper-dialect", over: "JSONSerialization", ["tweets": 8, "logs": 5])
    + ["genome", "alter", "dynamicmapper", "tinymapping"].flatMap {
      floors("\($0)-dialect", over: "JSONSerialization", ["tweets": 5])
    }
    + floors("class", over: "index-mapped", ["tweets": 0.8])
    + ["index-mapped", "index-full"].flatMap { contender in
      Workload.compact.map { Floor(spaced: contender, on: $0.name, atLeast: 0.75) }
    }

  private static func floors(
    _ contender: String, over rival: String, _ least: KeyValuePairs<String, Double>
  ) -> [Floor] {
    least.map { Floor(contender, over: rival, on: $0.key, atLeast: $0.value) }
  }

  /// Truncates to two decimals, so that a ratio below its floor never looks equal to it.
  private static func cut(_ ratio: Double) -> String {
    decimal((ratio * 100).rounded(.down) / 100, places: 2)
  }

  /// The name, floor, measured ratio and verdict of each floor on the measured workloads.
  static func rows(_ report: Report) -> [[String]] {
    all.filter { report.workloads.contains($0.subject.workload) }.map { floor in
      let ratio = floor.ratio(in: report)
      let verdict = ratio.map { $0 >= floor.least ? "met" : "NOT MET" } ?? "not measured"
      // A ratio to Foundation has the release of Swift.
      let release = floor.rival.contender.hasPrefix("JSON") ? report.swift.map { ", \($0)" } ?? "" : ""
      return [
        floor.name + release, decimal(floor.least, places: 2), ratio.map(cut) ?? "-", verdict,
      ]
    }
  }
}
