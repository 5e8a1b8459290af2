import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct LimitTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func lines(_ range: Range<Int>) -> String {
    range.map { "{\"id\":\($0)}\n" }.joined()
  }

  @Test(arguments: [1, 2, 5, 9, 10, 11, 1_000_000])
  func noMoreRecordsAreRead(_ limit: Int) throws {
    let path = try sandbox.file("a.jsonl", lines(0..<10))
    let expected = lines(0..<min(limit, 10))
    let fromFile = try sandbox.run("select", "id", "--limit", "\(limit)", path)
    #expect(fromFile.output == expected)
    #expect(fromFile.status == 0)
    #expect(fromFile.error.isEmpty)
    #expect(try sandbox.run("select", "id", "--limit=\(limit)", input: lines(0..<10)).output == expected)
    let schema = try sandbox.run("schema", "--limit", "\(limit)", "--format", "json", path)
    #expect(schema.outputLines[0].contains("\"count\":\(min(limit, 10)),"))
  }

  @Test(
    "counts the records that --where keeps",
    arguments: [1, 2, 3, 4, 5, 6, 100], ["lines", "concatenated", "document"])
  func kept(limit: Int, framing: String) throws {
    let words = ["select", "id", "--input", framing, "--where", "id > 5", "--limit", "\(limit)"]
    let files =
      try framing == "document"
      ? (1...10).map { try sandbox.file("\($0).json", "{\"id\":\($0)}") }
      : [1..<4, 4..<8, 8..<11].enumerated().map { try sandbox.file("\($0).jsonl", lines($1)) }
    for chunk in ["1", "4MiB"] {
      let outcome = try sandbox.run(words + ["--chunk", chunk, "--report", sandbox.path("report")] + files)
      #expect(outcome.status == 0 && outcome.output == lines(6..<min(6 + limit, 11)), "\(outcome.error)")
      let report = try sandbox.text("report")
      #expect(report.contains("\"rows\" : \(min(limit, 5))"))
      #expect(report.contains("\"filtered\" : 5"))
    }
    let all = lines(1..<6) + "x\n" + lines(6..<11) + "x\n"
    let check = ["check", "--input", framing, "--where", "id > 5", "--limit", "\(limit)"]
    if framing == "lines" {
      // A bad record counts, too.
      let bad = limit > 6 ? 2 : 1
      #expect(try sandbox.run(check, input: Array(all.utf8)).errorLines.count == bad)
    }
  }

  @Test("resumes a limit on the records that --where keeps")
  func resumed() throws {
    let path = try sandbox.file("in", lines(0..<1_000) + "x\n" + lines(1_000..<2_000))
    let words = [
      "select", "id", "--where", "id >= 500", "--limit", "1001", "--jobs", "1", "--chunk", "200", "--output",
      sandbox.path("out"), "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0", path,
    ]
    #expect(try sandbox.run(words).status == 1)
    // The bad record is repaired in place.
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try handle.seek(toOffset: UInt64(lines(0..<1_000).utf8.count))
    try handle.write(contentsOf: Data(" ".utf8))
    try handle.close()
    #expect(try sandbox.run(words).status == 0)
    #expect(try sandbox.text("out") == lines(500..<1_501))
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6])
  func filesShareIt(_ limit: Int) throws {
    let files = try [0..<2, 2..<2, 2..<5].enumerated().map { try sandbox.file("\($0).jsonl", lines($1)) }
    let outcome = try sandbox.run(["select", "id", "--limit", "\(limit)"] + files)
    #expect(outcome.output == lines(0..<min(limit, 5)))
    #expect(outcome.status == 0)
  }

  @Test func whatIsWrongBehindItIsNotLookedAt() throws {
    let path = try sandbox.file("a.jsonl", lines(0..<3) + "x\n")
    #expect(try sandbox.run("check", "--limit", "3", path).status == 0)
    #expect(try sandbox.run("check", "--limit", "4", path).status == 1)
    #expect(try sandbox.run("select", "id", "--limit", "3", path).status == 0)
    let document = try sandbox.file("b.json", "[")
    #expect(try sandbox.run("check", "--input", "document", "--limit", "1", document).status == 1)
    let good = try sandbox.file("c.json", "[\n]")
    #expect(try sandbox.run("check", "--input", "document", "--limit", "1", good, document).status == 0)
  }

  /// Malformed records count. Those after the last record are not reported, for a file and for a pipe.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7])
  func badRecordsCount(_ limit: Int) throws {
    // Valid, malformed, malformed, valid, malformed, valid.
    let input = "{\"id\":0}\nx\ny\n{\"id\":1}\nz\n{\"id\":2}\n"
    let good = [0, 0, 0, 1, 1, 2, 2]
    let bad = [0, 1, 2, 2, 3, 3, 3]
    for fromFile in [true, false] {
      let words = ["select", "id", "--on-error", "skip", "--limit", "\(limit)"]
      let path = try sandbox.file("bad.jsonl", input)
      let outcome =
        fromFile ? try sandbox.run(words + [path]) : try sandbox.run(words, input: Array(input.utf8))
      #expect(outcome.output == lines(0..<(good[limit - 1] + 1)))
      #expect(outcome.errorLines.count == (bad[limit - 1] == 0 ? 0 : bad[limit - 1] + 1))
      #expect(outcome.status == (bad[limit - 1] == 0 ? 0 : 1))
      let check = try sandbox.run("check", "--limit", "\(limit)", path)
      #expect(check.errorLines.count == bad[limit - 1])
    }
  }

  /// The limit counts what a filter keeps, wherever the input is cut into blocks.
  @Test(arguments: [1, 2, 3, 600])
  func filteredRecordsDoNotCount(_ limit: Int) throws {
    let input = (1...600).map { number in
      "{\"a\":\(number == 2 || number == 500 ? 1 : 0)}" + String(repeating: " ", count: 1_000) + "\n"
    }.joined()
    let path = try sandbox.file("filtered.jsonl", input)
    let expected = String(repeating: "{\"a\":1}\n", count: min(limit, 2))
    let words = ["select", "a", "--where", "a==1", "--limit", "\(limit)"]
    #expect(try sandbox.run(words + [path]).output == expected)
    #expect(try sandbox.run(words + ["--jobs", "2", path]).output == expected)
    #expect(try sandbox.run(words, input: Array(input.utf8)).output == expected)
  }

  /// The writer of the pipe never closes it.
  @Test func nothingIsWaitedFor() throws {
    let pipe = try TestPipe()
    let text = Array(lines(0..<3).utf8)
    #expect(try System.write(pipe.writing, text.span).get() == text.count)
    let output = sandbox.path("out")
    let streams = StandardStreams(
      input: pipe.reading, output: try System.openForWriting(output),
      error: try System.openForWriting("/dev/null"))
    let run = Background { Program.run(arguments: ["select", "id", "--limit", "3"], streams: streams) }
    #expect(try run.value() == 0)
    #expect(try sandbox.text("out") == lines(0..<3))
    try System.close(streams.output)
    try System.close(streams.error)
  }

  @Test(arguments: ["0", "-1", "x", "1.5", ""])
  func itIsACount(_ value: String) throws {
    #expect(try sandbox.run("select", "id", "--limit=\(value)").status == 2)
  }

  @Test func countHasNone() throws {
    #expect(
      try sandbox.run("count", "--limit", "1").error.contains(
        "--limit is an option of select, check and schema"))
  }
}
