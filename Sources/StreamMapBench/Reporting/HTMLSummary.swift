/// The first section of the page: for each workload the bars of a few contenders, with names that need no explanation.
struct HTMLSummary {
  /// In this order for equal speeds. The programs and libraries outside Swift are added, if they were measured.
  private static let contenders = ["index-mapped"] + Summary.groups.joined() + ["JSONSerialization"]

  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  var text: String {
    """
    <section id="summary" class="summary">
    \(report.workloads.map(card).joined(separator: "\n"))
    </section>
    """
  }

  private func card(_ workload: String) -> String {
    let shown = report.measurements(of: workload).filter { Self.isShown($0.contender) }
      .sorted { $0.megabytesPerSecond > $1.megabytesPerSecond }
    guard let most = shown.first?.megabytesPerSecond, most > 0 else { return "" }
    let about = Workload.all.first { $0.name == workload }?.about ?? ""
    let rows = shown.map { measurement in
      HTMLBar(measurement, in: report, title: ContenderTitle.plain(measurement.contender), of: most).text
    }
    return """
      <div class="card">
      <h2><a href="#\(escaped(workload))">\(escaped(workload))</a></h2>
      <p class="about">\(escaped(about))</p>
      <ol class="bars">
      \(rows.joined(separator: "\n"))
      </ol>
      </div>
      """
  }

  private static func isShown(_ contender: String) -> Bool {
    contenders.contains(contender)
      || ContenderTitle.isPeer(contender) && !ContenderTitle.isWriter(contender)
        && !contender.contains("installed")
  }
}
