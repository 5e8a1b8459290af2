// What --report says, for each way in which a run can end.

import CompressedInputs
import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Reports")
struct ReportTests {
  struct Input: Codable, Hashable {
    var file: String
    var bytes: Int
    var offset: Int?
    var complete: Bool
    var failure: String?

    init(_ file: String, _ bytes: Int, _ complete: Bool, _ failure: String? = nil) {
      (self.file, self.bytes, self.complete, self.failure) = (file, bytes, complete, failure)
    }
  }

  struct Report: Codable, Hashable {
    var end: String
    var failure: String?
    var inputs: [Input]
    var bytes: Int
    var records: Int
    var rows: Int
    var rejects: Int
    var filtered: Int?
    var kinds: [String: Int]
  }

  /// A command line, its status, and its report. Files are named without their folder.
  struct Case: CustomTestStringConvertible {
    let words: [String]
    let status: Int32
    let report: Report
    var testDescription: String { words.joined(separator: " ") }

    init(
      _ words: String..., status: Int32 = 0, end: String, failure: String? = nil, inputs: [Input],
      records: Int,
      rows: Int? = nil, rejects: Int = 0, filtered: Int? = nil, kinds: [String: Int]? = nil
    ) {
      self.words = words
      self.status = status
      report = Report(
        end: end, failure: failure, inputs: inputs, bytes: inputs.map(\.bytes).reduce(0, +), records: records,
        rows: rows ?? records - rejects - (filtered ?? 0), rejects: rejects, filtered: filtered,
        kinds: kinds ?? (rejects > 0 ? ["syntax": rejects] : [:]))
    }
  }

  private static let lines = (1...4).map { "{\"id\":\($0)}\n" }
  private static let files: [String: [UInt8]] = [
    // 9 bytes a line.
    "a": Array(lines.joined().utf8),
    "b": Array(lines.joined().utf8),
    "bad": Array((lines[0] + "x\n" + lines[1] + "y\n" + lines[2]).utf8),
    "cut.gz": Format.gzip.compress(Array(lines.joined().utf8)).dropLast(8),
    "list": Array("[\n\(lines.joined(separator: ","))]".utf8),
    "empty": [],
  ]

