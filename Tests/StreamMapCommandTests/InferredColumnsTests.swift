// --schema auto.

import CompressedInputs
import Foundation
import TestSupport
import Testing

@testable import StreamMapCommand

@Suite("Inferred columns")
struct InferredColumnsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let records = """
    {"id":1,"user":{"name":"ada"},"tags":["x","y"]}
    {"id":2,"user":{},"items":[{"sku":"a","price":1}]}

    {"id":3.5,"at":"2024-05-19","odd key":true}

    """

  @Test("rows are those of the columns that schema prints", arguments: ["csv", "jsonl", "tsv"])
  func same(format: String) throws {
    let file = try sandbox.file("in", Self.records)
    let more = try sandbox.file("more", "{\"id\":4,\"new\":null}\n")
    let types = try sandbox.run("schema", "--format", "types", file, more).outputLines[0]
    let words = ["select", "--format", format, file, more]
    let expected = try sandbox.run(words + ["--types", types])
    for options in [
      ["--jobs", "1"], ["--jobs", "2", "--chunk", "20"], ["--engine", "yajl"],
      ["--unordered", "--jobs", "1"],
    ] {
      let outcome = try sandbox.run(words + ["--schema", "auto"] + options)
      #expect(outcome.output == expected.output && outcome.status == 0, "\(outcome.error)")
      #expect(
        outcome.error
          == "streammap: --schema auto: 7 columns inferred from 4 records; 'streammap schema --format types' prints them\n"
      )
    }
    let quiet = try sandbox.run(words + ["--schema", "auto", "--quiet"])
    #expect(quiet.output == expected.output && quiet.error.isEmpty)
  }

  @Test("bad records do not count, and are reported once")
  func bad() throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"b\":2,x}\n{\"c\":3}\n")
    let skipped = try sandbox.run(
      "select", "--schema", "auto", "--format", "csv", "--on-error", "skip", "--rejects", sandbox.path("bad"),
      file,
      sandbox.path("absent"))
    #expect(skipped.output == "a,c\n1,\n,3\n" && skipped.status == 3)
    #expect(skipped.errorLines.count == 4, "\(skipped.error)")
    #expect(skipped.error.contains("2 columns inferred from 2 records"))
    let stopped = try sandbox.run("select", "--schema", "auto", file)
    #expect(stopped.output == "{\"a\":1,\"c\":null}\n" && stopped.status == 1)
    #expect(stopped.errorLines.count == 2)
    let missing = try sandbox.run("select", "--schema", "auto", sandbox.path("absent"))
    #expect(missing.status == 3 && missing.errorLines.count == 1)
  }

  @Test("the columns are those of the records that are read")
  func parts() throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"a\":2,\"b\":3}\n{\"a\":3,\"c\":[1.5]}\n")
    let words = ["select", "--schema", "auto", "--format", "csv", "--quiet", file]
    #expect(try sandbox.run(words + ["--where", "a == 2"]).output == "a,b\n2,3\n")
    #expect(try sandbox.run(words + ["--limit", "1"]).output == "a\n1\n")
    let many = try sandbox.file(
      "many",
      String(repeating: "{\"a\":1}\n", count: 100) + "{\"a\":2,\"rare\":1}\n"
        + String(repeating: "{\"a\":1}\n", count: 1900))
    let sample = try sandbox.run("select", "--schema", "auto", "--sample", "3", "--format", "csv", many)
    #expect(sample.outputLines.count == 2002 && sample.outputLines[0] == "a" && sample.status == 0)
    #expect(
      sample.errorLines == [
        "streammap: --schema auto: 1 column inferred from a sample of 3 records; 'streammap schema --format types' prints them",
        "streammap: no column reads 'rare': 1 of 2001 records has it; first in line 101",
      ])
    let document = try sandbox.file("document", "{\"data\":[{\"x\":1},\n{\"y\":2}]}")
    #expect(
      try sandbox.run("select", "--schema", "auto", "--records", "data", "--quiet", document).output
        == "{\"x\":1,\"y\":null}\n{\"x\":null,\"y\":2}\n")
    let compressed = try sandbox.compressed("in.gz", "{\"a\":1}\n")
    #expect(try sandbox.run("select", "--schema", "auto", "--quiet", compressed).output == "{\"a\":1}\n")
  }

  @Test("an output in a folder is not read")
  func folder() throws {
    let folder = sandbox.directory.appending(path: "folder", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    _ = try sandbox.file("folder/in", "{\"a\":1}\n")
    let output = try sandbox.file("folder/out", "{\"old\":1}\n")
    let outcome = try sandbox.run(
      "select", "--schema", "auto", "--quiet", "--output", output, folder.path(percentEncoded: false))
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(try sandbox.text("folder/out") == "{\"a\":1}\n")
  }

  @Test("a resumed run has the columns with which it began")
  func resumed() throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"a\":2}\n")
    let (out, checkpoint) = (sandbox.path("out"), sandbox.path("checkpoint"))
    let words = [
      "select", "--schema", "auto", "--format", "csv", "--complete-lines", "--output", out, "--checkpoint",
      checkpoint,
      file,
    ]
    #expect(try sandbox.run(words).status == 0)
    #expect(try sandbox.text("checkpoint").contains("\"columns\":\"a:int64\""))
    let handle = try #require(FileHandle(forWritingAtPath: file))
    _ = try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"a\":3,\"b\":4}\n".utf8))
    try handle.close()
    let second = try sandbox.run(words)
    #expect(second.status == 0)
    #expect(second.errorLines.first?.hasPrefix("streammap: resumed at byte 16 of ") == true)
    #expect(
      second.errorLines.dropFirst() == [
        "streammap: --schema auto: 1 column, as inferred when the run began",
        "streammap: no column reads 'b': 1 of 3 records has it; first in line 3",
      ])
    #expect(try sandbox.text("out") == "a\n1\n2\n3\n")
    let other = try sandbox.run(words + ["--where", "a > 1"])
    #expect(other.status == 2 && other.error.contains("is the checkpoint of another command"))
  }

  @Test("inputs without columns are errors, with what to do")
  func failures() throws {
    func run(_ text: String, _ words: String...) throws -> Outcome {
      let file = try sandbox.file("in", text)
      return try sandbox.run(["select", "--schema", "auto"] + words + [file])
    }
    let empty = try run("\n")
    #expect((empty.status, empty.error) == (3, "streammap: --schema auto: there is no record\n"))
    let filtered = try run("{\"a\":1}\n", "--where", "a == 2")
    #expect(filtered.status == 3 && filtered.error.hasSuffix("--where keeps no record\n"))
    let hollow = try run("{}\n{}\n")
    #expect(hollow.status == 3 && hollow.error.contains("the records have no members: use PATHS or --types"))
    let pretty = try run("{\n\"a\": 1\n}\n")
    #expect(pretty.status == 3 && pretty.output.isEmpty)
    #expect(
      pretty.error.contains("in:1:2: ") && pretty.error.contains("try --input document")
        && pretty.error.hasSuffix("there is no good record\n"), "\(pretty.error)")
  }
}
