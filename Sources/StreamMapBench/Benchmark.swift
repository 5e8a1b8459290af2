// State: the corpus of the workload before, kept while the next one has the same bytes.

import Foundation

/// Runs what the options ask for and reports it.
struct Benchmark {
  private let options: Options
  private let command: String
  private let progress = ProgressLine()
  private var last: (source: String, corpus: Corpus)?

  /// - Parameter command: What was run to get here, for the reports.
  init(_ options: Options, command: String = "StreamMapBench") {
    self.options = options
    self.command = command
  }

  /// Measures and reports; or does the one other thing that is asked for.
  mutating func run() throws {
    if let size = options.soak { return try Soak(size: size, seed: options.seed, progress: progress).run() }
    if let path = options.write { return try writeRecords(to: path) }
    if let path = options.from { return try show(resultsFrom: path) }
    if options.isWorker { return try serve() }
    // Minutes from now is too late to learn that a file cannot be written.
    try write("", to: options.json)
    try write("", to: options.html)
    let report = try measure()
    try write(JSONReport.text(report), to: options.json)
    try write(HTMLReport(report).text, to: options.html)
    print(heading)
    print()
    print(Table(report).text)
  }

  private mutating func measure() throws -> Report {
    var report = Report(measurements: [], machine: Machine.name, command: command, date: Machine.date)
    defer { progress.clear() }
    for workload in workloads {
      progress.show("\(workload.name): preparing")
      let corpus = try corpus(for: workload)
      let contenders = workload.contenders.filter {
        options.contenders.isEmpty || options.contenders.contains($0.name)
      }
      let race = Race(
        workload: workload.name, corpus: corpus, contenders: contenders, runs: options.runs,
        progress: progress)
      report.measurements += try race.measure()
    }
    return report
  }

  private var workloads: [Workload] {
    options.workloads.isEmpty
      ? Workload.compact : Workload.all.filter { options.workloads.contains($0.name) }
  }

  private var heading: String {
    let input =
      options.data ?? "\(decimal(Double(options.size) / 1e6, places: 1)) MB a workload, seed \(options.seed)"
    return "\(input); median of \(options.runs) runs; \(Machine.name)"
  }

  private mutating func serve() throws {
    for workload in workloads {
      try Worker(workload: workload, corpus: corpus(for: workload), machine: Machine.name).run()
    }
  }

  // MARK: Files

  private func show(resultsFrom path: String) throws {
    let report: Report
    do {
      report = try JSONReport.read(Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw FileFailure(path: path, action: "read as results of --json", reason: error)
    }
    try write(HTMLReport(report).text, to: options.html)
    if options.isReadme { return print(ReadmeTable(report).text, terminator: "") }
    print("\(report.command); \(report.machine); \(report.date)")
    for version in report.versions { print(version) }
    print()
    print(Table(report).text)
    print()
    print(Table(report).floors)
  }

  private func write(_ text: String, to path: String?) throws {
    if let path { try write(Data(text.utf8), to: path) }
  }

  private func write(_ data: Data, to path: String) throws {
    do {
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      throw FileFailure(path: path, action: "written", reason: error)
    }
  }

  private func writeRecords(to path: String) throws {
    for workload in workloads {
      let bytes = workload.makeLines(options.size, options.seed)
      try write(Data(bytes), to: path)
      print("\(path): \(decimal(Double(bytes.count) / 1e6, places: 1)) MB of \(workload.name)")
    }
  }

  private mutating func corpus(for workload: Workload) throws -> Corpus {
    let source = options.data ?? workload.source
    if let last, last.source == source { return last.corpus }
    // The one before must be gone before the next is made: two would double the memory.
    last = nil
    let corpus: Corpus
    if let path = options.data {
      do {
        corpus = try Corpus(path: path)
      } catch {
        throw FileFailure(path: path, action: "read", reason: error)
      }
      if corpus.count == 0 { throw EmptyFile(path: path) }
    } else {
      corpus = Corpus(bytes: workload.makeLines(options.size, options.seed))
    }
    last = (source, corpus)
    return corpus
  }

  struct FileFailure: Error, CustomStringConvertible {
    let path: String
    let action: String
    let reason: any Error

    var description: String {
      let cocoa = reason as NSError
      return "\(path) cannot be \(action): \(cocoa.localizedFailureReason ?? cocoa.localizedDescription)"
    }
  }

  struct EmptyFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) has no records" }
  }
}
