import Foundation
import Testing

@testable import StreamMapCommand

/// Rejects as their original lines, with the errors in a second file.
@Suite("Raw rejects")
struct RawRejectTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let lines: [[UInt8]] = [
    Array("{\"id\":1}".utf8), Array("{\"id\":x}".utf8), Array("{\"id\":3}".utf8), [0x22, 0xFF, 0x22],
    Array("{\"id\":\"five".utf8), Array("{\"id\":6}".utf8),
  ]

  private func source() throws -> String {
    try sandbox.file("in.jsonl", Self.lines.flatMap { $0 + [0x0A] })
  }

  private func select(_ words: String...) throws -> Outcome {
    try sandbox.run(
      ["select", "--on-error", "skip", "--rejects-format", "raw", "--rejects", sandbox.path("bad"), "id"]
        + words
        + [try source()])
  }

  @Test("line N of the errors describes line N of the rejects")
  func writing() throws {
    let outcome = try select()
    #expect(outcome.status == 1 && outcome.output == "{\"id\":1}\n{\"id\":3}\n{\"id\":6}\n")
    #expect(try sandbox.bytes("bad") == [1, 3, 4].flatMap { Self.lines[$0] + [0x0A] })
    let errors = try sandbox.run("select", "--raw", "line", sandbox.path("bad.errors"))
    #expect(errors.output == "2\n4\n5\n")
    let first = try #require(sandbox.text("bad.errors").split(separator: "\n").first)
    #expect(
      first
        == "{\"file\":\"\(sandbox.path("in.jsonl"))\",\"offset\":9,\"line\":2,\"record\":2,\"byte\":15,\"column\":7,"
        + "\"path\":\"id\",\"kind\":\"syntax\","
        + "\"message\":\"expected a value, found 'x' (at id)\",\"row\":1}")
  }

  @Test("merges repaired lines in order, and keeps bad ones as lines")
  func merging() throws {
    _ = try select("--output", sandbox.path("rows"))
    _ = try sandbox.file("bad", "{\"id\":2}\r\n\"\\u00ff\n{\"id\":5}")
    let outcome = try sandbox.run(
      "retry", "--rejects-format", "raw", "--merge", sandbox.path("rows"), "--rejects", sandbox.path("worse"),
      "id",
      sandbox.path("bad"))
    #expect(outcome.status == 1)
    #expect(outcome.outputLines == [1, 2, 3, 5, 6].map { "{\"id\":\($0)}" })
    #expect(try sandbox.text("worse") == "\"\\u00ff\n")
    // The location is the one in the input. The row is the one among the merged rows.
    let error = try sandbox.run("select", "line,byte,row", sandbox.path("worse.errors"))
    #expect(error.output == "{\"line\":4,\"byte\":34,\"row\":3}\n")
    _ = try sandbox.file("worse", "{\"id\":4}\n\n")
    let last = try sandbox.file("rows", outcome.output)
    let merged = try sandbox.run(
      "retry", "--rejects-format", "raw", "--merge", last, "id", sandbox.path("worse"))
    #expect(merged.status == 0)
    #expect(merged.outputLines == (1...6).map { "{\"id\":\($0)}" })
  }

  @Test(
    "rejects a file with removed or added lines",
    arguments: [
      ("{\"id\":2}\n{\"id\":4}\n", "it has 2 lines, but bad.errors has more"),
      ("1\n2\n3\n4\n", "it has more lines than bad.errors, which has 3"),
      ("", "it has 0 lines, but bad.errors has more"),
    ])
  func otherLines(text: String, problem: String) throws {
    _ = try select()
    let path = try sandbox.file("bad", text)
    let outcome = try sandbox.run("retry", "--rejects-format", "raw", "id", path)
    #expect(outcome.status == 3)
    let expected = problem.replacing("bad.errors", with: "\(path).errors")
    #expect(
      outcome.errorLines.last == "streammap: \(path): \(expected): keep each repaired record on its own line")
  }

  @Test("cuts a long line, and reads it again from its file")
  func cut() throws {
    let long = "{\"id\":\"\(String(repeating: "x", count: 100_000))\"}"
    let input = try sandbox.file("long", "{\"id\":1}\n\(long)\n{\"id\":3}\n")
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--max-record", "1000", "--rejects-format", "raw", "--rejects",
      sandbox.path("bad"), "--output", sandbox.path("rows"), "id", input)
    #expect(try sandbox.bytes("bad").count < 70_000)
    let outcome = try sandbox.run(
      "retry", "--rejects-format", "raw", "--merge", sandbox.path("rows"), "id", sandbox.path("bad"))
    #expect(outcome.output == "{\"id\":1}\n\(long)\n{\"id\":3}\n")
  }

  @Test("writes the same lines for any chunk size and worker count", arguments: [1, 3])
  func chunks(jobs: Int) throws {
    let lines = (0..<2_000).map { $0 % 3 == 0 ? "{\"id\":\($0)" : "{\"id\":\($0)}" }
    let input = try sandbox.file("many", lines.map { $0 + "\n" }.joined())
    _ = try sandbox.run(
      "check", "--quiet", "--jobs", "\(jobs)", "--chunk", "500", "--rejects-format", "raw", "--rejects",
      sandbox.path("bad"), input)
    let bad = lines.indices.filter { $0 % 3 == 0 }
    #expect(try sandbox.text("bad") == bad.map { lines[$0] + "\n" }.joined())
    let errors = try sandbox.run("select", "--raw", "line", sandbox.path("bad.errors"))
    #expect(errors.outputLines == bad.map { "\($0 + 1)" })
  }

  @Test(
    "rejects options that exclude raw rejects",
    arguments: [
      (
        ["select", "--rejects-format", "raw", "id"],
        "--rejects-format has no effect without --rejects: add --rejects FILE"
      ),
      (
        ["check", "--rejects-format", "raw", "--rejects", "-"],
        "--rejects-format raw needs two files, FILE and FILE.errors: use a file name instead of -"
      ),
      (
        ["check", "--rejects-format", "raw", "--rejects", "bad", "--input", "array"],
        "--rejects-format raw writes whole lines, and the records of --input array are not lines: remove one "
          + "of them"
      ),
      (
        ["retry", "--rejects-format", "raw", "id"],
        "--rejects-format raw needs two files, FILE and FILE.errors: use a file name instead of -"
      ),
    ])
  func usage(words: [String], message: String) throws {
    var words = words
    if words[0] == "select" { words += ["--on-error", "skip"] }
    let outcome = try sandbox.run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first == "streammap: \(message)")
  }
}
