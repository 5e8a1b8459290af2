// What the command line asks for, typed. Every default is that of the program;
// nil means that the option was not given and the command decides.

import StreamMap

/// What finds the events of a record.
enum Engine: String, CaseIterable, Sendable {
  case auto, yajl, index
}

/// How much of a record is checked.
enum Validation: String, CaseIterable, Sendable {
  case full, mapped
}

/// How a file is cut into records.
enum InputShape: String, CaseIterable, Sendable {
  case lines, document
}

/// What happens after a bad record.
enum ErrorReaction: String, CaseIterable, Sendable {
  case stop, skip
}

struct Options: Sendable, Hashable {
  var engine = Engine.auto
  var validation: Validation?
  var input = InputShape.lines
  /// How `select` writes a row.
  var format = RowFormat.jsonl
  var output: String?
  var onError: ErrorReaction?
  var progress: Bool?
  var maxDepth: Int?
  var maxRecord: Int?
  var isQuiet = false
  var wantsHelp = false
  var wantsVersion = false
}

/// A whole command line.
struct Invocation: Sendable, Hashable {
  var command: Subcommand?
  /// The text of PATHS; `select` alone has one.
  var paths: String?
  /// The inputs; `-` is standard input.
  var files: [String] = []
  var options = Options()
}
