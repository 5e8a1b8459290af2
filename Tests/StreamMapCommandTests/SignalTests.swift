// Signals to runs that wait for input.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Signals", .serialized, .timeLimit(.minutes(2)))
struct SignalTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var kept: String {
    let path = sandbox.path("out")
    return "streammap: \(path) was not created: what the run wrote is in \(path).partial\n"
  }

  /// Runs the program with a pipe that is never closed.
  private func run(
    _ words: [String], pipe text: String, until file: String, has expected: String, signal: Int32
  )
    throws -> (status: Int32, error: String)?
  {
    guard let program = BinaryRun.program else {
      Issue.record("the program is not beside the tests")
      return nil
    }
    let fifo = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(fifo, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: fifo) }
    let run = try BinaryRun.start(
      URL(filePath: "/bin/sh"),
      ["-c", "exec \"$@\" 2>'\(sandbox.path("errors"))'", "sh", program.path(percentEncoded: false)]
        + words.map { $0 == "PIPE" ? fifo : $0 })
    // Waits until the program opens it for reading.
    let pipe = try System.openForWriting(fifo)
    defer { try? System.close(pipe) }
    try System.writeAll(pipe, Array(text.utf8))
    let end = ContinuousClock.now + .seconds(20)
    func isWritten() -> Bool {
      (try? sandbox.text(file)).map { expected.isEmpty || $0.contains(expected) } ?? false
    }
    while run.isRunning, !isWritten(), .now < end { usleep(1_000) }
    kill(run.processIdentifier, signal)
    while run.isRunning, .now < end { usleep(1_000) }
    if run.isRunning { kill(run.processIdentifier, SIGKILL) }
    run.waitUntilExit()
    return (run.terminationStatus, try sandbox.text("errors"))
  }

  @Test(
    "abandons an endless document, and writes the rows before it", arguments: [SIGINT, SIGTERM])
  func document(_ signal: Int32) throws {
    let good = try sandbox.file("good", "{\"id\":\n1}")
    for kind in ["document", "auto"] {
      let outcome = try run(
        ["select", "--input", kind, "--output", sandbox.path("out"), "id", good, "PIPE", good],
        pipe: "{\"id\":\n",
        until: "out.partial", has: "1", signal: signal)
      guard let outcome else { return }
      #expect(outcome.status == 128 + signal, "\(kind)")
      #expect(outcome.error == "streammap: interrupted\n" + kept)
      #expect(try sandbox.text("out.partial") == "{\"id\":1}\n")
    }
  }

  @Test("a signal stops retry in order", arguments: [SIGINT, SIGTERM])
  func retry(_ signal: Int32) throws {
    let bad = sandbox.path("bad")
    _ = try sandbox.run("select", "--on-error", "skip", "--rejects", bad, "id", input: "{\"id\":x}\n")
    let reject = try sandbox.text("bad")
    let repaired = reject.replacingOccurrences(of: ":x}", with: ":7}")
    let outcome = try run(
      ["retry", "--output", sandbox.path("out"), "--rejects", sandbox.path("still"), "id", "PIPE"],
      pipe: repaired + reject, until: "errors", has: "expected a value", signal: signal)
    guard let outcome else { return }
    #expect(outcome.status == 128 + signal)
    #expect(outcome.error.hasSuffix("streammap: interrupted\n" + kept))
    #expect(try sandbox.text("out.partial") == "{\"id\":7}\n")
    #expect(try sandbox.text("still") == reject)
  }

  @Test("stops retry while it waits for the rows to merge")
  func merge() throws {
    let bad = sandbox.path("bad")
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--rejects", bad, "id", input: "{\"id\":1}\n{\"id\":x}\n")
    let outcome = try run(
      ["retry", "--merge", "PIPE", "--output", sandbox.path("out"), "id", bad], pipe: "{\"id\":1}\n",
      until: "errors", has: "expected a value", signal: SIGINT)
    #expect(outcome.map(\.status) == 128 + SIGINT)
    #expect(try sandbox.text("out.partial") == "{\"id\":1}\n")
  }

  @Test(
    "stops retry while it waits for a document's file")
  func absent() throws {
    let bad = sandbox.path("bad")
    _ = try sandbox.run("select", "--on-error", "skip", "--rejects", bad, "id", input: "{\"id\":x}\n")
    var reject = try JSONDecoder().decode(Reject.self, from: Data(sandbox.text("bad").utf8))
    var text = Array(try sandbox.text("bad").utf8)
    reject.raw = "{\"id\":7}"
    reject.write(into: &text)
    (reject.file, reject.raw, reject.isCut) = (sandbox.path("fifo"), nil, true)
    reject.write(into: &text)
    let rejects = try sandbox.file("rejects", text)
    for (output, status) in [(sandbox.path("out"), 128 + SIGINT), ("/dev/full", 3)] {
      let outcome = try run(
        ["retry", "--output", output, "id", rejects], pipe: "{\"id\":", until: "errors",
        has: "expected a value",
        signal: SIGINT)
      guard let outcome else { return }
      #expect(outcome.status == status)
      let last = status == 3 ? "/dev/full: No space left on device\n" : "interrupted\n" + kept
      #expect(outcome.error.hasSuffix("streammap: \(last)"), "\(outcome.error)")
    }
    #expect(try sandbox.text("out.partial") == "{\"id\":7}\n")
  }

  @Test("says that a run continues where it does")
  func hint() throws {
    let words = [
      "select", "--output", sandbox.path("out"), "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "60",
      "id", "PIPE",
    ]
    let lines = "{\"id\":1}\n"
    let none = try run(words, pipe: "{", until: "out", has: "", signal: SIGINT)
    #expect(none.map(\.status) == 128 + SIGINT)
    #expect(
      none?.error
        == "streammap: interrupted; no checkpoint was written yet, and the same command starts over\n")
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("mark")))
    let some = try run(words, pipe: lines, until: "out", has: lines, signal: SIGINT)
    #expect(some?.error == "streammap: interrupted; the same command resumes from its last checkpoint\n")
    #expect(FileManager.default.fileExists(atPath: sandbox.path("mark")))
  }
}
