// One set of records in every form and by every way of reading: the same rows, the same rejects, the same counts.

import TestSupport
import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

/// Records, their expected results, and a way to pass them to the program.
private struct Arrangement {
  let sandbox: Sandbox
  let framing: KnownFile.Framing
  let files: [KnownFile]
  /// The arguments for the input. Empty for standard input.
  let arguments: [String]
  /// The reported names, one for each file.
  let names: [String]
  /// The contents of the files.
  let contents: [[UInt8]]
  let isPlain: Bool
  /// Whether standard input is a pipe instead of a file.
  let isPiped: Bool
  let description: String

  static let limit = 2_000

  init(
    _ records: [KnownRecord], _ framing: KnownFile.Framing, in sandbox: Sandbox, _ dice: inout SeededGenerator
  ) throws {
    var dice = dice.fork()
    self.sandbox = sandbox
    self.framing = framing
    let isInput = dice.chance(20)
    isPiped = isInput && dice.chance(60)
    var borders = [0, records.count]
    if !isInput { borders += (0..<dice.one(of: [0, 0, 1, 3])).map { _ in dice.number(0...records.count) } }
    borders.sort()
    files = zip(borders, borders.dropFirst()).map { KnownFile(Array(records[$0..<$1]), framing, &dice) }
    var isPlain = true
    let contents = files.map { file -> [UInt8] in
      guard let format = dice.one(of: [nil, nil] + Format.allCases.map(Optional.some)) else {
        return file.bytes
      }
      isPlain = false
      var compressed: [UInt8] = []
      var rest = file.bytes[...]
      repeat {
        let part = rest.prefix(dice.size(upTo: 14))
        rest = rest.dropFirst(part.count)
        compressed += format.compress(Array(part))
        // An empty member.
        if dice.chance(5) { compressed += format.compress([]) }
      } while !rest.isEmpty
      return compressed
    }
    (self.contents, self.isPlain) = (contents, isPlain)
    if isInput {
      (arguments, names) = ([], ["<stdin>"])
    } else {
      // A file's format does not follow from its name.
      try FileManager.default.createDirectory(
        atPath: sandbox.path("in/deep"), withIntermediateDirectories: true)
      names = try contents.enumerated().map { index, content in
        let folder = index == 0 || index == contents.count - 1 ? "in" : "in/deep"
        let letter = index == 0 ? "a" : index == contents.count - 1 ? "z" : "\(index)"
        return try sandbox.file("\(folder)/\(letter)\(dice.one(of: [".jsonl", "", ".gz", ".zst"]))", content)
      }
      arguments = dice.chance(50) ? [sandbox.path("in")] : names
    }
    description = "\(framing), \(contents.map(\.count)) bytes in \(isPiped ? ["a pipe"] : names)"
  }

  /// Returns the expected rejects. Messages and other values without a location are those of one job.
  func rejects(like plain: [KnownReject]) -> [KnownReject] {
    var rejects: [KnownReject] = []
    var rows = 0
    for (file, name) in zip(files, names) {
      rejects += file.rejects(name, rowsBefore: rows, limit: Self.limit)
      rows += file.records.count { $0.record.flaw == nil }
    }
    for index in rejects.indices where plain.indices.contains(index) {
      rejects[index].message = plain[index].message
    }
    return rejects
  }

  func run(_ words: [String]) throws -> Outcome {
    let words = words + ["--input", framing.rawValue] + arguments
    guard isPiped else { return try sandbox.run(words, input: arguments.isEmpty ? contents[0] : []) }
    let input = try TestPipe()
    let writer = Background { [content = contents[0], writing = input.writing] in
      // The reader may close the pipe before everything is written.
      try? System.writeAll(writing, content)
      try? System.close(writing)
    }
    input.forgetWriting()
    let streams = StandardStreams(
      input: input.reading, output: try System.openForWriting(sandbox.file("piped.out", "")),
      error: try System.openForWriting(sandbox.file("piped.err", "")))
    let status = Program.run(arguments: words, streams: streams)
    input.closeReading()
    try writer.value()
    for descriptor in [streams.output, streams.error] { try System.close(descriptor) }
    return Outcome(
      status: status, output: try sandbox.text("piped.out"), error: try sandbox.text("piped.err"))
  }
}

@Suite("Equivalent ways of reading")
struct EverywhereTests {
  /// The parts of a report that do not depend on the records' form: without locations, times and names.
  private func report(_ sandbox: Sandbox) throws -> NSDictionary {
    func stripped(_ value: Any) -> Any {
      if let members = value as? [String: Any] {
        let places = ["inputs", "first_file", "first_offset", "first_line", "seconds", "mb_per_s", "bytes"]
        return members.filter { !places.contains($0.key) }.mapValues(stripped)
      }
      return (value as? [Any])?.map(stripped) ?? value
    }
    let object = try JSONSerialization.jsonObject(with: Data(sandbox.bytes("report")))
    return try #require(stripped(object) as? NSDictionary)
  }

