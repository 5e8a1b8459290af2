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

  /// Prints the table and writes the JSON file.
  mutating func run() throws {
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
    if let path = options.json {
      try Data(JSONReport.text(measurements).utf8).write(to: URL(fileURLWithPath: path))
    }
    print(heading)
    print()
    print(Table(measurements).text)
  }

  private var heading: String {
    let input =
      options.data ?? "\(decimal(Double(options.size) / 1e6, places: 1)) MB a workload, seed \(options.seed)"
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(input); median of \(options.runs) runs; \(cores) cores"
  }

  private mutating func corpus(for workload: Workload) throws -> Corpus {
    let source = options.data ?? workload.source
    if let last, last.source == source { return last.corpus }
    // The one before must be gone before the next is made: two would double the memory.
    last = nil
    let corpus: Corpus
    if let path = options.data {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe))
      corpus = Corpus(bytes: bytes, file: CorpusFile(path: path))
      if corpus.count == 0 { throw EmptyFile(path: path) }
    } else {
      let bytes = workload.makeLines(options.size, options.seed)
      corpus = Corpus(bytes: bytes, file: try CorpusFile(temporary: bytes, name: workload.name))
    }
    last = (source, corpus)
    return corpus
  }

  struct EmptyFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) has no records" }
  }
}
