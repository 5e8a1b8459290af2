// The description of one option. Parsing, the help, the manual, the completions and
// the error messages use these records.

import StreamMap

struct OptionRecord: Sendable {
  /// The heading of an option in the help and in the manual.
  enum Group: String, CaseIterable, Sendable {
    case input = "Input"
    case columns = "Columns"
    case output = "Output"
    case errors = "Bad records"
    case runs = "The run"
    case other = "Other"
  }

  /// A value of an option with fixed values.
  struct Choice: Sendable {
    let name: String
    let set: @Sendable (inout Options) -> Void
    /// The commands that accept this value.
    let commands: [Subcommand]

    init(
      _ name: String, of commands: [Subcommand] = Subcommand.allCases,
      set: @escaping @Sendable (inout Options) -> Void
    ) {
      self.name = name
      self.commands = commands
      self.set = set
    }
  }

  /// The value of an option, and the closure that stores it. The string is the placeholder in the help.
  enum Value: Sendable {
    case flag(@Sendable (inout Options) -> Void)
    /// `--name` and `--no-name`.
    case toggle(@Sendable (inout Options, Bool) -> Void)
    case choice([Choice])
    case count(String, @Sendable (inout Options, Int) -> Void)
    case size(String, @Sendable (inout Options, Int) -> Void)
    case file(String, @Sendable (inout Options, FilePath) -> Void)
    /// Any other text. The closure throws if it is invalid.
    case word(String, @Sendable (inout Options, String) throws(UsageError) -> Void)
  }

  let name: String
  let short: Character?
  let group: Group
  /// Whether `--help` describes the option. `--help-all` and the manual describe every option.
  let isCommon: Bool
  let commands: [Subcommand]
  let help: String
  let value: Value

  init(
    _ name: String, short: Character? = nil, in group: Group = .other, isCommon: Bool = false,
    commands: [Subcommand] = Subcommand.readers, _ value: Value, help: String
  ) {
    self.name = name
    self.short = short
    self.group = group
    self.isCommon = isCommon
    self.commands = commands
    self.help = help
    self.value = value
  }

  var takesValue: Bool {
    switch value {
    case .flag, .toggle: false
    case .choice, .count, .size, .file, .word: true
    }
  }

  /// Returns the placeholder for the value: `FILE`, or the fixed values that `command` accepts. Nil stands for all
  /// commands.
  func placeholder(for command: Subcommand?) -> String? {
    switch value {
    case .flag, .toggle: nil
    case .choice(let choices):
      choices.filter { command.map($0.commands.contains) ?? true }.map(\.name).joined(separator: "|")
    case .count(let name, _), .size(let name, _), .file(let name, _), .word(let name, _):
      name
    }
  }

  /// Returns the option as the help of `command` shows it: `-h, --help`, `--output FILE`. Nil stands for all commands.
  func synopsis(for command: Subcommand?) -> String {
    var text = short.map { "-\($0), " } ?? ""
    text += "--\(name)"
    if case .toggle = value { text += ", --no-\(name)" }
    if let placeholder = placeholder(for: command) { text += " \(placeholder)" }
    return text
  }

  /// The spellings of the option on the command line.
  var spellings: [String] {
    var spellings = ["--\(name)"]
    if case .toggle = value { spellings.append("--no-\(name)") }
    if let short { spellings.append("-\(short)") }
    return spellings
  }

  /// Returns the fixed values that `command` accepts. Empty for an option without fixed values.
  func words(of command: Subcommand) -> [String] {
    guard case .choice(let choices) = value else { return [] }
    return choices.filter { $0.commands.contains(command) }.map(\.name)
  }
}
