// Random command lines: the program never crashes or hangs, and its status, its files and its messages are as documented.

import Foundation
import Testing

@testable import StreamMapCommand
@testable import TestSupport

@Suite("Random command lines")
struct OptionGrammarTests {
  private static let count =
    ProcessInfo.processInfo.environment["STREAMMAP_COMMAND_LINES"].flatMap { Int($0) }
    ?? Effort.pick(100, 150, 500)

  /// Halves, for two processors.
  @Test("a random command line ends with a documented status, and its files are whole", arguments: 0..<2)
  func lines(half: Int) throws {
    let program = try #require(BinaryRun.program, "the program is not beside the tests")
    let scene = try Scene(program)
    var ends: [Int32: Int] = [:]
    for round in stride(from: half, to: Self.count, by: 2) {
      let line = OptionGrammar(round: round, files: scene.files)
      let run = try scene.run(line.words, hasInput: round % 3 > 0)
      ends[run.status, default: 0] += 1
      for flaw in try Self.flaws(line, run) + Self.difference(line, run, scene, hasInput: round % 3 > 0) {
        Issue.record(
          "\(flaw)\nstreammap \(ShellWords.text(line.words))\nstatus \(run.status), \(run.error.prefix(600))\nround \(round), STREAMMAP_SEED=\(SeededGenerator.seed)"
        )
      }
    }
    print(
      "command lines, seed \(SeededGenerator.seed), by status: \(ends.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })"
    )
    // Half of the lines or so are accepted.
    #expect(Self.count < 100 || [0, 1, 2, 3].allSatisfy { ends[$0] ?? 0 > 0 }, "\(ends)")
  }

  /// What is wrong with a run by itself.
  private static func flaws(_ line: OptionGrammar, _ run: Scene.Run) -> [String] {
    guard !run.isTooLong else { return ["it does not end"] }
    guard run.signal == nil else { return ["it ended with signal \(run.signal ?? 0)"] }
    guard let status = ExitStatus(rawValue: run.status) else { return ["its status is not documented"] }
    var flaws: [String] = []
    let given = Set(line.parts.map(\.record.name))
    switch status {
    case .usage:
      if !run.output.isEmpty { flaws.append("it wrote to standard output, with status 2") }
      if !run.changed.isEmpty { flaws.append("it wrote \(run.changed.keys.sorted()), with status 2") }
      if !run.error.hasPrefix("streammap: ") || !run.error.contains("\nTry 'streammap") {
        flaws.append("it says no reason")
      }
    case .failure: if run.error.isEmpty { flaws.append("it says no reason") }
    case .badData:
      if run.error.isEmpty, !given.contains("quiet"), !(line.command == "check" && given.contains("output")) {
        flaws.append("it says no reason")
      }
    case .success: break
    }
    // A run writes only the files that an option names, and those beside them.
    let named = line.parts.compactMap { part in if case .file = part.record.value { part.value } else { nil }
    }
    for (name, _) in run.changed {
      // A run without success leaves what it wrote, and says where.
      if name.hasSuffix(".partial"), !run.error.contains(name) {
        flaws.append("it left \(name) without a word")
      }
      if !named.contains(where: { !$0.isEmpty && name.hasPrefix($0) }) { flaws.append("it changed \(name)") }
      if line.operands.contains(name), !given.contains("help") {
        flaws.append("it changed its input \(name)")
      }
    }
    return flaws
  }

  /// Compares a run with the same run by one thread, without the options of the group of the run. They change no output.
  private static func difference(
    _ line: OptionGrammar, _ run: Scene.Run, _ scene: Scene, hasInput: Bool
  ) throws -> [String] {
    let given = Set(line.parts.map(\.record.name))
    guard [0, 1].contains(run.status), run.signal == nil, !run.isTooLong,
      let command = Subcommand(rawValue: line.command), Subcommand.readers.contains(command),
      !given.contains("help"), !given.contains("help-all"), !given.contains("version"),
      !(given.contains("unordered") && (given.contains("limit") || run.status == 1))
    else { return [] }
    let others = line.parts.filter { $0.record.group != .runs }
    let reference = try scene.run(
      [line.command, "--jobs", "1"] + others.flatMap(\.words) + line.operands, hasInput: hasInput)
    if reference.status != run.status {
      return ["one thread gives the status \(reference.status): \(reference.error)"]
    }
    // The report may be on standard output, or in the file that another option names, too.
    let report = line.parts.filter { $0.record.group == .runs }.compactMap(\.value)
    if report.contains("-") { return [] }
    func form(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
      return given.contains("unordered") ? lines.sorted { $0.lexicographicallyPrecedes($1) } : lines
    }
    var flaws: [String] = []
    if form(run.output) != form(reference.output) { flaws.append("one thread gives another output") }
    for (name, bytes) in reference.changed where form(run.changed[name] ?? []) != form(bytes) {
      if !report.contains(name) { flaws.append("one thread gives another \(name)") }
    }
    return flaws
  }
}

/// Words as a shell takes them.
private enum ShellWords {
  static func text(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:".contains($0)) }
      return isPlain ? word : "'\(word.prefix(200).replacing("'", with: "'\\''"))'"
    }.joined(separator: " ")
  }
}
