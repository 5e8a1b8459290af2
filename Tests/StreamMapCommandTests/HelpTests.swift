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
    let sandbox = try Sandbox()
    let text = try sandbox.run(command.rawValue, "--help").output
    let all = try sandbox.run(command.rawValue, "--help-all").output
    let described = text.split(separator: "\nOther options, see ")[0]
    let others = text.split(separator: "\nOther options, see 'streammap \(command.rawValue) --help-all':\n")
      .dropFirst()
    let names = others.joined().split(separator: "\n\n").first?.split { ", \n".contains($0) } ?? []
    for record in OptionTable.records {
      let heading = "\n  \(record.synopsis(for: command))\n"
      let isTaken = record.commands.contains(command)
      #expect(all.contains(heading) == isTaken, "\(record.name)")
      #expect(described.contains(heading) == (isTaken && record.isCommon), "\(record.name)")
      let isNamed = names.contains { $0 == "--\(record.name)" }
      #expect(isNamed == (isTaken && !record.isCommon), "\(record.name)")
    }
    for status in ExitStatus.allCases { #expect(text.contains("  \(status.rawValue)  \(status.meaning)\n")) }
    #expect((3...16).contains(command.examples.count))
  }

  @Test("the common options of a command fit two screens, and come first in each group")
  func length() {
    for command in Subcommand.allCases.map(Optional.some) + [nil] {
      let (text, all) = (HelpText.text(for: command), HelpText.text(for: command, isFull: true))
      #expect(
        text.split(separator: "\n", omittingEmptySubsequences: false).count <= 100,
        "\(String(describing: command))")
      let groups = OptionRecord.Group.allCases.filter { all.contains("\n\($0.rawValue):\n  -") }
      #expect(!groups.isEmpty)
      for group in groups {
        let part = all.split(separator: "\n\(group.rawValue):\n")[1]
        let members = OptionTable.records(of: command).sorted(in: group)
        let places = members.compactMap {
          part.firstRange(of: "  \($0.synopsis(for: command))\n")?.lowerBound
        }
        #expect(places.count == members.count && places == places.sorted(), "\(group)")
      }
    }
  }

  @Test("a command line without a command shows examples")
  func noCommand() throws {
    let outcome = try Sandbox().run()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    for example in Subcommand.firstExamples { #expect(outcome.errorLines.contains(example.line)) }
    #expect(Subcommand.firstExamples.count == 3)
    #expect(outcome.errorLines.last == "Try 'streammap --help'.")
  }

  @Test("tells how to repair a reject, split the input and count malformed records")
  func tasks() throws {
    func help(_ command: Subcommand) -> String {
      HelpText.text(for: command, isFull: true).split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
      var (words, isQuoted) = ([""], false)
      for character in ours {
        if character == "'" {
          isQuoted.toggle()
        } else if !isQuoted, ">&|".contains(character) {
          break
        } else if !isQuoted, character == " " {
          words.append("")
        } else {
          words[words.count - 1].append(character)
        }
      }
      let invocation = try CommandLineParser.parse(words.filter { !$0.isEmpty })
      #expect(invocation.command == command)
    }
  }

  @Test func everyLineButAnExampleFitsATerminal() {
    for command in Subcommand.allCases.map(Optional.some) + [nil] {
      let texts = [false, true].map { HelpText.text(for: command, isFull: $0) }
      for line in texts.flatMap({ $0.split(separator: "\n") }) where !line.contains("streammap ") {
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
