// State: the values of the command line; not changed after parsing.

/// What to measure and where the results go.
struct Options: Equatable {
  static let defaultSize = 16_000_000

  var size = Self.defaultSize
  var seed: UInt64 = 1

  /// Timed runs of each contender; nil means ``Runs/standard``.
  var runs: Int?
  var data: String?
  var json: String?
  var html: String?

  /// The file that `--write` writes the records to.
  var write: String?

  /// The results file that `--from` shows.
  var from: String?

  /// Whether a table is printed for each workload instead of the summary.
  var isTable = false

  /// Whether `--from` prints the table of Benchmarks/RESULTS.md.
  var isReadme = false

  /// Whether `--worker` makes passes on request.
  var isWorker = false

  /// Bytes that `--soak` maps through a pipe.
  var soak: Int?

  /// Names of workloads; empty means all compact workloads.
  var workloads: [String] = []

  /// Names of contenders; empty means the default ones, or all with `isAll`.
  var contenders: [String] = []

  /// Whether every contender is measured.
  var isAll = false

  /// What the whole command line requests.
  enum Command: Equatable {
    case run(Options)
    case list
    case help
  }

  /// A command line that is invalid. The description includes the remedy.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// The selected workloads, in the order of `--list`.
  var selectedWorkloads: [Workload] {
    workloads.isEmpty ? Workload.compact : Workload.all.filter { workloads.contains($0.name) }
  }

  /// Whether tables are printed: the summary has the contenders that run by default, on JSON Lines.
  var printsTables: Bool {
    isTable || isAll || !contenders.isEmpty
      || selectedWorkloads.contains { $0.defaultNames != Contender.defaultNames }
  }

  /// The selected contenders of a workload, in the order of the table.
  func selectedContenders(of workload: Workload) -> [Contender] {
    if isAll { return workload.contenders }
    let names = contenders.isEmpty ? workload.defaultNames : contenders
    return workload.contenders.filter { names.contains($0.name) }
  }
}
