// The text of `--help`, for the program and each command, generated from the tables.

enum HelpText {
  static let version = "0.1.0"
  static let width = 80

  static func text(for command: Subcommand?) -> String {
    command.map(text(of:)) ?? program()
  }

  private static func program() -> String {
    var text = "streammap: map JSON Lines of any size, one record at a time\n"
    text += section("Usage", Subcommand.allCases.map(\.usage) + ["streammap COMMAND --help"])
    text += "\nCommands:\n" + table(Subcommand.allCases.map { ($0.rawValue, $0.purpose) })
    text += "\nOptions of all commands that read records:\n" + optionTable(nil)
    text += examples(Subcommand.readers.flatMap { $0.examples.prefix(2) }[...])
    return text + statuses()
  }

  private static func text(of command: Subcommand) -> String {
    var text = "streammap \(command.rawValue): \(command.purpose)\n"
    text += section("Usage", [command.usage])
    for paragraph in command.essay {
      text += "\n" + wrap(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    text += "\nOptions:\n" + optionTable(command)
    return text + examples(command.examples[...]) + statuses()
  }

  private static func section(_ title: String, _ lines: [String]) -> String {
    "\n\(title):\n" + lines.map { "  \($0)\n" }.joined()
  }

  private static func examples(_ examples: ArraySlice<Subcommand.Example>) -> String {
    "\nExamples:\n" + examples.map { "  # \($0.purpose)\n  \($0.line)\n" }.joined()
  }

  private static func statuses() -> String {
    "\nExit status:\n" + table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  private static func optionTable(_ command: Subcommand?) -> String {
    OptionTable.records(of: command).map { record in
      "  \(record.synopsis(for: command))\n"
        + wrap(record.help, width: width - 8).map { "        \($0)\n" }.joined()
    }.joined()
  }

  private static func table(_ rows: [(name: String, text: String)]) -> String {
    let column = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let gap = String(repeating: " ", count: column - row.name.count + 2)
      return "  \(row.name)\(gap)\(row.text)\n"
    }.joined()
  }

  /// Breaks a paragraph into lines at its spaces.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
