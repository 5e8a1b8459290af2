import Testing

@testable import StreamMapCommand

@Suite struct HelpTests {
  @Test func theProgramsHelpNamesEveryCommand() throws {
    let outcome = try Sandbox().run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    for command in Subcommand.allCases {
      #expect(outcome.output.contains("  \(command.rawValue)"))
      #expect(outcome.output.contains(command.purpose))
    }
  }

  @Test(arguments: Subcommand.allCases)
  func aCommandsHelpNamesEveryOptionItTakesAndNoOther(_ command: Subcommand) throws {
    let text = try Sandbox().run(command.rawValue, "--help").output
    for record in OptionTable.records {
      let isListed = text.contains("\n  \(record.synopsis(for: command))\n")
      #expect(isListed == record.commands.contains(command), "\(record.name)")
    }
    for status in ExitStatus.allCases { #expect(text.contains("  \(status.rawValue)  \(status.meaning)\n")) }
    #expect((3...8).contains(command.examples.count))
  }

  @Test("tells how to repair a reject, split the input and count malformed records")
  func tasks() throws {
    func help(_ command: Subcommand) -> String {
      HelpText.text(for: command).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(help(.retry).contains("edit the member raw on its line in REJECTS"))
    #expect(help(.select).contains("streammap select --split 2/8"))
    #expect(help(.check).contains("count --validate full --on-error skip' prints the number of bad"))
    #expect(help(.count).contains("the last line on standard error has their number"))
    #expect(help(.check).contains("Records such as [1,2 and {\"a\":01} are then good"))
  }

  /// Users paste the examples, so they must parse.
  @Test(arguments: Subcommand.allCases)
  func examplesParse(_ command: Subcommand) throws {
    for example in command.examples {
      let ours = try #require(example.line.split(separator: "streammap ").last)
      let words = ours.prefix { !">&|".contains($0) }.split(separator: " ")
      let invocation = try CommandLineParser.parse(
        words.map { $0.trimmingPrefix("'").description }.map {
          $0.hasSuffix("'") ? String($0.dropLast()) : $0
        }
      )
      #expect(invocation.command == command)
    }
  }

  @Test func everyLineButAnExampleFitsATerminal() {
    for command in Subcommand.allCases.map(Optional.some) + [nil] {
      let lines = HelpText.text(for: command).split(separator: "\n")
      for line in lines where !line.contains("streammap ") {
        #expect(line.count <= HelpText.width, "\(line)")
      }
    }
  }

  @Test func versionIsOneLine() throws {
    let outcome = try Sandbox().run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output == "streammap \(HelpText.version)\n")
  }

  @Test func aWrongLineExitsWith2AndPointsAtTheHelp() throws {
    let outcome = try Sandbox().run("check", "--jobs", "none")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.last == "Try 'streammap check --help'.")
  }

  @Test func namesAreUnique() {
    let spellings = OptionTable.records.flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
  }
}
