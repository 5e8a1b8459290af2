// The text of `--help`, for the program and each command, generated from the tables.

enum HelpText {
  static let version = "0.1.0"
  static let width = 80

  /// Returns the help of a command, or of the program for nil.
  ///
  /// - Parameter isFull: whether all options are described, each with its whole text.
  static func text(for command: Subcommand?, isFull: Bool = false) -> String {
    command.map { text(of: $0, isFull) } ?? program(isFull)
  }

  private static func program(_ isFull: Bool) -> String {
    var text = "streammap: map JSON Lines of any size, one record at a time\n"
    text += section("Usage", Subcommand.allCases.map(\.usage) + ["streammap COMMAND --help"])
    text += "\nCommands:\n" + table(Subcommand.allCases.map { ($0.rawValue, $0.purpose) })
    text += "\nOptions of all commands that read records:\n" + options(of: nil, isFull)
    text += section("Examples", lines(of: Subcommand.readers.flatMap { $0.examples.prefix(2) }))
    return text + statuses()
  }

  private static func text(of command: Subcommand, _ isFull: Bool) -> String {
    var text = "streammap \(command.rawValue): \(command.purpose)\n"
    text += section("Usage", [command.usage])
    for paragraph in command.essay.prefix(isFull ? .max : shortParagraphs) {
      text += "\n" + wrap(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    text += options(of: command, isFull)
    text += section("Examples", lines(of: Array(command.examples.prefix(isFull ? .max : shortExamples))))
    return text + statuses()
  }

  /// The number of paragraphs, examples and lines for an option in the help of the common options.
  private static let (shortParagraphs, shortExamples, shortLines) = (2, 4, 2)

  private static func section(_ title: String, _ lines: [String]) -> String {
    "\n\(title):\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// Returns two lines for each example.
  static func lines(of examples: [Subcommand.Example]) -> [String] {
    examples.flatMap { ["# \($0.purpose)", $0.line] }
  }

  private static func statuses() -> String {
    "\nExit status:\n" + table(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
  }

  /// Returns the groups of options. Unless `isFull`, only the common ones are described, and the others are named.
  private static func options(of command: Subcommand?, _ isFull: Bool) -> String {
    let records = OptionTable.records(of: command)
    var text = ""
    for group in OptionRecord.Group.allCases {
      let members = records.sorted(in: group).filter { isFull || $0.isCommon }
      if members.isEmpty { continue }
      text += "\n\(group.rawValue):\n" + members.map { entry(of: $0, command, isFull) }.joined()
    }
    let others = records.filter { !$0.isCommon }.map { "--\($0.name)" }
    if isFull || others.isEmpty { return text }
    let source = ["streammap", command?.rawValue, "--help-all"].compactMap(\.self).joined(separator: " ")
    return text
      + section("Other options, see '\(source)'", wrap(others.joined(separator: ", "), width: width - 2))
  }

  private static func entry(of record: OptionRecord, _ command: Subcommand?, _ isFull: Bool) -> String {
    let indent = 8
    var lines = wrap(record.help, width: width - indent)
    if !isFull {
      let sentences = record.sentences
      let count = (1...sentences.count).last {
        wrap(sentences[..<$0].joined(separator: " "), width: width - indent).count <= shortLines
      }
      lines = wrap(sentences[..<(count ?? 1)].joined(separator: " "), width: width - indent)
    }
    return "  \(record.synopsis(for: command))\n"
      + lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
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
