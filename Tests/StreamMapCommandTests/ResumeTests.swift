// Interrupted runs that resume.

import TestSupport
import Dispatch
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Resuming", .serialized)
struct ResumeTests {
  private static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  private static let kills = ProcessInfo.processInfo.environment["STREAMMAP_KILLS"].flatMap { Int($0) } ?? 12

  /// The output of an undisturbed run, and the arguments of the same run with checkpoints.
  private struct Plan {
    let sandbox: Sandbox
    let output: [UInt8]
    let rejects: String
    /// The errors of the rejects, if these are raw lines.
    let errors: String?
    let words: [String]
    let size: Int

    init(lines: Int, copies: Int = 1, format: String = "csv", rejects form: String = "jsonl") throws {
      let sandbox = try Sandbox()
      self.sandbox = sandbox
      let text = String(repeating: MixedLines(seed: ResumeTests.seed, lines: lines).text, count: copies)
      size = text.utf8.count
      let files = try ["a", "b"].map { try sandbox.file("\($0).jsonl", text) }
      let plain = [
        "select", "--quiet", "--format", format, "--on-error", "skip", "--rejects-format", form,
      ]
      let columns =
        (format == "arrow"
          ? ["--types", "id:json,text=a:json,c=b.c[*]:list(json)", "--batch-rows", "70"]
          : ["id,text=a,c=b.c[*]"]) + files
      _ = try sandbox.run(
        plain + ["--jobs", "1", "--output", sandbox.path("whole"), "--rejects", sandbox.path("wholeBad")]
          + columns)
      output = try sandbox.bytes("whole")
      // Some lines are not UTF-8.
      rejects = String(decoding: try sandbox.bytes("wholeBad"), as: UTF8.self)
      errors = form == "raw" ? try sandbox.text("wholeBad.errors") : nil
      words =
        plain + [
          "--jobs", "2", "--chunk", "20000", "--checkpoint", sandbox.path("mark"), "--checkpoint-interval",
          "0",
          "--output", sandbox.path("out"), "--rejects", sandbox.path("bad"),
        ] + columns
    }

    func isWhole() throws -> Bool {
      try sandbox.bytes("out") == output
        && String(decoding: sandbox.bytes("bad"), as: UTF8.self) == rejects
        && (errors == nil || sandbox.text("bad.errors") == errors)
        && !FileManager.default.fileExists(atPath: sandbox.path("mark"))
    }
  }

  @Test("a killed run resumes with identical output", .feature("53"), arguments: ["csv", "arrow"])
  func killed(format: String) throws {
    guard let program = BinaryRun.program else {
      Issue.record("the program is not beside the tests")
      return
    }
    let plan = try Plan(lines: 2_000, copies: 3, format: format)
    var state = Self.seed
    var (killed, noted) = (0, 0)
    // On a busy machine a run takes longer to write its first checkpoint.
    var longest: UInt64 = 150_000
    while killed < Self.kills {
      // A fresh start each time, killed up to three times.
      for name in ["out", "bad", "mark"] {
        try? FileManager.default.removeItem(atPath: plan.sandbox.path(name))
      }
      for _ in 0..<3 {
        let run = try BinaryRun.start(program, plan.words)
        usleep(UInt32(MixedLines.next(&state) % longest))
        kill(run.processIdentifier, SIGKILL)
        run.waitUntilExit()
        killed += 1
        if FileManager.default.fileExists(atPath: plan.sandbox.path("mark")) { noted += 1 }
      }
      if noted == 0 { longest *= 2 }
      let last = try BinaryRun.start(program, plan.words)
      last.waitUntilExit()
      #expect(last.terminationStatus == 1)
      #expect(try plan.isWhole(), "after \(killed) kills, STREAMMAP_SEED=\(Self.seed)")
    }
    #expect(noted > 0, "no run was killed after it had noted anything")
  }

