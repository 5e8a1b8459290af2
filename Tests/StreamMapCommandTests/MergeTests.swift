// retry --merge with an output or with rejects that do not belong together.

import TestSupport
import Testing

@testable import StreamMapCommand

@Suite("Merging")
struct MergeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let problem = ": use the PATHS, --format and --raw of the run that wrote it"

  /// Writes the rows and the repaired rejects of a run.
  private func select(_ words: [String]) throws -> (rows: String, rejects: String) {
    let input = try sandbox.file("in", "{\"id\":1,\"b\":2}\n{\"id\":2,\"b\":x}\n{\"id\":3,\"b\":[4]}\n")
    let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
    _ = try sandbox.run(
      ["select", "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", rows] + words + [input])
    return (rows, try sandbox.file("repaired", try sandbox.text("bad").replacing(":x}", with: ":5}")))
  }

  @Test(
    "rejects other columns or another format before it writes",
    arguments: [
      (["id,b"], ["b,id"], "its columns are id,b, and those of PATHS are b,id"),
      (["id,b"], ["id"], "its columns are id,b, and those of PATHS are id"),
      (["id"], ["id,b"], "its columns are id, and those of PATHS are id,b"),
      (["id,b"], ["x=id,b"], "its columns are id,b, and those of PATHS are x,b"),
      (["id,b", "--format", "csv"], ["id,b"], "its first line is not a JSON object"),
      (["b", "--raw"], ["b"], "its first line is not a JSON object"),
      (["b"], ["b", "--raw"], "its rows are objects, but --raw writes values alone"),
      (["b", "--format", "csv"], ["b", "--raw"], "its first line is not a JSON value"),
      (
        ["id,b"], ["id,b", "--format", "csv"],
        "its first line is '{\"id\":1,\"b\":2}', and the header line of PATHS is 'id,b'"
      ),
      (
        ["id,b", "--format", "csv"], ["id", "--format", "csv"],
        "its first line is 'id,b', and the header line of PATHS is 'id'"
      ),
      (
        ["id,b", "--format", "tsv"], ["id,b", "--format", "csv"],
        "its first line is 'id\\u0009b', and the header line of PATHS is 'id,b'"
      ),
    ])
  func others(run: [String], retry: [String], problem: String) throws {
    let (rows, rejects) = try select(run)
    let output = try sandbox.file("out", "as before")
    let outcome = try sandbox.run(["retry", "--merge", rows, "--output", output] + retry + [rejects])
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first == "streammap: \(rows): \(problem)\(Self.problem)")
    #expect(try sandbox.text("out") == "as before")
  }

  @Test(
    "merges into an output with the same columns",
    arguments: [
      ["id,b"], ["b,id"], ["id,b", "--format", "csv"], ["x=b", "--format", "tsv"], ["b", "--raw"], ["$"],
      ["a\"\u{e9}=b"], ["'all'=$"],
    ])
  func same(words: [String]) throws {
    let (rows, rejects) = try select(words)
    let outcome = try sandbox.run(["retry", "--merge", rows] + words + [rejects])
    let repaired = try sandbox.file("in2", try sandbox.text("in").replacing(":x}", with: ":5}"))
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try outcome.output == sandbox.run(["select"] + words + [repaired]).output)
  }

  @Test("merges rows of elements: a record can have any number of them", arguments: ["1", "3"])
  func elements(jobs: String) throws {
    let lines = (0..<60).map { index in
      let items = (0..<(index % 4)).map { "{\"n\":\($0)}" }.joined(separator: ",")
      return "{\"id\":\(index % 7 == 3 ? "x" : "")\(index),\"items\":[\(items)]}\n"
    }.joined()
    let input = try sandbox.file("in", lines)
    let words = ["--each", "items[*]", "id,n=items[*].n"]
    let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
    _ = try sandbox.run(
      ["select", "--on-error", "skip", "--quiet", "--jobs", jobs, "--chunk", "200"]
        + ["--rejects", rejects, "--output", rows] + words + [input])
    let repaired = try sandbox.file("repaired", try sandbox.text("bad").replacing(":x", with: ":"))
    let outcome = try sandbox.run(["retry", "--merge", rows] + words + [repaired])
    #expect(outcome.status == 0, "\(outcome.error)")
    let whole = try sandbox.file("whole", lines.replacing(":x", with: ":"))
    #expect(try outcome.output == sandbox.run(["select"] + words + [whole]).output)
  }

  @Test("compares the names before a value of more than a mebibyte")
  func longRow() throws {
    let long = "{\"id\":1,\"b\":\"\(String(repeating: "x", count: 3 << 20))\"}\n"
    let input = try sandbox.file("in", "\(long){\"id\":x}\n")
    let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", rows, "id,b", input)
    let merged = try sandbox.run("retry", "--quiet", "--merge", rows, "id,b", rejects)
    #expect(merged.status == 1 && merged.output == long)
    #expect(try sandbox.run("retry", "--quiet", "--merge", rows, "b,id", rejects).status == 2)
  }

  @Test("merges an output without rows")
  func empty() throws {
    let input = try sandbox.file("in", "{\"id\":x}\n")
    for format in ["jsonl", "csv"] {
      let words = ["--format", format, "id"]
      let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
      _ = try sandbox.run(
        ["select", "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", rows] + words + [input])
      let repaired = try sandbox.file("bad", try sandbox.text("bad").replacing(":x}", with: ":1}"))
      let outcome = try sandbox.run(["retry", "--merge", rows] + words + [repaired])
      #expect(try outcome.output == sandbox.run(["select"] + words, input: Array("{\"id\":1}".utf8)).output)
    }
  }

  @Test(
    "merges only the part at the beginning of the input", .feature("56"), arguments: ["--split", "--range"])
  func parts(option: String) throws {
    let lines = (0..<40).map { $0 % 7 == 3 ? "{\"id\":x\($0)}\n" : "{\"id\":\($0)}\n" }
    // The last part has a second file.
    let text = lines.joined()
    let inputs = [text] + (option == "--split" ? [lines.suffix(4).joined()] : [])
    let files = try inputs.enumerated().map { try sandbox.file("in\($0)", $1) }
    let parts = option == "--split" ? ["1/3", "2/3", "3/3"] : ["0:150", "150:300", "300:"]
    for part in parts {
      let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
      let first = try sandbox.run(
        ["select", "--quiet", "--on-error", "skip", option, part, "--rejects", rejects]
          + ["--output", rows, "id"] + files)
      try #require(first.status == 1)
      let repaired = try sandbox.file("repaired", try sandbox.text("bad").replacing(":x", with: ":"))
      let merged = try sandbox.run("retry", "--merge", rows, "id", repaired)
      if part == parts[0] {
        let whole = text.replacing(":x", with: ":")
        #expect(merged.status == 0 && whole.hasPrefix(merged.output) && merged.outputLines.count > 10)
      } else {
        #expect(merged.status == 3 && merged.output.isEmpty, "\(part)")
        #expect(merged.error.hasPrefix("streammap: \(repaired): a record has no 'row'"), "\(part)")
      }
      let alone = try sandbox.run("retry", "id", repaired)
      #expect(alone.status == 0 && !alone.output.isEmpty, "\(part)")
    }
  }

  @Test("rejects the records of another run or in another order")
  func foreign() throws {
    let input = try sandbox.file("in", (0..<9).map { $0 % 4 == 3 ? "x\n" : "{\"id\":\($0)}\n" }.joined())
    let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", rows, "id", input)
    let reversed = try sandbox.text("bad").split(separator: "\n").reversed().map { $0 + "\n" }.joined()
    let swapped = try sandbox.run(
      "retry", "--quiet", "--merge", rows, "id", try sandbox.file("swapped", reversed))
    #expect(swapped.status == 3)
    _ = try sandbox.run("check", "--quiet", "--rejects", rejects, input)
    let checked = try sandbox.run("retry", "--quiet", "--merge", rows, "id", rejects)
    #expect(checked.status == 3 && checked.output.isEmpty)
    #expect(checked.error.contains("\(rejects): a record has no 'row', so its place in OLD is unknown"))
  }
}
