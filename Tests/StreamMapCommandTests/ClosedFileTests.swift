// Pipes whose readers close them. Only that of standard output may.

import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Closed pipes", .timeLimit(.minutes(2)))
struct ClosedFileTests {
  private let sandbox: Sandbox
  private let fifo: String

  init() throws {
    sandbox = try Sandbox()
    fifo = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
  }

  /// Reads a pipe: one byte of it, after which it is closed, or all.
  private func read(_ count: Int) -> Background<Int> {
    Background { [fifo] in
      guard let descriptor = try? System.openForReading(FilePath(fifo)) else { return -1 }
      defer { try? System.close(descriptor) }
      return (try? System.contents(of: descriptor, atMost: count).count) ?? -1
    }
  }

  private func lines(_ count: Int) throws -> String {
    try sandbox.file("in", (0..<count).map { $0 % 2 == 0 ? "{\"id\":\($0)}\n" : "bad\n" }.joined())
  }

  /// More than fits into a pipe is written, so the closed pipe is noticed.
  private static let count = 4_000

  @Test(
    "a file of a run that closes is a failure",
    arguments: [
      ["select", "--rejects", "FIFO", "id"], ["select", "--rejects", "FIFO", "--unordered", "id"],
      ["select", "--rejects", "FIFO", "--types", "id:int64"],
      ["select", "--rejects", "FIFO", "--types", "id:int64", "--format", "arrow", "--output", "OUT"],
      ["select", "--rejects", "FIFO", "--jobs", "1", "--chunk", "900", "id"],
      ["check", "--rejects", "FIFO"], ["check", "--output", "FIFO"],
      ["count", "--validate", "full", "--rejects", "FIFO"], ["schema", "--rejects", "FIFO"],
      ["select", "--output", "FIFO", "$"], ["retry", "--rejects", "FIFO", "id"],
      ["select", "--rejects", "FIFO", "--output", "OUT", "id"],
    ])
  func closed(_ words: [String]) throws {
    var input = try lines(Self.count)
    if words[0] == "retry" {
      let rejects = sandbox.path("rejects")
      _ = try sandbox.run("select", "--on-error", "skip", "--quiet", "--rejects", rejects, "id", input)
      input = rejects
    } else if words.contains("$") {
      input = try sandbox.file(
        "in", String(repeating: "{\"id\":\"\(String(repeating: "x", count: 90))\"}\n", count: 2_000))
    }
    let skip = words[0] == "retry" ? [] : ["--on-error", "skip"]
    let reader = read(1)
    let outcome = try sandbox.run(
      words.map { $0 == "FIFO" ? fifo : $0 == "OUT" ? sandbox.path("out") : $0 } + skip + ["--quiet", input])
    #expect(try reader.value() == 1)
    #expect(outcome.status == 3)
    let message = "streammap: \(fifo): its reader closed it before everything was written\n"
    #expect(outcome.error.hasPrefix(message), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("out")))
  }

  @Test("a run whose rejects were closed resumes with the same output")
  func resumes() throws {
    let input = try lines(Self.count)
    let words = [
      "select", "--on-error", "skip", "--quiet", "--jobs", "1", "--chunk", "2000", "--output",
      sandbox.path("out"),
      "--rejects", fifo, "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0", "id", input,
    ]
    let closed = read(1)
    #expect(try sandbox.run(words).status == 3)
    #expect(try closed.value() == 1)
    #expect(FileManager.default.fileExists(atPath: sandbox.path("mark")))
    let rows = (0..<Self.count).filter { $0 % 2 == 0 }.map { "{\"id\":\($0)}\n" }.joined()
    #expect(try !sandbox.text("out").isEmpty && rows.hasPrefix(sandbox.text("out")))
    let open = read(.max)
    let resumed = try sandbox.run(words)
    #expect(resumed.status == 1 && resumed.error.isEmpty, "\(resumed.error)")
    #expect(try open.value() > 0)
    #expect(try sandbox.text("out") == rows)
  }

  @Test("a failed file outweighs a closed standard output", arguments: ["--rejects", "--report"])
  func both(_ option: String) throws {
    let input = try lines(Self.count)
    let pipe = try TestPipe()
    pipe.closeReading()
    let errors = try sandbox.file("errors", "")
    let streams = StandardStreams(
      input: 0, output: pipe.writing, error: try System.openForWriting(FilePath(errors)))
    let status = Program.run(
      arguments: ["select", "--on-error", "skip", "--quiet", option, "/dev/full", "id", input].map {
        FilePath($0)
      },
      streams: streams)
    try System.close(streams.error)
    #expect(status == 3)
    #expect(try sandbox.text("errors") == "streammap: /dev/full: No space left on device\n")
  }
}
