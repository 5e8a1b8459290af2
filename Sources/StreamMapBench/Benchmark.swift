// State: the corpus of the previous workload, reused if the next workload has the same bytes.

import Foundation

/// Carries out the options: measures and reports, or does one of the other tasks.
struct Benchmark {
  private let options: Options
  private let command: String
  private let progress = ProgressLine()
  private var last: (source: String, corpus: Corpus)?

  /// - Parameter command: The command line, for the reports.
  init(_ options: Options, command: String = "StreamMapBench") {
    self.options = options
    self.command = command
  }

  mutating func run() throws {
    if let size = options.soak { return try Soak(size: size, seed: options.seed, progress: progress).run() }
    if let path = options.write { return try writeRecords(to: path) }
    if let path = options.from { return try show(resultsFrom: path) }
    if options.isWorker { return try serve() }
    // Fails now, not after minutes, if a file cannot be written.
    try write("", to: options.json)
    try write("", to: options.html)
    let report = try measure()
    try write(JSONReport.text(report), to: options.json)
    try write(HTMLReport(report).text, to: options.html)
    if !options.printsTables, let summary = Summary(report).text { say("\n" + summary) }
    if options.contenders.isEmpty && !options.isAll { say(more) }
  }

  private mutating func measure() throws -> Report {
    var report = Report(measurements: [], machine: Machine.name, command: command, date: Machine.date)
    defer { progress.clear() }
    say(heading)
    let workloads = options.selectedWorkloads.map { ($0, options.selectedContenders(of: $0)) }
    for (index, (workload, contenders)) in workloads.enumerated() {
      if contenders.isEmpty {
        say("\n\(workload.name): none of the contenders named runs on this workload")
        continue
      }
      let position = "workload \(index + 1) of \(workloads.count)"
      progress.show("\(workload.name) (\(position)): preparing the records")
      let corpus = try corpus(for: workload)
      let race = Race(
        workload: workload.name, corpus: corpus, contenders: contenders, runs: Runs(requested: options.runs),
        progress: progress, position: position)
      report.measurements += try race.measure()
      if options.printsTables { say("\n" + Table(report, workload: workload.name).text) }
    }
    return report
  }

  private var heading: String {
    let input =
      options.data
      ?? "\(decimal(Double(options.size) / 1e6, places: 1)) MB per workload, seed \(options.seed)"
    let names = options.selectedWorkloads.flatMap { options.selectedContenders(of: $0).map(\.name) }
    let runs = Runs(requested: options.runs).text(for: Set(names))
    return """
      \(Machine.name)
      \(input); speed: \(runs)
      """
  }

  private var more: String {
    """

    \(options.printsTables ? "" : "--table prints all numbers, --html FILE writes a page with charts, ")\
    --all runs every contender; --help explains them.
    """
  }

  /// Prints at once, even to a pipe.
  private func say(_ text: String) {
    progress.clear()
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  private mutating func serve() throws {
    for workload in options.selectedWorkloads {
      try Worker(workload: workload, corpus: corpus(for: workload), machine: Machine.name).run()
    }
  }

  // MARK: Files

  private func show(resultsFrom path: String) throws {
    let report: Report
    do {
      report = try JSONReport.read(Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw FileFailure(path: path, action: "read as the output of --json", reason: error)
    }
    try write(HTMLReport(report).text, to: options.html)
    if options.isReadme { return print(ReadmeTable(report).text, terminator: "") }
    print("\(report.command); \(report.machine); \(report.date)")
    for version in report.versions { print(version) }
    if !options.isTable, let summary = Summary(report).text { return print("\n" + summary) }
    for workload in report.workloads {
      print()
      print(Table(report, workload: workload).text)
    }
    print()
    print(Table.floors(report))
  }

  private func write(_ text: String, to path: String?) throws {
    if let path { try write(Array(text.utf8), to: path) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try bytes.write(toFile: path)
    } catch {
      throw FileFailure(path: path, action: "written", reason: error)
    }
  }

  private func writeRecords(to path: String) throws {
    for workload in options.selectedWorkloads {
      let bytes = workload.makeLines(options.size, options.seed)
      try write(bytes, to: path)
      print("\(path): \(decimal(Double(bytes.count) / 1e6, places: 1)) MB of \(workload.name)")
    }
  }

  private mutating func corpus(for workload: Workload) throws -> Corpus {
    let source = options.data ?? workload.source
    if let last, last.source == source { return last.corpus }
    // Frees the previous corpus first, so that only one is in memory.
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

    var description: String { "\(path) contains no records" }
  }
}
