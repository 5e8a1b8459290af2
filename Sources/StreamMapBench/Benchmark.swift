// State: the corpus of the workload before, kept while the next one has the same bytes.

import Foundation

/// Runs what the options ask for and reports it.
struct Benchmark {
  private let options: Options
  private let progress = ProgressLine()
  private var last: (source: String, corpus: Corpus)?

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the table and writes the JSON file; or only writes the records, if that is what is asked for.
  mutating func run() throws {
    if let size = options.soak { return try Soak(size: size, seed: options.seed, progress: progress).run() }
    if let path = options.write { return try writeRecords(to: path) }
    // Minutes from now is too late to learn that the file cannot be written.
    try write("")
    let names = options.workloads
    let workloads = Workload.all.filter { names.isEmpty || names.contains($0.name) }
    var measurements: [Measurement] = []
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
      measurements += try race.measure()
    }
    progress.clear()
    try write(JSONReport.text(measurements))
    print(heading)
    print()
    print(Table(measurements).text)
  }

  private func write(_ json: String) throws {
    guard let path = options.json else { return }
    try write(Data(json.utf8), to: path)
  }

  private func write(_ data: Data, to path: String) throws {
    do {
      try data.write(to: URL(fileURLWithPath: path))
    } catch {
      throw FileFailure(path: path, action: "written", reason: error)
    }
  }

  private func writeRecords(to path: String) throws {
    for workload in Workload.all where options.workloads.contains(workload.name) {
      let bytes = workload.makeLines(options.size, options.seed)
      try write(Data(bytes), to: path)
      print("\(path): \(decimal(Double(bytes.count) / 1e6, places: 1)) MB of \(workload.name)")
    }
  }

  private var heading: String {
    let input =
      options.data ?? "\(decimal(Double(options.size) / 1e6, places: 1)) MB a workload, seed \(options.seed)"
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let machine = "\(Self.processor ?? "unknown processor"), \(cores) cores"
    return "\(input); median of \(options.runs) runs; \(machine)"
  }

  private static var processor: String? {
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private mutating func corpus(for workload: Workload) throws -> Corpus {
    let source = options.data ?? workload.source
    if let last, last.source == source { return last.corpus }
    // The one before must be gone before the next is made: two would double the memory.
    last = nil
    let corpus: Corpus
    if let path = options.data {
      let bytes: [UInt8]
      do {
        bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe))
      } catch {
        throw FileFailure(path: path, action: "read", reason: error)
      }
      corpus = Corpus(bytes: bytes, path: path)
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