  @Test(
    "a signal stops the run with a valid checkpoint", .feature("53"),
    arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    guard let program = BinaryRun.program else {
      Issue.record("the program is not beside the tests")
      return
    }
    let plan = try Plan(lines: 2_000, copies: 8)
    var status: Int32 = 1
    // On a busy machine a run may end before the signal arrives. Then the test tries again.
    for _ in 0..<20 where status == 1 {
      for name in ["out", "bad", "mark"] {
        try? FileManager.default.removeItem(atPath: plan.sandbox.path(name))
      }
      let run = try BinaryRun.start(program, plan.words)
      while run.isRunning, !FileManager.default.fileExists(atPath: plan.sandbox.path("mark")) { usleep(500) }
      kill(run.processIdentifier, signal)
      run.waitUntilExit()
      status = run.terminationStatus
      if status == 1 { #expect(try plan.isWhole()) }
    }
    #expect(status == 128 + signal)
    #expect(FileManager.default.fileExists(atPath: plan.sandbox.path("mark")))
    let outcome = try plan.sandbox.run(plan.words)
    #expect(outcome.status == 1)
    #expect(try plan.isWhole())
  }

  @Test(
    "a run with a full disk (status 3) can resume", .feature("53"),
    arguments: ["jsonl", "raw"])
  func full(rejects: String) throws {
    let plan = try Plan(lines: 2_000, rejects: rejects)
    // RLIMIT_FSIZE limits the file's size, so a write fails in the middle, as on a full disk.
    guard let program = BinaryRun.program else {
      Issue.record("the program is not beside the tests")
      return
    }
    for kilobytes in [1, 40, 100] {
      for name in ["out", "bad", "bad.errors", "mark"] {
        try? FileManager.default.removeItem(atPath: plan.sandbox.path(name))
      }
      let errors = plan.sandbox.path("errors")
      let shell = URL(filePath: "/bin/sh")
      let script = "ulimit -f \(kilobytes * 2); exec \"$@\" 2>'\(errors)'"
      let run = try BinaryRun.start(
        shell, ["-c", script, "sh", program.path(percentEncoded: false)] + plan.words)
      run.waitUntilExit()
      #expect(run.terminationStatus == 3)
      #expect(try plan.sandbox.text("errors") == "streammap: \(plan.sandbox.path("out")): File too large\n")
      // The output up to then is correct.
      let written = try plan.sandbox.bytes("out")
      #expect(!written.isEmpty && plan.output.starts(with: written))
      let outcome = try plan.sandbox.run(plan.words)
      #expect(outcome.status == 1)
      #expect(try plan.isWhole(), "after \(kilobytes) kB")
    }
  }

  @Test("reads a growing file at its size, and reports one that shrinks", .feature("53"))
  func changing() throws {
    let sandbox = try Sandbox()
    let lines = (0..<20_000).map { "{\"id\":\($0)}\n" }.joined()
    let file = try sandbox.file("growing", String(lines.dropLast(4)))
    let words = [
      "select", "--jobs", "1", "--chunk", "1000", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0",
      "--output", sandbox.path("out"), "id", file,
    ]
    // The first chunks are written, then the file grows.
    let growing = DispatchQueue(label: "growing")
    let mark = sandbox.path("mark")
    growing.async {
      while !FileManager.default.fileExists(atPath: mark) { usleep(100) }
      let handle = FileHandle(forWritingAtPath: file)
      _ = try? handle?.seekToEnd()
      handle?.write(Data(String(lines.suffix(4) + "{\"id\":-1}\n").utf8))
      try? handle?.close()
    }
    let first = try sandbox.run(words)
    growing.sync {}
    // The last line was incomplete when the file was opened, and is read to its end.
    #expect(first.status == 0, "\(first.error)")
    #expect(try sandbox.text("out") == lines)

    let short = try sandbox.file("short", lines)
    let shrinking = words.dropLast() + [short]
    growing.async {
      while !FileManager.default.fileExists(atPath: mark) { usleep(100) }
      // SAFETY: the path is passed as a terminated string for the call alone.
      _ = unsafe truncate(short, 1_000)
    }
    let third = try sandbox.run(Array(shrinking))
    growing.sync {}
    #expect(third.status == 3)
    #expect(
      third.error.contains(
        "it had \(lines.utf8.count) bytes when it was opened, and now has 1000; run again"), "\(third.error)")
  }

  @Test("rejects a checkpoint of another command or an invalid one", .feature("53"))
  func foreign() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file(
      "lines", (0..<5_000).map { "{\"id\":\($0)}\n" }.joined() + "oops\n{\"id\":1}\n")
    func words(_ path: String) -> [String] {
      [
        "select", "--jobs", "1", "--chunk", "100", "--checkpoint", sandbox.path("mark"),
        "--checkpoint-interval", "0",
        "--output", sandbox.path("out"), path, file,
      ]
    }
    #expect(try sandbox.run(words("id")).status == 1)
    let other = try sandbox.run(words("x=id"))
    #expect(other.status == 2 && other.error.contains("is the checkpoint of another command"))
    // Its knowledge of the output is lost.
    try Data().write(to: URL(filePath: sandbox.path("out")))
    let gone = try sandbox.run(words("id"))
    #expect(gone.status == 3 && gone.error.contains("that the checkpoint has recorded"))
    _ = try sandbox.file("mark", "{")
    let none = try sandbox.run(words("id"))
    #expect(none.status == 2 && none.error.contains("is not a checkpoint"))
    let outputless = try sandbox.run("select", "--checkpoint", sandbox.path("mark"), "id", file)
    #expect(
      outputless.status == 2
        && outputless.error.contains(
          "--checkpoint needs an output file that it can truncate to resume: add --output FILE")
    )
  }

  @Test("a report counts records and each path's values", .feature("54"))
  func report() throws {
    struct Report: Decodable {
      struct Place: Decodable, Equatable {
        var count: Int
        var firstOffset: Int?
      }
      struct RecordPath: Decodable {
        var path: String
        var absent, null: Place
        var types: [String: Place]
        var mismatched: Place
      }
      var end: String
      var records, rows, rejects, bytes: Int
      var kinds: [String: Int]
      var paths: [RecordPath]
    }
    let sandbox = try Sandbox()
    let text = "{\"a\":1}\n{\"a\":null}\noops\n{}\n{\"a\":\"x\"}\n{\"a\":2}\n"
    let file = try sandbox.file("lines", text)
    let outcome = try sandbox.run(
      "select", "--on-error", "skip", "--chunk", "7", "--jobs", "2", "--report", sandbox.path("report"), "a",
      file)
    #expect(outcome.status == 1)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let report = try decoder.decode(Report.self, from: Data(sandbox.text("report").utf8))
    #expect(report.end == "complete" && report.records == 6 && report.rows == 5 && report.rejects == 1)
    #expect(report.bytes == text.utf8.count && report.kinds == ["syntax": 1])
    let path = try #require(report.paths.first)
    #expect(path.absent == .init(count: 1, firstOffset: 24) && path.null == .init(count: 1, firstOffset: 8))
    #expect(
      path.types == [
        "number": .init(count: 2, firstOffset: 0), "string": .init(count: 1, firstOffset: 27),
      ])
    #expect(path.mismatched == .init(count: 1, firstOffset: 27))
  }
}
