// State: what the command line asked for; a value, never changed after parsing.

/// What to run and where the results go.
struct Options: Equatable {
  static let defaultSize = 64_000_000
  static let defaultRuns = 5

  var size = Self.defaultSize
  var seed: UInt64 = 1
  var runs = Self.defaultRuns
  var data: String?
  var json: String?
  var html: String?

  /// Where the records go instead of to the contenders.
  var write: String?

  /// Results to show instead of measuring.
  var from: String?

  /// Whether the results are shown as README has them.
  var isReadme = false

  /// Whether passes are made as standard input asks for them.
  var isWorker = false

  /// Bytes to map through a pipe instead of running contenders.
  var soak: Int?

  /// Names in the order of the table; empty means all, for workloads all that are compact.
  var workloads: [String] = []
  var contenders: [String] = []

  /// What the command line asks for as a whole.
  enum Command: Equatable {
    case run(Options)
    case list
    case help
  }

  /// A command line that cannot be carried out, and what to write instead.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }
}