  private static let select = [
    "select", "--on-error", "skip", "--max-record", "\(Arrangement.limit)", "--max-depth",
    "\(KnownRecord.depth)",
  ]

  @Test(
    "every way of reading gives the same result", .feature("43", "45", "46", "51", "53", "54", "56"),
    arguments: 0..<60)
  func same(round: Int) throws {
    var dice = SeededGenerator(round: round)
    let sandbox = try Sandbox()
    let framing = KnownFile.Framing.allCases[round % 2 == 0 ? 0 : round / 2 % 4]
    let records = KnownRecord.some(
      dice.number(0...160), bad: dice.one(of: [0, 5, 15, 15, 60]), limit: Arrangement.limit,
      onlyBalanced: framing == .array || framing == .concatenated, &dice)
    let format = dice.one(of: ["jsonl", "csv", "tsv"])
    let select = Self.select + ["--format", format]

    // One job over the plain file gives the expected results.
    let known = KnownFile(plain: records)
    let plain = try sandbox.file("plain", known.bytes)
    let one = try sandbox.run(
      select + [
        "--jobs", "1", "--rejects", sandbox.path("bad"), "--report", sandbox.path("report"),
        KnownRecord.paths, plain,
      ])
    let told = try KnownReject.all(in: sandbox.bytes("bad"))
    if format == "jsonl" { #expect(one.output == known.rows.joined()) }
    let foretold = known.rejects(plain, rowsBefore: 0, limit: Arrangement.limit)
    #expect(
      told.map {
        var told = $0; told.message = nil; return told
      } == foretold)
    #expect(one.status == (told.isEmpty ? 0 : 1))
    let summary =
      told.isEmpty
      ? ""
      : "streammap: \(told.count) of \(records.count) \(records.count == 1 ? "record" : "records") skipped\n"
    #expect(one.errorWithoutHints == told.map(\.diagnostic).joined() + summary)
    let report = try report(sandbox)

    // The same records in another form.
    let there = try Arrangement(records, framing, in: sandbox, &dice)
    let workers = ["--jobs", "\(dice.number(1...5))", "--engine", dice.one(of: ["auto", "index", "yajl"])]
    let ways = workers + ["--chunk", "\(dice.size(upTo: 14))"]
    let place: Comment =
      "round \(round), STREAMMAP_SEED=\(SeededGenerator.seed): \(there.description), \(ways), \(format)"
    let expected = there.rejects(like: told)

    let many = try there.run(
      select + ways + [
        "--rejects", sandbox.path("bad"), "--report", sandbox.path("report"), KnownRecord.paths,
      ])
    #expect(many.output == one.output, place)
    #expect(try KnownReject.all(in: sandbox.bytes("bad")) == expected, place)
    #expect(many.errorWithoutHints == expected.map(\.diagnostic).joined() + summary, place)
    #expect(many.status == one.status, place)
    #expect(try self.report(sandbox) == report, place)

    if format == "jsonl" {
      let unordered = try there.run(select + ways + ["--unordered", KnownRecord.paths])
      #expect(unordered.outputLines.sorted() == one.outputLines.sorted(), place)
      #expect(unordered.status == one.status, place)
    }

    let limits = Array(select[3..<7])
    let check = try there.run(["check"] + limits + ways)
    #expect(
      check.errorWithoutHints == expected.map(\.diagnostic).joined() && check.status == one.status, place)
    let count = try there.run(
      ["count", "--validate", "full", "--on-error", "skip", "--quiet"] + limits + ways)
    #expect(count.output == "\(records.count - told.count)\n" && count.status == one.status, place)
    if framing == .lines { #expect(try there.run(["count"] + ways).output == "\(records.count)\n", place) }

    let schema = ["schema", "--format", "json", "--on-error", "skip", "--quiet"] + limits
    let shape = try sandbox.run(schema + ["--input", "lines", "--jobs", "1", plain])
    let sameShape = try there.run(schema + ways + (framing == .lines ? ["--input", "lines"] : []))
    #expect(sameShape.output == shape.output && sameShape.status == shape.status, place)

    if framing == .lines, there.isPlain, !there.arguments.isEmpty {
      try parts(there, select + ways, one, expected, place, &dice)
    }
    if !told.isEmpty { try budgets(there, select + workers, one, told, records, place, &dice) }
    if framing == .lines, !there.arguments.isEmpty {
      try resumed(there, select + workers, one, expected, place, &dice)
    }
  }

