/// The table of Benchmarks/RESULTS.md: a row for each compact workload, a column of MB/s for each contender.
struct ReadmeTable {
  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  private static let contenders = [
    "index-mapped", "simdjson", "index-borrowed", "simdjson-views", "index-full", "simdjson-dom", "codable",
    "yajl", "yyjson", "rapidjson", "duckdb", "polars", "msgspec", "orjson", "JSONDecoder", "encode",
    "simdjson-builder", "yyjson-writer", "codable-encode", "JSONEncoder",
  ]

  var text: String {
    let compact = Workload.compact.map(\.name)
    let workloads = report.workloads.filter { compact.contains($0) }
    let contenders = Self.contenders.filter { name in
      workloads.contains { report[$0, name] != nil }
    }
    let titles = contenders.map { name in
      ContenderTitle.isPeer(name) ? ContenderTitle.title(of: name) : "`\(name)`"
    }
    let head = [
      line(["workload"] + titles),
      "|---" + String(repeating: "|--:", count: contenders.count) + "|",
    ]
    let rows = workloads.map { workload in
      line(
        ["`\(workload)`"]
          + contenders.map { name in
            report[workload, name].map { decimal($0.megabytesPerSecond, places: 0) } ?? "-"
          })
    }
    return (head + rows + [""] + wrapped(spaced + origin)).joined(separator: "\n") + "\n"
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// The sentence about spaced records.
  private var spaced: [String] {
    let ratios = report.workloads.compactMap { workload -> Double? in
      guard let compact = report[workload, "index-mapped"],
        let spaced = report[workload + Workload.spacedSuffix, "index-mapped"], compact.median > 0
      else { return nil }
      return spaced.recordsPerSecond / compact.recordsPerSecond
    }
    guard let least = ratios.min(), let most = ratios.max() else { return [] }
    return words(
      """
      With a space after each comma and colon, as Python's `json.dumps` writes them, `index-mapped` reads \
      \(decimal(least, places: 2)) to \(decimal(most, places: 2)) times as many of the same records a second.
      """)
  }

  private var origin: [String] {
    let versions = report.versions.isEmpty ? "" : " " + report.versions.joined(separator: ", ") + "."
    return words(
      "Measured on \(report.machine) (\(report.date)), by `\(report.command)`.\(versions)")
  }

  private func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  /// Wraps lines at 118 characters, without breaking code spans.
  private func wrapped(_ words: [String]) -> [String] {
    var lines: [String] = []
    var line = ""
    var isCode = false
    for word in words {
      if line.isEmpty {
        line = word
      } else if isCode || line.count + 1 + word.count <= 118 {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