  private static let cut =
    "truncated gzip: ends inside its first member, at compressed byte \(files["cut.gz"]?.count ?? 0): get the file "
    + "again, or wait for its end"
  private static let absent = "No such file or directory"
  private static let full = "/dev/full: No space left on device"

  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for (name, bytes) in Self.files { _ = try sandbox.file(name, bytes) }
  }

  private func report() throws -> Report {
    let text = try sandbox.text("report").replacing(sandbox.folder + "/", with: "")
    return try JSONDecoder().decode(Report.self, from: Data(text.utf8))
  }

  private func words(_ words: [String]) -> [String] {
    words.map { Self.files[$0] != nil || ["absent", "rows"].contains($0) ? sandbox.path($0) : $0 }
      + ["--report", sandbox.path("report"), "--quiet"]
  }

  static let cases = [
    Case(
      "select", "id", "a", "b", end: "complete", inputs: [Input("a", 36, true), Input("b", 36, true)],
      records: 8),
    Case(
      "select", "id", "--unordered", "a", "b", end: "complete",
      inputs: [Input("a", 36, true), Input("b", 36, true)], records: 8),
    Case(
      "select", "id", "empty", "a", end: "complete", inputs: [Input("empty", 0, true), Input("a", 36, true)],
      records: 4),
    Case("select", "id", "--range", "9:18", "a", end: "complete", inputs: [Input("a", 9, true)], records: 1),
    Case(
      "select", "id", "--input", "array", "list", end: "complete", inputs: [Input("list", 42, true)],
      records: 4),
    Case(
      "select", "id", "--input", "auto", "list", "a", end: "complete",
      inputs: [Input("list", 42, true), Input("a", 36, true)], records: 8),
    Case(
      "select", "--types", "id:int64", "--format", "arrow", "--output", "rows", "a", end: "complete",
      inputs: [Input("a", 36, true)], records: 4),
    Case(
      "count", "--validate", "full", "a", end: "complete", inputs: [Input("a", 36, true)], records: 4, rows: 0
    ),
    Case("schema", "a", end: "complete", inputs: [Input("a", 36, true)], records: 4, rows: 0),
    Case(
      "check", "bad", status: 1, end: "complete", inputs: [Input("bad", 31, true)], records: 5, rows: 0,
      rejects: 2),
    Case(
      "select", "id", "--on-error", "skip", "bad", status: 1, end: "complete",
      inputs: [Input("bad", 31, true)], records: 5, rejects: 2),
    Case(
      "select", "id", "--where", "id > 2", "a", "b", end: "complete",
      inputs: [Input("a", 36, true), Input("b", 36, true)], records: 8, filtered: 4),
    // A limit.
    Case(
      "select", "id", "--limit", "3", "a", "b", end: "limit",
      inputs: [Input("a", 27, false), Input("b", 0, false)], records: 3),
    Case(
      "select", "id", "--limit", "5", "a", "b", end: "limit",
      inputs: [Input("a", 36, true), Input("b", 9, false)], records: 5),
    Case(
      "select", "id", "--limit", "9", "a", "b", end: "complete",
      inputs: [Input("a", 36, true), Input("b", 36, true)], records: 8),
    Case(
      "select", "id", "--limit", "3", "--where", "id > 2", "a", "b", end: "limit",
      inputs: [Input("a", 36, true), Input("b", 27, false)], records: 7, filtered: 4),
    // A bad record.
    Case(
      "select", "id", "a", "bad", "b", status: 1, end: "stopped",
      inputs: [Input("a", 36, true), Input("bad", 9, false), Input("b", 0, false)], records: 6, rejects: 1),
    Case(
      "check", "--on-error", "stop", "bad", status: 1, end: "stopped", inputs: [Input("bad", 9, false)],
      records: 2, rows: 0, rejects: 1),
    Case(
      "select", "id", "--on-error", "skip", "--max-errors", "1", "bad", "b", status: 1, end: "stopped",
      inputs: [Input("bad", 20, false), Input("b", 0, false)], records: 4, rejects: 2),
    Case(
      "select", "--types", "id:int64", "--format", "arrow", "--output", "rows", "bad", status: 1,
      end: "stopped",
      inputs: [Input("bad", 9, false)], records: 2, rejects: 1),
    Case(
      "select", "id", "--on-error", "skip", "--max-errors", "10%", "bad", "b", status: 1, end: "stopped",
      inputs: [Input("bad", 31, true), Input("b", 36, true)], records: 9, rejects: 2),
    // An input that cannot be read.
    Case(
      "select", "id", "--on-error", "skip", "a", "cut.gz", "b", status: 3, end: "failed",
      inputs: [Input("a", 36, true), Input("cut.gz", 36, false, cut), Input("b", 36, true)], records: 12),
    Case(
      "select", "id", "--on-error", "skip", "a", "absent", "b", status: 3, end: "failed",
      inputs: [Input("a", 36, true), Input("absent", 0, false, absent), Input("b", 36, true)], records: 8),
    Case(
      "select", "id", "--on-error", "skip", "absent", "bad", status: 3, end: "failed",
      inputs: [Input("absent", 0, false, absent), Input("bad", 31, true)], records: 5, rejects: 2),
    Case(
      "select", "id", "--on-error", "skip", "--limit", "1", "absent", "a", status: 3, end: "failed",
      inputs: [Input("absent", 0, false, absent), Input("a", 9, false)], records: 1),
    Case(
      "select", "id", "a", "cut.gz", "b", status: 3, end: "failed", failure: "cut.gz: \(cut)",
      inputs: [Input("a", 36, true), Input("cut.gz", 36, false, cut), Input("b", 0, false)], records: 8),
    Case(
      "check", "absent", "a", "cut.gz", status: 3, end: "failed",
      inputs: [Input("absent", 0, false, absent), Input("a", 36, true), Input("cut.gz", 36, false, cut)],
      records: 8, rows: 0),
    Case(
      "check", "absent", status: 3, end: "failed", inputs: [Input("absent", 0, false, absent)], records: 0),
    Case(
      "schema", "--on-error", "skip", "cut.gz", "a", status: 3, end: "failed",
      inputs: [Input("cut.gz", 36, false, cut), Input("a", 36, true)], records: 8, rows: 0),
    Case(
      "select", "id", "--on-error", "skip", "--unordered", "--jobs", "2", "cut.gz", "a", status: 3,
      end: "failed", inputs: [Input("cut.gz", 36, false, cut), Input("a", 36, true)], records: 8),
    Case(
      "select", "--types", "id:int64", "--format", "arrow", "--output", "rows", "a", "cut.gz", status: 3,
      end: "failed",
      failure: "cut.gz: \(cut)", inputs: [Input("a", 36, true), Input("cut.gz", 36, false, cut)], records: 8,
      rows: 0),
    // An output that cannot be written.
    Case(
      "select", "id", "--output", "/dev/full", "a", "b", status: 3, end: "failed", failure: full,
      inputs: [Input("a", 0, false), Input("b", 0, false)], records: 0),
    Case(
      "select", "id", "--on-error", "skip", "--rejects", "/dev/full", "bad", status: 3, end: "failed",
      failure: full, inputs: [Input("bad", 0, false)], records: 0),
    Case(
      "check", "--output", "/dev/full", "bad", status: 3, end: "failed", failure: full,
      inputs: [Input("bad", 0, false)], records: 0),
    Case(
      "count", "--validate", "full", "--output", "/dev/full", "a", status: 3, end: "failed", failure: full,
      inputs: [Input("a", 36, true)], records: 4, rows: 0),
    Case(
      "schema", "--output", "/dev/full", "a", status: 3, end: "failed", failure: full,
      inputs: [Input("a", 36, true)], records: 4, rows: 0),
    Case(
      "select", "--types", "id:int64", "--format", "arrow", "--output", "/dev/full", "a", status: 3,
      end: "failed", failure: full, inputs: [Input("a", 0, false)], records: 0),
  ]

  @Test("a report says how its run ended", arguments: cases)
  func ends(_ item: Case) throws {
    for jobs in ["1", "2"] where !item.words.contains("--jobs") || jobs == "1" {
      let more = item.words.contains("--jobs") ? [] : ["--jobs", jobs]
      let outcome = try sandbox.run(words(item.words) + more)
      #expect(outcome.status == item.status, "\(outcome.error)")
      #expect(try report() == item.report)
    }
  }

  @Test("a closed standard output is reported as such")
  func closed() throws {
    let pipe = try TestPipe()
    pipe.closeReading()
    let streams = StandardStreams(
      input: 0, output: pipe.writing, error: try System.openForWriting(FilePath(sandbox.file("errors", ""))))
    let status = Program.run(arguments: words(["select", "id", "a"]).map { FilePath($0) }, streams: streams)
    try System.close(streams.error)
    #expect(status == 0)
    let expected = Case("", end: "closed", inputs: [Input("a", 0, false)], records: 0)
    #expect(try report() == expected.report)
  }

  @Test("a signal is reported, with what was read before it", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let program = try #require(BinaryRun.program)
    let fifo = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    let rows = sandbox.path("rows")
    let run = try BinaryRun.start(
      program, words(["select", "id", "--jobs", "1", "--output", rows, "a"]) + [fifo])
    let pipe = try System.openForWriting(FilePath(fifo))
    defer { try? System.close(pipe) }
    try System.writeAll(pipe, Array(Self.lines[0].utf8))
    let end = ContinuousClock.now + .seconds(20)
    while (try? sandbox.text("rows.partial").count) != 45, .now < end { usleep(1_000) }
    kill(run.processIdentifier, signal)
    run.waitUntilExit()
    #expect(run.terminationStatus == 128 + signal)
    let expected = Case(
      "", end: "interrupted", inputs: [Input("a", 36, true), Input("fifo", 9, false)], records: 5)
    #expect(try report() == expected.report)
  }

  @Test("a resumed run reports all that was read", arguments: ["jsonl", "arrow"])
  func resumed(format: String) throws {
    let lines = (0..<400).map { "{\"id\":\($0)}\n" }.joined()
    let first = try sandbox.file("first", lines)
    let second = try sandbox.file("second", lines + "bad\n" + lines)
    let words = [
      "select", "--types", "id:int64", "--format", format, "--batch-rows", "50", "--jobs", "1", "--chunk",
      "500",
      "--output", sandbox.path("out"), "--report", sandbox.path("report"), "--checkpoint",
      sandbox.path("mark"),
      "--checkpoint-interval", "0", first, second,
    ].filter { format == "arrow" || !["--batch-rows", "50"].contains($0) }
    #expect(try sandbox.run(words).status == 1)
    let stopped = Case(
      "", end: "stopped",
      inputs: [Input("first", lines.utf8.count, true), Input("second", lines.utf8.count, false)],
      records: 801,
      rejects: 1)
    #expect(try report() == stopped.report)
    let handle = try FileHandle(forUpdating: URL(filePath: second))
    try handle.seek(toOffset: UInt64(lines.utf8.count))
    try handle.write(contentsOf: Data("   ".utf8))
    try handle.close()
    #expect(try sandbox.run(words).status == 0)
    let complete = Case(
      "", end: "complete",
      inputs: [Input("first", lines.utf8.count, true), Input("second", 2 * lines.utf8.count + 4, true)],
      records: 1_200)
    #expect(try report() == complete.report)
  }
}
