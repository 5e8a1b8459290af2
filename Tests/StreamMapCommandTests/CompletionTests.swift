import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct CompletionTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func script(_ shell: Shell) throws -> String {
    let outcome = try sandbox.run("completion", shell.rawValue)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    return try sandbox.file("streammap.\(shell)", outcome.output)
  }

  // MARK: bash

  /// Returns bash's completions for the words. `=` is a separate word there.
  private func offers(_ words: [String]) throws -> [String] {
    let path = try script(.bash)
    _ = try sandbox.file("data one.jsonl", "")
    _ = try sandbox.file("data*.jsonl", "")
    let program = """
      cd "$1" && source "$2" && shift 2 || exit 1
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      _streammap 2>/dev/null
      ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let arguments = ["--norc", "-c", program, "bash", sandbox.path(""), path, "streammap"] + words
    let result = try ShellTool.bash.run(arguments)
    #expect(result.status == 0, "\(result.text)")
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: ShellTool.bash.isInstalled),
    arguments: [
      ([""], Subcommand.allCases.map(\.rawValue) + ["--help", "--help-all", "--version"]),
      (["s"], ["select", "schema"]),
      (["--quiet", "che"], ["check"]),
      (["select", "--format", ""], ["jsonl", "csv", "tsv", "arrow"]),
      (["schema", "--format", ""], ["table", "json", "types"]),
      (["schema", "--format", "="], ["table", "json", "types"]),
      (["schema", "--format", "=", "j"], ["json"]),
      (["schema", "--format", "json", "--on-error", ""], ["stop", "skip"]),
      (["--format", "csv", "select", "--on-error", "sk"], ["skip"]),
      (["check", "--no"], ["--no-progress"]),
      (["check", "--li"], ["--limit"]),
      (["count", "--li"], []),
      (["check", "--limit", ""], []),
      (["completion", ""], ["bash", "zsh", "fish"]),
      (["completion", "bash", ""], []),
      (["manual", ""], []),
      (["select", ""], []),
      (["select", "id", "data o"], ["data one.jsonl"]),
      (["check", "data*"], ["data*.jsonl"]),
      (["check", "--output", "data o"], ["data one.jsonl"]),
      (
        ["check", "--output", "check", "--input", ""],
        ["lines", "document", "concatenated", "seq", "array", "embedded-lines", "sse", "markdown", "auto"]
      ),
      (["select", "--", "--format", "data o"], ["data one.jsonl"]),
      (["explain", "a", ""], []),
    ])
  func bashOffers(_ words: [String], _ expected: [String]) throws {
    #expect(try Set(offers(words)) == Set(expected), "\(words)")
  }

  @Test(.enabled(if: ShellTool.bash.isInstalled), arguments: Subcommand.allCases)
  func bashOffersEveryOptionOfACommand(_ command: Subcommand) throws {
    let expected = OptionTable.records(of: command).flatMap(\.spellings)
    #expect(try Set(offers([command.rawValue, "-"])) == Set(expected))
    for record in OptionTable.records(of: command) {
      let words = record.words(of: command)
      guard !words.isEmpty else { continue }
      #expect(try offers([command.rawValue, "--\(record.name)", ""]) == words)
    }
  }

  // MARK: zsh and fish

  @Test(.enabled(if: ShellTool.zsh.isInstalled, "zsh is not installed"))
  func zshReadsIt() throws {
    let path = try script(.zsh)
    #expect(try ShellTool.zsh.run(["-f", "-n", path]).status == 0)
    // `_arguments` prints its arguments.
    let program = """
      compdef() { :; }
      _describe() { print -l $commands; }
      _arguments() { if [[ $1 == -C ]]; then state=$wanted; return 1; else shift; print -l -- "$@"; fi }
      source \(path)
      wanted=command; _streammap
      wanted=operand; words=(schema); _streammap
      """
    let text = try ShellTool.zsh.run(["-f", "-c", program]).text
    for command in Subcommand.allCases { #expect(text.contains("\(command.rawValue):\(command.purpose)")) }
    for record in OptionTable.records(of: .schema) { #expect(text.contains("\n--\(record.name)")) }
    #expect(text.contains("]:format:(table json types)\n"))
    #expect(text.contains("]:output:_files\n"))
    #expect(text.contains("\n*:FILE:_files"))
  }

  @Test(
    .enabled(if: ShellTool.fish.isInstalled, "fish is not installed"),
    arguments: [
      ("", Subcommand.allCases.map(\.rawValue)), ("sch", ["schema"]),
      ("schema --format ", ["json", "table", "types"]),
      ("select --format ", ["arrow", "csv", "jsonl", "tsv"]), ("completion ", ["bash", "fish", "zsh"]),
      ("check --no-", ["--no-progress"]), ("count --lim", []),
    ])
  func fishOffers(_ line: String, _ expected: [String]) throws {
    let path = try script(.fish)
    let result = try ShellTool.fish.run([
      "--no-config", "-c", "source \(path); complete -C 'streammap \(line)'",
    ])
    let words = result.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(Set(words) == Set(expected), "\(result.text)")
  }

  @Test(arguments: Shell.allCases)
  func everyOptionIsThere(_ shell: Shell) throws {
    let text = try sandbox.run("completion", shell.rawValue).output
    for record in OptionTable.records {
      let spelling = shell == .fish ? "-l \(record.name) " : "--\(record.name)"
      #expect(text.contains(spelling), "\(record.name)")
    }
  }

  @Test func otherShellsAreRefused() throws {
    let outcome = try sandbox.run("completion", "bsh")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("completion takes bash, zsh or fish, not 'bsh' (did you mean bash?)"))
    #expect(try sandbox.run("completion").error.contains("completion needs a shell"))
  }
}
