/// The results as a self-contained page: a summary, and for each workload a bar chart, the sentence of ratios and a table.
struct HTMLReport {
  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>StreamMap benchmark</title>
    <style>
    \(HTMLStyle.sheet)
    </style>
    </head>
    <body>
    <header>
    <h1>StreamMap benchmark</h1>
    <p>JSON Lines mapped into Swift models, in megabytes per second. Longer bars are faster. The contenders of a workload
    run in turn over the same bytes. Point at a bar for its numbers.</p>
    <dl>
    <dt>Machine</dt><dd>\(escaped(report.machine))</dd>
    <dt>Command</dt><dd><code>\(escaped(report.command))</code></dd>
    <dt>Date</dt><dd>\(escaped(report.date))</dd>
    \(versions)
    </dl>
    <p class="legend">\(keys)</p>
    </header>
    <main>
    \(HTMLSummary(report).text)
    \(report.workloads.map(section).joined(separator: "\n"))
    \(floors)
    </main>
    <footer>
    <p>A bar is the median of the runs. Contenders use one thread, except that <b>workers-2</b> uses two and <b>gzip</b>
    decompresses on a second. Contenders with the same checksum mapped the same values.</p>
    <p>Validation: <b>full</b> is RFC 8259 in well-formed UTF-8. <b>mapped</b> is the encoding, and the syntax of the
    mapped values. <b>syntax</b> leaves the encoding of some strings unchecked. <b>yajl</b> is what yajl itself checks.
    <b>nearly full</b> accepts halves of surrogate pairs. <b>lenient</b> accepts some text that is not JSON.
    <b>nothing</b> parses no JSON. <b>writes</b> is for contenders that write JSON.</p>
    </footer>
    </body>
    </html>

    """
  }

  private var versions: String {
    let versions = report.versions
    return versions.isEmpty
      ? "" : "<dt>Versions</dt><dd>\(escaped(versions.joined(separator: ", ")))</dd>"
  }

  /// The keys of the colours, for the checks that were measured, and of the marks.
  private var keys: String {
    let checks = HTMLBar.Check.allCases.filter { check in
      report.measurements.contains { HTMLBar.Check($0.validation) == check }
    }
    let marks = Self.marks.filter { mark in report.measurements.contains { $0.contender == mark.contender } }
    let keys =
      checks.map { ($0.rawValue, $0.key) }
      + [("others", "pale: not StreamMap"), ("whisker", "slowest to fastest run")]
      + marks.map { ($0.kind, $0.title) }
    return keys.map { "<span class=\"entry\"><span class=\"key \($0)\"></span>\($1)</span>" }.joined()
  }

  /// A contender whose speed is marked in every bar.
  private struct Mark {
    let contender: String
    let kind: String
    let title: String
  }

  private static let marks = [
    Mark(contender: "simdjson", kind: "mark", title: ContenderTitle.title(of: "simdjson")),
    Mark(contender: limit, kind: "mark limit", title: "reading every byte and nothing else"),
  ]

  /// The contender that is a mark and no bar: the limit of the memory.
  private static let limit = "memory"

  // MARK: A workload

  private func section(_ workload: String) -> String {
    let measurements = report.measurements(of: workload)
    let about = Workload.all.first { $0.name == workload }?.about ?? ""
    let shown = measurements.filter { $0.contender != Self.limit }
    let fastest = shown.map(\.range.fastest).max() ?? 0
    let limit = report[workload, Self.limit]?.megabytesPerSecond
    // A limit far above all bars would make them too short. It is marked by an arrow at their end.
    let isLimitShown = limit.map { $0 <= 2 * fastest } ?? false
    let top = isLimitShown ? max(fastest, limit ?? 0) : fastest
    let bars = shown.sorted { $0.megabytesPerSecond > $1.megabytesPerSecond }.map { bar($0, of: top) }
    let reading = limit.map {
      "every byte is read at \(decimal($0, places: 0)) MB/s\(isLimitShown ? "" : " (›, beyond the scale)")"
    }
    return """
      <section id="\(escaped(workload))">
      <h2>\(escaped(workload))</h2>
      <p class="about">\(escaped(([about] + report.amounts(of: workload) + [reading].compactMap { $0 }).joined(separator: " · ")))</p>
      <ol class="bars">
      \(bars.joined(separator: "\n"))
      </ol>
      \(ratios(workload))
      <details><summary>All numbers</summary>
      \(table(measurements))
      </details>
      </section>
      """
  }

  private func ratios(_ workload: String) -> String {
    RatioSentence(report, workload: workload).text.map { "<p>\(escaped($0))</p>" } ?? ""
  }

  private func bar(_ measurement: Measurement, of top: Double) -> String {
    func share(_ speed: Double) -> String { HTMLBar.share(speed, of: top) }
    let range = measurement.range
    // One run has no range.
    let whisker =
      measurement.seconds.count < 2
      ? ""
      : """
      <span class="range" style="left:\(share(range.slowest))%;width:\(share(range.fastest - range.slowest))%">\
      </span>
      """
    let marks = Self.marks.compactMap { mark -> String? in
      guard let speed = report[measurement.workload, mark.contender]?.megabytesPerSecond else { return nil }
      let kind = speed > top ? "\(mark.kind) beyond" : mark.kind
      return "<span class=\"\(kind)\" style=\"left:\(share(min(speed, top)))%\"></span>"
    }.joined()
    let title = ContenderTitle.title(of: measurement.contender)
    return HTMLBar(measurement, in: report, title: title, of: top, marks: marks + whisker).text
  }

  private func table(_ measurements: [Measurement]) -> String {
    let columns = Table.columns.filter { column in
      column.isAlways || measurements.contains { column.cell($0, report) != nil }
    }
    let head = columns.map { cell("th", $0.title, isNumber: $0.isNumber) }.joined()
    let rows = measurements.map { measurement in
      "<tr>"
        + columns.map { cell("td", $0.cell(measurement, report) ?? "-", isNumber: $0.isNumber) }.joined()
        + "</tr>"
    }
    return """
      <div class="scroll"><table><thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private func cell(_ tag: String, _ text: String, isNumber: Bool) -> String {
    "<\(tag)\(isNumber ? " class=\"number\"" : "")>\(escaped(text))</\(tag)>"
  }

  // MARK: Floors

  private var floors: String {
    // Floors are ratios to contenders outside Swift, which a run without them cannot show.
    guard report.measurements.contains(where: { $0.contender == "simdjson" }) else { return "" }
    let rows = Floor.rows(report).map { row in
      let kind = row[3] == "met" ? "met" : row[3] == "NOT MET" ? "missed" : "unknown"
      return "<tr class=\"\(kind)\">"
        + row.enumerated().map { column, text in
          cell("td", text, isNumber: column == 1 || column == 2)
        }.joined() + "</tr>"
    }
    return """
      <section id="ratios">
      <h2>Ratios</h2>
      <p class="about">Ratios of speeds over the same records: the required minimum (floor) and the measured ratio.</p>
      <div class="scroll"><table><thead><tr><th>ratio</th><th class="number">floor</th>\
      <th class="number">measured</th><th></th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      </section>
      """
  }
}
