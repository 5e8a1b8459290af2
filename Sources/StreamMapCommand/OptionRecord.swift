// The description of one option. Parsing, help, manual page and error messages are generated from these records.

import StreamMap

struct OptionRecord: Sendable {
  /// One word that an option accepts as its value.
  struct Choice: Sendable {
    let name: String
    let set: @Sendable (inout Options) -> Void
    /// The commands that accept it.
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

  /// The kind of an option's value and the closure that sets it. The first text of a case is the placeholder in the
  /// help.
  enum Value: Sendable {
    case flag(@Sendable (inout Options) -> Void)
    /// `--name` and `--no-name`.
    case toggle(@Sendable (inout Options, Bool) -> Void)
    case choice([Choice])
    case count(String, @Sendable (inout Options, Int) -> Void)
    case size(String, @Sendable (inout Options, Int) -> Void)
    case file(String, @Sendable (inout Options, FilePath) -> Void)
    /// Any other value. The closure rejects invalid ones.
    case word(String, @Sendable (inout Options, String) throws(UsageError) -> Void)
  }

  let name: String
  let short: Character?
  let commands: [Subcommand]
  let help: String
  let value: Value

  init(
    _ name: String, short: Character? = nil, commands: [Subcommand] = Subcommand.readers,
    _ value: Value, help: String
  ) {
    self.name = name
    self.short = short
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

  /// The placeholder for the value: `FILE`, or the words to choose from.
  var placeholder: String? {
    switch value {
    case .flag, .toggle: nil
    case .choice(let choices): choices.map(\.name).joined(separator: "|")
    case .count(let name, _), .size(let name, _), .file(let name, _), .word(let name, _):
      name
    }
  }

  /// The left column of the help, such as `-h, --help` or `--output FILE`.
  var synopsis: String {
    var text = short.map { "-\($0), " } ?? ""
    text += "--\(name)"
    if case .toggle = value { text += ", --no-\(name)" }
    if let placeholder { text += " \(placeholder)" }
    return text
  }

  /// The names of the option on the command line.
  var spellings: [String] {
    var spellings = ["--\(name)"]
    if case .toggle = value { spellings.append("--no-\(name)") }
    if let short { spellings.append("-\(short)") }
    return spellings
  }

  /// Returns the words to choose from that `command` accepts. Empty if the option has no such words.
  func words(of command: Subcommand) -> [String] {
    guard case .choice(let choices) = value else { return [] }
    return choices.filter { $0.commands.contains(command) }.map(\.name)
  }
}
