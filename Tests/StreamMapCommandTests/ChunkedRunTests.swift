// Runs over any workers, splits, chunks and inputs, with malformed records.

import TestSupport
import Foundation
import Testing

@testable import StreamMapCommand

/// Lines with an id and texts, some malformed in one of several ways.
struct MixedLines {
  private var state: UInt64
  let text: String
  let good: Int
  let bad: Int

  /// SplitMix64, so that a printed seed reproduces it.
  static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  init(seed: UInt64, lines: Int = 300, badIn: UInt64 = 10) {
    state = seed
    var (text, good, bad) = ("", 0, 0)
    for id in 0..<lines {
      let dice = Self.next(&state)
      let filler = String(repeating: dice & 1 == 0 ? "é" : "x", count: Int(dice >> 8 & 63))
      if (dice >> 16) % badIn == 0 {
        bad += 1
        text +=
          [
            #"{"id":\#(id),"a":oops}"#, #"{"id":\#(id),"a":"\#(filler)"#, #"{"id":\#(id)}]"#, #"{"id":01}"#,
            "\u{1}",
          ][Int(dice >> 32) % 5]
      } else {
        good += 1
        text += #"{"id":\#(id),"a":"\#(filler)","b":{"c":[\#(id),"two, \n \"three\""]}}"#
      }
      text += dice >> 40 & 7 == 0 ? "\r\n" : "\n"
      if dice >> 44 & 31 == 0 { text += " \n" }
    }
    (self.text, self.good, self.bad) = (text, good, bad)
  }
}

@Suite("Runs in chunks")
struct ChunkedRunTests {
  private static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  private static let paths = "id,text=a,c=b.c[*]"