  /// Reads the splits of the files in sequence. A split does not know the numbers of a line and a record in its file.
  /// Only the first knows the number of rows before a record.
  private func parts(
    _ there: Arrangement, _ select: [String], _ one: Outcome, _ expected: [KnownReject], _ place: Comment,
    _ dice: inout SeededGenerator
  ) throws {
    let count = dice.number(1...6)
    var output = ""
    var rejects: [KnownReject] = []
    var numbered = 0
    for part in 1...count {
      let outcome = try there.run(
        select + [
          "--split", "\(part)/\(count)", "--quiet", "--rejects", there.sandbox.path("bad"),
          KnownRecord.paths,
        ])
      output += outcome.output
      let told = try KnownReject.all(in: there.sandbox.bytes("bad"))
      #expect(told.allSatisfy { $0.line == nil && $0.record == nil }, place)
      rejects += told
      if part == 1 { numbered = told.count }
      #expect(outcome.status == (told.isEmpty ? 0 : 1), place)
    }
    #expect(output == one.output, place)
    let numberless = expected.enumerated().map { index, reject in
      var reject = reject
      (reject.line, reject.record) = (nil, nil)
      if index >= numbered { reject.row = nil }
      return reject
    }
    #expect(rejects == numberless, place)
  }

  /// A run that ends at the first error over the limit.
  private func budgets(
    _ there: Arrangement, _ select: [String], _ one: Outcome, _ told: [KnownReject], _ records: [KnownRecord],
    _ place: Comment, _ dice: inout SeededGenerator
  ) throws {
    let budget = dice.number(0...(told.count - 1))
    let words = select + ["--max-errors", "\(budget)", "--quiet", "--rejects", there.sandbox.path("bad")]
    let outcome = try there.run(words + ["--chunk", "\(dice.size(upTo: 14))", KnownRecord.paths])
    let rows = records.map(\.row).filter { !$0.isEmpty }.prefix(try #require(told[budget].row))
    if select.contains("jsonl") { #expect(outcome.output == rows.joined(), place) }
    #expect(one.output.hasPrefix(outcome.output), place)
    let expected = Array(there.rejects(like: told)[...budget])
    #expect(try KnownReject.all(in: there.sandbox.bytes("bad")) == expected, place)
    #expect(outcome.status == 1, place)
    #expect(
      outcome.error == "streammap: stopped after more than \(budget) bad records (--max-errors)\n", place)
    // With a checkpoint, each attempt ends at that record again.
    guard there.framing == .lines, !there.arguments.isEmpty else { return }
    let noting =
      ["--checkpoint", there.sandbox.path("mark"), "--checkpoint-interval", "0"] + [
        "--chunk", "\(dice.number(300...3_000))", "--output", there.sandbox.path("out"), KnownRecord.paths,
      ]
    for _ in 0..<2 {
      let stopped = try there.run(words + noting)
      #expect(stopped.status == 1 && stopped.error == outcome.error, place)
      #expect(try there.sandbox.text("out") == outcome.output, place)
      #expect(try KnownReject.all(in: there.sandbox.bytes("bad")) == expected, place)
    }
    try? FileManager.default.removeItem(atPath: there.sandbox.path("mark"))
  }

  /// A truncated archive stops a run. When the file is complete, in any format, the run resumes.
  private func resumed(
    _ there: Arrangement, _ select: [String], _ one: Outcome, _ expected: [KnownReject], _ place: Comment,
    _ dice: inout SeededGenerator
  ) throws {
    let sandbox = there.sandbox
    let words =
      select + [
        // A checkpoint after each takes time.
        "--chunk", "\(dice.number(300...3_000))", "--quiet", "--checkpoint", sandbox.path("mark"),
        "--checkpoint-interval", "0", "--output",
        sandbox.path("out"),
        "--rejects", sandbox.path("bad"), KnownRecord.paths,
      ]
    for _ in 0..<dice.number(1...3) {
      let index = dice.number(0...(there.names.count - 1))
      let file = URL(filePath: there.names[index])
      let archive = dice.one(of: Format.allCases).compress(there.files[index].bytes)
      // The same file with other bytes.
      try Data(archive.prefix(dice.number(min(12, archive.count - 1)...(archive.count - 1)))).write(to: file)
      let stopped = try there.run(words)
      // Before the archive is reached again, or after it, its truncation does not matter.
      #expect(stopped.status == 3 || stopped.status == one.status, "\(place): \(stopped.error)")
      try Data(there.contents[index]).write(to: file)
      if stopped.status != 3 { break }
    }
    let whole = try there.run(words)
    #expect(whole.status == one.status, "\(place): \(whole.error)")
    #expect(try sandbox.text("out") == one.output, place)
    #expect(try KnownReject.all(in: sandbox.bytes("bad")) == expected, place)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("mark")), place)
  }
}
