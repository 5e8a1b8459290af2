// What is not wrong, and may not be what was meant, is said; --quiet says nothing of it.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Hints", .timeLimit(.minutes(1)))
struct HintTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("a directory without files")
  func emptyFolder() throws {
    try FileManager.default.createDirectory(atPath: sandbox.path("empty"), withIntermediateDirectories: true)
    let outcome = try sandbox.run("select", "id", sandbox.path("empty"))
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(
      outcome.error
        == "streammap: \(sandbox.path("empty")) is a directory without files: nothing is read of it\n")
    #expect(try sandbox.run("check", "--quiet", sandbox.path("empty")).error.isEmpty)
  }

  @Test("a terminal as standard input, and a file where PATHS were to be", arguments: [false, true])
  func terminal(isFile: Bool) throws {
    var (terminal, screen): (Int32, Int32) = (-1, -1)
    // SAFETY: both numbers are written during the call alone.
    try #require(unsafe openpty(&terminal, &screen, nil, nil, nil) == 0)
    defer { for end in [terminal, screen] { try? System.close(end) } }
    try System.writeAll(terminal, Array("{\"id\":1}\n\u{4}".utf8))
    let path = isFile ? try sandbox.file("in.jsonl", "{}\n") : "id"
    let streams = StandardStreams(
      input: screen, output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(try sandbox.file("errors", "")))
    #expect(Program.run(arguments: ["select", path], streams: streams) == 0)
    for stream in [streams.output, streams.error] { try System.close(stream) }
    let taken = isFile ? "; '\(path)' is taken for PATHS" : ""
    #expect(
      try sandbox.text("errors")
        == "streammap: reads what is typed: name a FILE to read that, or end with Control-D\(taken)\n")
    #expect(try sandbox.text("out").isEmpty == false)
  }
}
