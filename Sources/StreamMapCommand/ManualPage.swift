// `streammap manual`: the manual page in roff with the man macros, generated from the tables.

enum ManualPage {
  static func text() -> String {
    var page = RoffText()
    page.request("TH", "STREAMMAP", "1", "", "streammap \(HelpText.version)", "User Commands")
    page.request("SH", "NAME")
    page.paragraph("streammap - map JSON Lines of any size, one record at a time")
    page.request("SH", "SYNOPSIS")
    for command in Subcommand.allCases { page.example(command.usage) }
    page.request("SH", "COMMANDS")
    for command in Subcommand.allCases {
      page.request("SS", command.rawValue)
      page.paragraph("\(command.purpose.prefix(1).uppercased() + command.purpose.dropFirst()).")
      for paragraph in command.essay {
        page.request("PP")
        page.paragraph(paragraph)
      }
    }
    page.request("SH", "OPTIONS")
    for group in OptionRecord.Group.allCases {
      page.request("SS", group.rawValue)
      for record in OptionTable.records.sorted(in: group) {
        page.request("TP")
        page.bold(record.synopsis(for: nil))
        page.paragraph("\(record.help) \(takers(of: record))")
      }
    }
    page.request("SH", "EXIT STATUS")
    for status in ExitStatus.allCases {
      page.request("TP")
      page.bold("\(status.rawValue)")
      page.paragraph("\(status.meaning.prefix(1).uppercased() + status.meaning.dropFirst()).")
    }
    page.request("SH", "EXAMPLES")
    for (number, example) in Subcommand.allCases.flatMap(\.examples).enumerated() {
      if number > 0 { page.request("PP") }
      page.paragraph("\(example.purpose)\(example.purpose.hasSuffix("?") ? "" : ":")")
      page.request("RS")
      page.example(example.line)
      page.request("RE")
    }
    return page.text
  }

  private static func takers(of record: OptionRecord) -> String {
    record.commands == Subcommand.allCases ? "" : "(\(record.commands.map(\.rawValue).list))"
  }
}

/// A builder for roff. Text is escaped, so that it is not interpreted as requests.
private struct RoffText {
  private(set) var text = ""

  /// Adds a request: a line that begins with a dot.
  mutating func request(_ name: String, _ arguments: String...) {
    text += ".\(name)" + arguments.map { " \"\(Self.escaped($0))\"" }.joined() + "\n"
  }

  /// Adds text that the formatter fills.
  mutating func paragraph(_ paragraph: String) {
    text += Self.line(Self.escaped(paragraph.split(separator: " ").joined(separator: " ")))
  }

  mutating func bold(_ words: String) {
    text += Self.line("\\fB\(Self.escaped(words))\\fR")
  }

  /// Adds a line that is printed unchanged.
  mutating func example(_ line: String) {
    text += ".EX\n" + Self.line(Self.escaped(line)) + ".EE\n"
  }

  /// A line that begins with a dot or an apostrophe would be a request.
  private static func line(_ escaped: String) -> String {
    let needsGuard = escaped.hasPrefix(".") || escaped.hasPrefix("'")
    return (needsGuard ? "\\&" : "") + escaped + "\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      // Formatters replace these characters by typographic ones unless they are escaped.
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(hex(scalar.value))]"
      }
    }
    return result
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
