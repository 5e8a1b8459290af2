// The completion script for fish.

enum FishCompletion {
  static func text() -> String {
    var lines = [
      "# Completes streammap's command lines in fish; made by: streammap completion fish", "",
      "complete -c streammap -f",
    ]
    for command in Subcommand.allCases {
      lines.append(
        "complete -c streammap -n __fish_use_subcommand -a \(command.rawValue) -d \(quoted(command.purpose))")
    }
    for record in OptionTable.records where record.commands == Subcommand.allCases {
      lines.append(line("__fish_use_subcommand", record, .select))
    }
    for command in Subcommand.allCases {
      let condition = quoted("__fish_seen_subcommand_from \(command.rawValue)")
      lines.append("")
      let (first, others) = command.operands
      if case .oneOf(let words)? = first {
        lines.append("complete -c streammap -n \(condition) -a \(quoted(words.joined(separator: " ")))")
      }
      if case .file? = others { lines.append("complete -c streammap -n \(condition) -F") }
      for record in OptionTable.records(of: command) {
        lines.append(line(condition, record, command))
        if case .toggle = record.value {
          lines.append(
            "complete -c streammap -n \(condition) -l no-\(record.name) -d \(quoted(record.brief))")
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(_ condition: String, _ record: OptionRecord, _ command: Subcommand) -> String {
    var line = "complete -c streammap -n \(condition) -l \(record.name)"
    if let short = record.short { line += " -s \(short)" }
    switch record.completion(of: command) {
    case nil: break
    case .oneOf(let words)?: line += " -x -a \(quoted(words.joined(separator: " ")))"
    case .file?: line += " -r -F"
    case .any?: line += " -x"
    }
    return line + " -d \(quoted(record.brief))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
  }
}
