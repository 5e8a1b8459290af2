// --input embedded-lines and --input sse.

import Foundation
@testable import TestSupport
import Testing

@testable import StreamMapCommand

@Suite("Text around records")
struct EmbeddedInputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let log = """
    starting up
    web_1  | {"id":1,"a":"x"}
    db_1   | LOG: ready [ok]

    [pod/web-7] {"id":2}
    <34>Oct 11 22:14:15 host app[12]: {"id":3,"a":{"b":[1]}}

    """

  @Test("a mixed log is no error")
  func mixed() throws {
    let file = try sandbox.file("log", Self.log)
    let select = try sandbox.run("select", "id", "--input", "embedded-lines", file)
    #expect((select.status, select.output) == (0, "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"))
    #expect(select.error == "streammap: 2 lines have no record: skipped\n")
    let report = sandbox.path("report")
    let check = try sandbox.run("check", "--input", "embedded-lines", "--quiet", "--report", report, file)
    #expect((check.status, check.error) == (0, ""))
    #expect(try sandbox.text("report").contains("\"skipped_lines\" : 2"))
    #expect(try sandbox.run("count", "--input", "embedded-lines", file).output == "3\n")
    let schema = try sandbox.run("schema", "--format", "types", "--input", "embedded-lines", file)
    #expect(schema.status == 0 && schema.output.contains("id:int64"))
  }

  @Test("server-sent events, and an array with an element per line")
  func others() throws {
    let events = """
      : comment
      event: delta
      data: {"id":1}

      data: {"id":2}

      data: [DONE]

      """
    let outcome = try sandbox.run("select", "id", "--input", "sse", input: events)
    #expect((outcome.status, outcome.output, outcome.error) == (0, "{\"id\":1}\n{\"id\":2}\n", ""))
    for array in ["[\n{\"id\":1},\n{\"id\":2}\n]\n", "[{\"id\":1},\n{\"id\":2}]"] {
      let outcome = try sandbox.run("select", "id", "--input", "embedded-lines", "--quiet", input: array)
      #expect((outcome.status, outcome.output, outcome.error) == (0, "{\"id\":1}\n{\"id\":2}\n", ""))
    }
  }

  @Test(
    "the hint names the option",
    arguments: [
      ("web | {\"a\":1}\n", "embedded-lines"), ("data: {}\n", "sse"),
      ("event: x\ndata: {}\n", "sse"), ("{\"a\":1},\n{\"a\":2}\n", "embedded-lines"),
    ])
  func hints(text: String, option: String) throws {
    let outcome = try sandbox.run("select", "a", input: text)
    #expect(outcome.status == 1 && outcome.error.hasSuffix(": try --input \(option)\n"), "\(outcome.error)")
    #expect(try sandbox.run("select", "a", "--input", option, input: text).status == 0)
    #expect(try !sandbox.run("select", "a", input: "{}\n" + text).error.contains("try --input"))
  }

  @Test("an error has the place in the line, and a reject the whole line", arguments: ["jsonl", "raw"])
  func rejects(format: String) throws {
    let text = "x\nweb | {\"id\":1}\nweb | {\"id\":2\nweb | {\"id\":03},\n"
    let file = try sandbox.file("log", text)
    let bad = sandbox.path("bad")
    let outcome = try sandbox.run(
      "select", "id", "--on-error", "skip", "--input", "embedded-lines", "--rejects", bad, "--rejects-format",
      format,
      "--output", sandbox.path("out"), file)
    #expect(outcome.status == 1)
    #expect(
      outcome.error == """
        \(file):3:14: byte 30: expected , or }, found the end of the record (at $)
        \(file):4:14: byte 44: expected , or }, found '3' (at $)
        streammap: 1 line has no record: skipped
        streammap: 2 of 3 records skipped

        """)
    let lines = Outcome.lines(of: try sandbox.text(format == "raw" ? "bad.errors" : "bad"))
    let rejects = try lines.map { try JSONDecoder().decode(Reject.self, from: Data($0.utf8)) }
    #expect(rejects.map(\.offset) == [17, 31] && rejects.allSatisfy { $0.input == "embedded-lines" })
    if format == "raw" { #expect(try sandbox.text("bad") == "web | {\"id\":2\nweb | {\"id\":03},\n") }
    // Still bad, with the same places.
    let again = try sandbox.run("retry", "id", "--rejects-format", format, bad)
    #expect(again.errorLines.prefix(2) == outcome.errorLines.prefix(2))
    // One is repaired.
    let repaired = try sandbox.text("bad").replacing("03}", with: "3}").replacing(#"\":2"#, with: #"\":2}"#)
    _ = try sandbox.file("bad", format == "raw" ? repaired.replacing("\":2\n", with: "\":2}\n") : repaired)
    let merged = try sandbox.run(
      "retry", "id", "--rejects-format", format, "--merge", sandbox.path("out"), bad)
    #expect((merged.status, merged.output) == (0, "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"), "\(merged.error)")
  }

  @Test("a record over the limit is read again from its file")
  func cut() throws {
    let filler = String(repeating: "x", count: 2_000)
    let file = try sandbox.file("log", "x\nweb | {\"id\":1,\"a\":\"\(filler)\"}\n\(filler)\n{\"id\":2}\n")
    let run = try sandbox.run(
      "select", "id", "--on-error", "skip", "--input", "embedded-lines", "--max-record", "1000", "--rejects",
      sandbox.path("bad"), file)
    #expect((run.status, run.output) == (1, "{\"id\":2}\n"))
    #expect(run.errorLines.first == "\(file):2:1007: byte 1008: record longer than --max-record (1000 bytes)")
    let retried = try sandbox.run("retry", "id", sandbox.path("bad"))
    #expect((retried.status, retried.output) == (0, "{\"id\":1}\n"))
  }

  @Test("threads, chunks and splits give the same")
  func same() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let text = (0..<300).map { number in
      random.pick([
        "a | {\"id\":\(number)}", "{\"id\":\(number)},", "text", "", "a | {\"id\":",
        "b | {\"id\":\"\(number)\"} ",
      ]) + "\n"
    }.joined()
    let file = try sandbox.file("log", text)
    func run(_ words: [String]) throws -> (Outcome, String) {
      let outcome = try sandbox.run(
        ["select", "id", "--on-error", "skip", "--input", "embedded-lines", "--rejects", sandbox.path("bad")]
          + words
          + [file])
      return (outcome, try sandbox.text("bad"))
    }
    let (whole, rejects) = try run(["--jobs", "1"])
    #expect(
      whole.status == 1 && whole.outputLines.count > 100 && whole.error.contains(" lines have no record"))
    for words in [["--jobs", "1", "--chunk", "50"], ["--jobs", "2", "--chunk", "7"], ["--engine", "yajl"]] {
      let (outcome, others) = try run(words)
      #expect((outcome.output, outcome.error, others) == (whole.output, whole.error, rejects), "\(words)")
    }
    let parts = try (1...7).map { try run(["--split", "\($0)/7"]).0.output }
    #expect(parts.joined() == whole.output)
    let limited = try [["--jobs", "1"], ["--chunk", "30"]].map {
      let (outcome, _) = try run(["--max-errors", "5%", "--report", sandbox.path("report")] + $0)
      let skipped = try sandbox.text("report").firstMatch(of: #/"skipped_lines" : (\d+)/#).map { $0.output.1 }
      return "\(outcome.output)\(outcome.error)\(skipped ?? "")"
    }
    #expect(limited[0] == limited[1])
  }
}
