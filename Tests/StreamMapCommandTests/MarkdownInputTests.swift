// --input markdown.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("JSON in Markdown")
struct MarkdownInputTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let answer = """
    Sure! Here are the records:

    ```json
    {"id": 1,
     "a": [1]}
    {"id": "x"}
    {"id": 03}
    ```

    {"id": 4} was missing. Tell me if you need more.

    """

  @Test("other text is no error, and its lines are counted")
  func records() throws {
    let file = try sandbox.file("answer", Self.answer)
    let words = ["--input", "markdown", "--on-error", "skip"]
    let select = try sandbox.run(["select", "id"] + words + [file])
    #expect(select.output == "{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":4}\n")
    #expect(
      select.error == """
        \(file):7:9: byte 78: expected , or }, found '3' (at $)
        streammap: 2 lines have other text: skipped
        streammap: 1 of 4 records skipped

        """)
    #expect(select.status == 1)
    let report = sandbox.path("report")
    let check = try sandbox.run(
      ["check", "--types", "id:int64", "--quiet", "--report", report] + words + [file])
    #expect(check.status == 1 && check.error.isEmpty)
    let text = try sandbox.text("report")
    #expect(text.contains("\"skipped_lines\" : 2") && text.contains("\"rejects\" : 2"))
    #expect(try sandbox.run(["count"] + words + [file]).output == "3\n")
    #expect(
      try sandbox.run(["schema", "--format", "types", "--quiet"] + words + [file]).output
        == "id:text,a:list(int64)\n")
    for others in [["--jobs", "2", "--chunk", "10"], ["--engine", "yajl"]] {
      let outcome = try sandbox.run(["select", "id"] + words + others + [file])
      #expect((outcome.output, outcome.error) == (select.output, select.error))
    }
    let piped = try sandbox.run(["select", "id"] + words, input: Array(Self.answer.utf8))
    #expect(piped.output == select.output)
  }

  @Test("rejects are retried, also those over the limit")
  func rejects() throws {
    let file = try sandbox.file("answer", Self.answer)
    let (old, bad) = (sandbox.path("old"), sandbox.path("bad"))
    let run = try sandbox.run(
      "select", "id", "--input", "markdown", "--on-error", "skip", "--max-record", "15", "--rejects", bad,
      "--output", old, file)
    #expect(run.status == 1)
    let lines = Outcome.lines(of: try sandbox.text("bad"))
    let rejects = try lines.map { try JSONDecoder().decode(Reject.self, from: Data($0.utf8)) }
    #expect(rejects.map(\.offset) == [37, 70] && rejects.map(\.line) == [5, 7])
    #expect(rejects.map(\.input) == ["markdown", nil] && rejects.map(\.isCut) == [true, nil])
    _ = try sandbox.file("bad", try sandbox.text("bad").replacing("03}", with: "3}"))
    let whole = try sandbox.run("retry", "id", "--merge", old, bad)
    #expect(
      (whole.status, whole.output) == (0, "{\"id\":1}\n{\"id\":\"x\"}\n{\"id\":3}\n{\"id\":4}\n"),
      "\(whole.error)")
  }

  @Test("the hint names the option, and auto finds a block at the beginning")
  func hints() throws {
    let text = "```json\n{\"id\":1}\n```\n"
    let outcome = try sandbox.run("select", "id", input: text)
    #expect(
      outcome.status == 1
        && outcome.error.hasSuffix(": this looks like Markdown with a block of JSON: try --input markdown\n"),
      "\(outcome.error)")
    let auto = try sandbox.run("select", "id", "--input", "auto", input: text + "That is all.\n")
    #expect(
      (auto.status, auto.output, auto.error)
        == (0, "{\"id\":1}\n", "streammap: 1 line has other text: skipped\n"))
    let both = try sandbox.run("check", "--input", "markdown", "--lenient", "comments")
    #expect(both.status == 2 && both.error.contains("--lenient comments works only with"))
    let lenient = try sandbox.run(
      "select", "$", "--input", "markdown", "--lenient", "trailing-commas", input: "{\"id\":1,}\n")
    #expect(lenient.output == "{\"id\":1}\n")
  }
}
