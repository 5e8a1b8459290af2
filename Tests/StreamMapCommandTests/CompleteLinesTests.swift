// --complete-lines: a last line without a line feed is left in the file, and the next run continues there.

import CompressedInputs
import Foundation
@testable import TestSupport
import Testing

@testable import StreamMapCommand

@Suite("Complete lines of files")
struct CompleteFileTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Records, some of them malformed.
  private static func text(_ lines: Int, prefix: String = "", using random: inout SeededRandom) -> String {
    (0..<lines).map { number in
      let record = random.pick([
        "{\"id\":\(number),\"a\":\"\(number)\"}", "{\"id\":\(number)}", "{\"id\":\"x\"}", "{\"id\":\(number)",
      ])
      let other = random.chance(1, outOf: 6) && !prefix.isEmpty ? "other text\n" : ""
      return "\(other)\(prefix)\(record)\n"
    }.joined()
  }

  private func report() throws -> ReportTests.Report {
    try JSONDecoder().decode(ReportTests.Report.self, from: Data(sandbox.bytes("report")))
  }

  @Test(
    "every command leaves an unfinished line",
    arguments: [
      ["count"], ["count", "--validate", "full"], ["check"], ["select", "id"],
      ["select", "--types", "id:int64"],
      ["schema", "--quiet", "--format", "json"], ["schema", "--quiet", "--format", "json", "--sample", "9"],
      ["count", "--input", "embedded-lines"],
    ], ["1", "2"])
  func commands(words: [String], jobs: String) throws {
    let complete = "{\"id\":1}\n{\"id\":2}\n"
    let texts = [complete, complete + "{\"id\":3", complete + "{\"id\":\"x\"}", "{\"id\":"]
    for text in texts {
      let isEmpty = !text.contains("\n")
      let whole = try sandbox.file("whole", isEmpty ? "" : complete)
      let expected = try sandbox.run(words + [whole])
      #expect(expected.status == 0)
      let options = words + ["--jobs", jobs, "--chunk", "5", "--complete-lines"]
      let plain = try sandbox.run(options + [try sandbox.file("in", text)])
      #expect((plain.status, plain.output, plain.error) == (0, expected.output, expected.error), "\(text)")
      guard !words.contains("--sample") else { continue }
      for format in [Format.gzip, .zstd] {
        let packed = try sandbox.run(options + [try sandbox.compressed("in.z", text, by: format)])
        #expect(
          (packed.status, packed.output, packed.error) == (0, expected.output, ""), "\(text), \(format)")
      }
      let piped = try sandbox.run(options, input: Array(text.utf8))
      #expect((piped.status, piped.output) == (0, expected.output), "\(text)")
    }
  }

  @Test("reports the offset after the last complete line")
  func offsets() throws {
    let file = try sandbox.file("in", "{}\n{}\n{")
    for (words, offset) in [
      ([], 6), (["--range", "1:4"], 4), (["--range", "2:"], 6), (["--split", "2/2"], 6),
      (["--jobs", "1"], 6),
      (["--input", "embedded-lines"], 6),
    ] {
      let report = sandbox.path("report")
      let outcome = try sandbox.run(["check", "--complete-lines", "--report", report] + words + [file])
      #expect(outcome.status == 0 && outcome.error.isEmpty)
      #expect(try self.report().inputs.map(\.offset) == [offset], "\(words)")
    }
    let stopped = try sandbox.file("bad", "{}\nx\n{}\n{")
    _ = try sandbox.run(
      "select", "$", "--complete-lines", "--report", sandbox.path("report"), stopped)
    #expect(try report().inputs.map(\.offset) == [nil])
    _ = try sandbox.run("check", "--report", sandbox.path("report"), file)
    #expect(try report().inputs.map(\.offset) == [nil])
  }

  @Test("a truncated compressed file is an error")
  func truncated() throws {
    let bytes = Format.gzip.compress(Array("{\"id\":1}\n".utf8)).dropLast(8)
    let outcome = try sandbox.run("check", "--complete-lines", try sandbox.file("in.gz", Array(bytes)))
    #expect(outcome.status == 3 && outcome.error.contains("truncated gzip"))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var words: [String]
    var prefix = ""
    var isCompressed = false
    var testDescription: String { words.joined(separator: " ") + (isCompressed ? ", compressed" : "") }
  }

  @Test(
    "the next run continues in a file that has grown",
    arguments: [
      Case(words: ["id,a", "--format", "csv"]), Case(words: ["id,a"], isCompressed: true),
      Case(words: ["--types", "id:int64,a:string", "--format", "arrow", "--batch-rows", "3"]),
      Case(words: ["--types", "id:int64,a:string", "--format", "arrow"]),
      Case(words: ["id,a", "--input", "embedded-lines"], prefix: "web_1 | "),
      Case(words: ["id,a", "--input", "sse", "--where", "id != 3"], prefix: "data: "),
    ])
  func grows(_ known: Case) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let text = Array(Self.text(60, prefix: known.prefix, using: &random).utf8)
    let common = ["select", "--on-error", "skip", "--quiet"] + known.words
    func paths(_ name: String) -> [String] {
      ["output", "rejects", "report"].flatMap { ["--\($0)", sandbox.path($0 + name)] }
    }
    let file = sandbox.path("log")
    _ = try sandbox.file("log", "")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    let words =
      common + paths("") + [
        "--complete-lines", "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0",
      ]
    var end = 0
    while end < text.count {
      let next = min(end + random.below(400), text.count)
      let piece = Array(text[end..<next])
      try handle.write(contentsOf: Data(known.isCompressed ? Format.gzip.compress(piece) : piece))
      end = next
      let options = ["--jobs", "\(1 + random.below(2))", "--chunk", "\(1 + random.below(300))"]
      #expect(try sandbox.run(words + options + [file]).status <= 1)
      let whole = try sandbox.file("whole", Array(text[..<((text[..<end].lastIndex(of: 10) ?? -1) + 1)]))
      #expect(try sandbox.run(common + paths("All") + ["--complete-lines", whole]).status <= 1)
      let comment: Comment = "\(end) bytes, \(SeededRandom.again)"
      #expect(try sandbox.bytes("output") == sandbox.bytes("outputAll"), comment)
      let rejects = try ["rejects", "rejectsAll"].map {
        try sandbox.text($0).replacing("\\/", with: "/").replacing(sandbox.path("whole"), with: file)
      }
      #expect(rejects[0] == rejects[1], comment)
      let found = try report()
      _ = try sandbox.file("report", sandbox.bytes("reportAll"))
      var expected = try report()
      expected.inputs[0].file = file
      #expect(found == expected, comment)
    }
    #expect(FileManager.default.fileExists(atPath: sandbox.path("mark")))
  }

  @Test("rejects a file that was replaced or truncated")
  func replaced() throws {
    let lines = "{\"id\":1}\n{\"id\":2}\n"
    let file = try sandbox.file("log", lines)
    let words = [
      "select", "id", "--complete-lines", "--checkpoint", sandbox.path("mark"), "--output",
      sandbox.path("out"), file,
    ]
    func rows() throws -> [String] { Outcome.lines(of: try sandbox.text("out")) }
    #expect(try sandbox.run(words).status == 0)
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 9)
    let cut = try sandbox.run(words)
    #expect(cut.status == 3)
    #expect(
      cut.error
        == "streammap: \(file): it was truncated: it has 9 bytes, and the checkpoint is at byte 18; read it from its "
        + "beginning with another --checkpoint and --output\n")
    try FileManager.default.moveItem(atPath: file, toPath: sandbox.path("log.1"))
    _ = try sandbox.file("log", lines)
    let other = try sandbox.run(words)
    #expect(other.status == 2)
    #expect(
      other.errorLines[0]
        == "streammap: \(file) is not the file that the checkpoint was written for: it was replaced, for example by log "
        + "rotation; read the rest of the old file, from byte 18 on (--range 18:), and this one with another "
        + "--checkpoint and --output")
    #expect(try rows() == ["{\"id\":1}", "{\"id\":2}"])
  }

  @Test("a run that a bad record stops starts at it again")
  func stopped() throws {
    let file = try sandbox.file("log", "{\"id\":1}\nx\n{\"id\":3}\n{")
    let words = [
      "select", "id", "--complete-lines", "--checkpoint", sandbox.path("mark"), "--output",
      sandbox.path("out"), file,
    ]
    for _ in 0..<2 {
      let outcome = try sandbox.run(words)
      #expect(outcome.status == 1 && outcome.errorLines.count == 1)
      #expect(try sandbox.text("out") == "{\"id\":1}\n")
    }
  }
}