  @Test(
    "workers, chunk sizes, splits and pipes give equal bytes", .feature("43", "51", "55", "56"),
    arguments: 0..<12)
  func sameBytes(round: UInt64) throws {
    var state = Self.seed &+ round
    func random(_ range: ClosedRange<Int>) -> String {
      "\(range.lowerBound + Int(MixedLines.next(&state) % UInt64(range.count)))"
    }
    let sandbox = try Sandbox()
    let lines = MixedLines(seed: Self.seed &+ round)
    let file = try sandbox.file("lines.jsonl", lines.text)
    let format = ["jsonl", "csv", "tsv"][Int(round % 3)]
    func select(_ arguments: [String], input: [UInt8] = []) throws -> Outcome {
      try sandbox.run(
        ["select", "--format", format, "--on-error", "skip", "--max-record", "1KiB"] + arguments, input: input
      )
    }
    let one = try select(
      [
        "--jobs", "1", "--rejects", sandbox.path("rejects"), "--report", sandbox.path("report"), Self.paths,
        file,
      ])
    #expect(one.status == 1)
    let rejects = try sandbox.text("rejects")
    #expect(rejects.split(separator: "\n").count == lines.bad)
    #expect(one.error.hasSuffix("streammap: \(lines.bad) of \(lines.good + lines.bad) records skipped\n"))

    let many = try select([
      "--jobs", random(2...5), "--chunk", random(1...5_000), "--rejects", sandbox.path("rejects2"),
      Self.paths, file,
    ])
    #expect(many.output == one.output && many.error == one.error && many.status == 1, "seed \(Self.seed)")
    #expect(try sandbox.text("rejects2") == rejects, "seed \(Self.seed)")

    let parts = Int(random(1...7)) ?? 1
    var whole = ""
    for part in 1...parts {
      whole += try select(["--split", "\(part)/\(parts)", "--chunk", random(1...500), Self.paths, file])
        .output
    }
    #expect(whole == one.output, "\(parts) parts, seed \(Self.seed)")

    let border = random(1...lines.text.utf8.count)
    let ranges = try ["0:\(border)", "\(border):"].map {
      try select(["--range", $0, "--jobs", "2", Self.paths, file]).output
    }
    #expect(ranges.joined() == one.output, "at \(border), seed \(Self.seed)")

    let piped = try select(
      ["--jobs", "3", "--chunk", random(1...500), Self.paths], input: Array(lines.text.utf8))
    #expect(piped.output == one.output, "seed \(Self.seed)")

    let unordered = try select(["--unordered", "--jobs", "3", "--chunk", "300", Self.paths, file]).outputLines
    if format == "jsonl" { #expect(unordered.sorted() == one.outputLines.sorted()) }
  }

  @Test("reads files and folders in order, numbering lines separately", .feature("43"))
  func folders() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.path("in/b"), withIntermediateDirectories: true)
    _ = try sandbox.file("in/a.jsonl", "{\"id\":1}\n{\"id\":2}\n")
    _ = try sandbox.file("in/b/x.jsonl", "{\"id\":3}\noops\n")
    _ = try sandbox.file("in/c.jsonl", "{\"id\":4}")
    _ = try sandbox.file("in/.hidden", "{\"id\":5}")
    let outcome = try sandbox.run("select", "--on-error", "skip", "--chunk", "5", "id", sandbox.path("in"))
    #expect(outcome.outputLines == (1...4).map { #"{"id":\#($0)}"# })
    #expect(
      outcome.errorLines.first
        == "\(sandbox.path("in/b/x.jsonl")):2:1: byte 9: expected a value, found 'o' (at $)")
    #expect(try sandbox.run("count", sandbox.path("in")).output == "5\n")
    for split in ["1/2", "2/2"] {
      let outcome = try sandbox.run("count", "--split", split, sandbox.path("in"))
      #expect(outcome.status == 0)
    }
    let refused = try sandbox.run("count", "--range", "0:5", sandbox.path("in"))
    #expect(refused.status == 2 && refused.error.contains("--range takes one FILE, not 3"))
    let archive = try sandbox.compressed("in.gz", "{}\n{}\n")
    for (option, part) in [("--range", "0:5"), ("--split", "1/2")] {
      let compressed = try sandbox.run("check", option, part, archive)
      #expect(compressed.status == 3)
      #expect(
        compressed.error
          == "streammap: \(archive): \(option) cannot read a part of a compressed file: decompress it first, or "
          + "remove \(option)\n")
    }
  }

  @Test("--max-errors ends the run at the first error over it", .feature("55"), arguments: [0, 1, 5])
  func budget(_ budget: Int) throws {
    let sandbox = try Sandbox()
    let text = (0..<100).map { $0 % 10 == 9 ? "oops\n" : "{\"id\":\($0)}\n" }.joined()
    let file = try sandbox.file("lines.jsonl", text)
    for (jobs, chunk) in [("1", "4MiB"), ("3", "17"), ("2", "200")] {
      let outcome = try sandbox.run(
        "select", "--on-error", "skip", "--max-errors", "\(budget)", "--rejects", sandbox.path("bad"),
        "--jobs", jobs,
        "--chunk", chunk, "id", file)
      #expect(outcome.status == 1)
      #expect(outcome.outputLines.count == 9 * (budget + 1))
      #expect(try sandbox.text("bad").split(separator: "\n").count == budget + 1)
      #expect(outcome.error.contains("stopped after more than \(budget) bad records (--max-errors)"))
    }
  }

  @Test("checks the error share after 1000 records and finally", .feature("55"))
  func share() throws {
    let sandbox = try Sandbox()
    let few = try sandbox.file("few", (0..<100).map { $0 < 50 ? "oops\n" : "{}\n" }.joined())
    let some = try sandbox.run("select", "--on-error", "skip", "--quiet", "--max-errors", "10%", "id", few)
    #expect(some.outputLines.count == 50 && some.error.contains("more than 10% of the records are bad"))
    let many = try sandbox.file("many", (0..<3000).map { $0 % 5 == 0 ? "oops\n" : "{}\n" }.joined())
    for chunk in ["64", "4MiB"] {
      let stopped = try sandbox.run(
        "select", "--on-error", "skip", "--quiet", "--max-errors", "10%", "--chunk", chunk, "id", many)
      #expect(stopped.outputLines.count == 800)
      let all = try sandbox.run(
        "select", "--on-error", "skip", "--quiet", "--max-errors", "25%", "--chunk", chunk, "id", many)
      #expect(all.outputLines.count == 2400)
    }
  }

  @Test("rejects have location, reason and bytes, base64 if not text", .feature("56"))
  func rejects() throws {
    struct Line: Decodable, Equatable {
      var offset, byte, column, row: Int
      var line, record: Int?
      var path, kind: String
      var raw, rawBase64: String?
      var cut: Bool?
    }
    let sandbox = try Sandbox()
    let bytes =
      Array("{\"id\":1}\n\n{\"id\":\"".utf8) + [0xFF] + Array("\"}\n{\"id\":2}\n{\"id\":3]\n".utf8)
      + Array("{\"id\":[\(String(repeating: "1,", count: 50))1]}\n".utf8)
    let file = try sandbox.file("lines", bytes)
    _ = try sandbox.run(
      ["select", "--on-error", "skip", "--rejects", sandbox.path("bad"), "--max-record", "60", "id", file])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let found = try sandbox.text("bad").split(separator: "\n").map {
      try decoder.decode(Line.self, from: Data($0.utf8))
    }
    try #require(found.count == 3)
    #expect(
      found[0]
        == Line(
          offset: 10, byte: 17, column: 8, row: 1, line: 3, record: 2, path: "id", kind: "encoding", raw: nil,
          rawBase64: Data(bytes[10..<20]).base64EncodedString(), cut: nil))
    #expect(
      found[1]
        == Line(
          offset: 30, byte: 37, column: 8, row: 2, line: 5, record: 4, path: "$", kind: "syntax",
          raw: "{\"id\":3]",
          rawBase64: nil, cut: nil))
    #expect(found[2].kind == "recordLimit" && found[2].cut == true && found[2].raw?.utf8.count == 61)
  }

  @Test(
    "retry reads corrected rejects, and inserts their rows in order", .feature("56"),
    arguments: ["jsonl", "csv"])
  func retry(format: String) throws {
    let sandbox = try Sandbox()
    let lines = MixedLines(seed: Self.seed, lines: 200, badIn: 5)
    let file = try sandbox.file("lines.jsonl", lines.text)
    let first = try sandbox.run(
      "select", "--format", format, "--on-error", "skip", "--rejects", sandbox.path("bad"), "--output",
      sandbox.path("old"), "--chunk", "400", Self.paths, file)
    #expect(first.status == 1)
    // Every other one is corrected. The others stay malformed.
    var mended = lines.text.utf8.split(separator: 10, omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    var rejects = try sandbox.text("bad").split(separator: "\n").map { String($0) }
    let decoder = JSONDecoder()
    for index in rejects.indices where index % 2 == 0 {
      var reject = try decoder.decode(Reject.self, from: Data(rejects[index].utf8))
      reject.raw = #"{"id":"mended \#(index)","a":null}"#
      mended[try #require(reject.line) - 1] = reject.raw ?? ""
      var text: [UInt8] = []
      reject.write(into: &text)
      rejects[index] = String(decoding: text.dropLast(), as: UTF8.self)
    }
    let edited = try sandbox.file("edited", rejects.joined(separator: "\n") + "\n")
    let merged = try sandbox.run(
      "retry", "--format", format, "--merge", sandbox.path("old"), "--rejects", sandbox.path("still"),
      Self.paths, edited)
    let expected = try sandbox.run(
      "select", "--format", format, "--on-error", "skip", "--rejects", sandbox.path("still2"), Self.paths,
      try sandbox.file("mended.jsonl", mended.joined(separator: "\n")))
    #expect(merged.output == expected.output)
    #expect(merged.status == 1)
    let still = try sandbox.text("still").split(separator: "\n").map {
      try decoder.decode(Reject.self, from: Data($0.utf8))
    }
    let still2 = try sandbox.text("still2").split(separator: "\n").map {
      try decoder.decode(Reject.self, from: Data($0.utf8))
    }
    #expect(still.map(\.line) == still2.map(\.line) && still.map(\.message) == still2.map(\.message))
    #expect(still.map(\.row) == still2.map(\.row))
    #expect(still.map(\.column) == still2.map(\.column) && still.map(\.raw) == still2.map(\.raw))
    let alone = try sandbox.run("retry", "--format", format, "--quiet", Self.paths, edited)
    #expect(alone.output.contains("mended 0"))
    let wrong = try sandbox.run("retry", "--merge", file, "--output", file, Self.paths, edited)
    #expect(wrong.status == 2)
  }
}
