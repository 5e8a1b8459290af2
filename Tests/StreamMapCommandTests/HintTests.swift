// Notes on valid but possibly unintended commands. --quiet suppresses them.

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
        == "streammap: \(sandbox.path("empty")) is a directory without files: it is skipped\n")
    #expect(try sandbox.run("check", "--quiet", sandbox.path("empty")).error.isEmpty)
  }

  @Test(
    "notes input from a terminal, and rejects a file as PATHS", arguments: [nil, "in.jsonl", "id"])
  func terminal(file: String?) throws {
    var (terminal, screen): (Int32, Int32) = (-1, -1)
    // SAFETY: both numbers are written during the call alone.
    try #require(unsafe openpty(&terminal, &screen, nil, nil, nil) == 0)
    defer { for end in [terminal, screen] { try? System.close(end) } }
    try System.writeAll(terminal, Array("{\"id\":1}\n\u{4}".utf8))
    let path = try file.map { try sandbox.file($0, "{}\n") } ?? "id"
    let streams = StandardStreams(
      input: screen, output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(try sandbox.file("errors", "")))
    #expect(Program.run(arguments: ["select", path], streams: streams) == (file == nil ? 0 : 2))
    for stream in [streams.output, streams.error] { try System.close(stream) }
    let errors = try sandbox.text("errors")
    if file == nil {
      #expect(
        errors
          == "streammap: reading from the terminal: name a FILE to read it instead, or end the input with Control-D\n"
      )
      #expect(try sandbox.text("out") == "{\"id\":1}\n")
    } else {
      #expect(
        errors.hasPrefix("streammap: select needs PATHS before FILE: streammap select id,user.name \(path)"))
      #expect(try sandbox.text("out").isEmpty)
    }
  }

  @Test("Arrow is not written to a terminal")
  func arrow() throws {
    var (terminal, screen): (Int32, Int32) = (-1, -1)
    // SAFETY: both numbers are written during the call alone.
    try #require(unsafe openpty(&terminal, &screen, nil, nil, nil) == 0)
    defer { for end in [terminal, screen] { try? System.close(end) } }
    let file = try sandbox.file("in", "{\"id\":1}\n")
    let streams = StandardStreams(
      input: try System.openForReading(file), output: screen,
      error: try System.openForWriting(try sandbox.file("errors", "")))
    let words = ["select", "--types", "id:int64", "--format", "arrow", file]
    #expect(Program.run(arguments: words, streams: streams) == 2)
    for stream in [streams.input, streams.error] { try System.close(stream) }
    #expect(
      try sandbox.text("errors").hasPrefix(
        "streammap: --format arrow writes binary data, and the output is a terminal: add --output FILE, or pipe it to a "
          + "program that reads Arrow\n"))
  }

  @Test("a run that continues says where, and rejects have no escaped slashes")
  func resumed() throws {
    let file = try sandbox.file("in", "{\"id\":1}\nx/y\n{\"id\":2}\n{\"id\"")
    let checkpoint = sandbox.path("position")
    let words = [
      "select", "--complete-lines", "--checkpoint", checkpoint, "--output", sandbox.path("out"), "--on-error",
      "skip",
      "--rejects", sandbox.path("r"), "id", file,
    ]
    #expect(try !sandbox.run(words).error.contains("resumed"))
    let rejects = try sandbox.text("r")
    #expect(rejects.contains("\"file\":\"\(file)\"") && rejects.contains("\"raw\":\"x/y\""))
    #expect(
      try sandbox.run(words).errorLines.first
        == "streammap: resumed at byte 22 of \(file), after 3 records (checkpoint \(checkpoint))")
    #expect(try sandbox.run(words + ["--quiet"]).error.isEmpty)
  }

  @Test(
    "names the command that reads a URL",
    arguments: [
      ("https://example.org/a?b=1&c", "curl -sSfL 'https://example.org/a?b=1&c' | streammap … -"),
      ("s3://bucket/a.jsonl", "aws s3 cp s3://bucket/a.jsonl - | streammap … -"),
      ("gs://bucket/a.jsonl", "gcloud storage cat gs://bucket/a.jsonl | streammap … -"),
    ])
  func urls(_ url: String, _ remedy: String) throws {
    for command in [["count"], ["select", "id"], ["check"], ["schema"]] {
      let outcome = try sandbox.run(command + [url])
      #expect(outcome.status == 3)
      #expect(outcome.error == "streammap: \(url): No such file or directory: this is a URL: try \(remedy)\n")
    }
  }

  @Test("a file URL is named as a path")
  func fileURL() throws {
    let file = try sandbox.file("in.jsonl", "{\"id\":1}\n")
    let url = "file://\(file)"
    let outcome = try sandbox.run("count", url)
    #expect(
      outcome.error == "streammap: \(url): No such file or directory: this is a URL: name the file \(file)\n")
    #expect(try sandbox.run("count", file).output == "1\n")
  }

  @Test("a pattern that the shell did not expand")
  func pattern() throws {
    let file = try sandbox.file("in.jsonl", "{\"id\":1}\n")
    let pattern = sandbox.path("*.jsonl")
    let outcome = try sandbox.run("count", pattern)
    #expect(outcome.status == 3)
    #expect(
      outcome.error
        == "streammap: \(pattern): No such file or directory: this is a pattern in quotes, which the "
        + "shell does not expand: remove the quotes\n")
    #expect(try sandbox.run("count", file).output == "1\n")
    let none = sandbox.path("*.json")
    #expect(
      try sandbox.run("check", none).error
        == "streammap: \(none): No such file or directory: no file matches this pattern\n")
    // A file can have such a name.
    #expect(try sandbox.run("count", sandbox.file("a[1]*.jsonl", "{}\n")).output == "1\n")
  }

  @Test("--format parquet names arrow and the conversion", arguments: ["select", "retry"])
  func parquet(_ command: String) throws {
    let outcome = try sandbox.run(command, "--format", "parquet", "id", "in.jsonl")
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.first
        == "streammap: --format takes jsonl, csv, tsv or arrow, not 'parquet': write arrow, then convert it, e.g. in "
        + "Python with polars.read_ipc_stream('FILE').write_parquet('FILE.parquet')")
    #expect(try sandbox.run("schema", "--format", "parquet").error.contains("polars") == false)
  }

  @Test("numbers in strings name the type to declare, once for each column")
  func numbersInStrings() throws {
    let record = #"{"id":{"$numberLong":"12"},"price":"-1.50e2","l":["7"],"n":"x7"}"#
    let file = try sandbox.file("in.jsonl", "\(record)\n\(record)\n")
    func hints(_ types: String) throws -> [String] {
      let outcome = try sandbox.run("select", "--types", types, "--on-error", "skip", file)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      return outcome.errorLines.filter { !$0.hasPrefix(file) && !$0.hasSuffix("skipped") }
    }
    for (path, type) in [("id.$numberLong", "int64"), ("price", "double"), ("l", "list(int64)")] {
      let element = type.hasPrefix("list") ? "\(path)[*]" : path
      #expect(
        try hints("\(path):\(type)")
          == [
            "streammap: \(file): the numbers in '\(element)' are strings: declare the column as string, or as text if some are not"
          ])
      for remedy in ["string", "text"] {
        let type = type.hasPrefix("list") ? "list(\(remedy))" : remedy
        #expect(try sandbox.run("select", "--types", "\(path):\(type)", file).status == 0)
      }
    }
    #expect(try hints("n:int64").isEmpty)
    #expect(try hints("price:bool").isEmpty)
  }

  @Test("rejects a file as PATHS if no FILE is given")
  func forgottenPaths() throws {
    let file = try sandbox.file("in.jsonl", "{\"id\":1}\n")
    let outcome = try sandbox.run("select", file, input: "{}\n")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(
      outcome.error
        == "streammap: select needs PATHS before FILE: streammap select id,user.name \(file)\n"
        + "Try 'streammap select --help'.\n")
    #expect(
      try sandbox.run("retry", file).error.hasPrefix(
        "streammap: retry needs PATHS before REJECTS: streammap retry id,user.name \(file)"))
    // A path does not begin with a slash, whether there is such a file or not.
    #expect(try sandbox.run("select", "--quiet", file, "-", input: "{}\n").error == outcome.error)
    #expect(try sandbox.run("select", "--quiet", file, file).error == outcome.error)
    let absent = try sandbox.run("select", "--quiet", sandbox.path("other.jsonl"), input: "{}\n")
    #expect(absent.status == 2 && absent.error.contains("a path does not begin with a slash"))
  }
}
