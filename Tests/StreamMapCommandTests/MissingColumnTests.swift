import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

/// The program warns of a column that no record had, and suggests a path.
@Suite("Missing columns")
struct MissingColumnTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let lines = (1...500).map {
    "{\"id\":\($0),\"user\":{\"name\":null},\"tags\":[{\"text\":1}],\"none\":[]}\n"
  }
  .joined()

  private static let warnings = """
    streammap: no record has 'idd'; did you mean 'id'?
    streammap: no record has 'user.nmae'; did you mean 'user.name'?
    streammap: no record has 'tags[3].txt'; did you mean 'tags[3].text'?
    streammap: no record has 'tags[7].text'
    streammap: no record has 'quite.different'

    """

  private static let paths = "idd,id,user.nmae,user.name,tags[3].txt,tags[7].text,quite.different,none[*]"

  @Test(
    "warns at the end for plain, compressed and several files",
    arguments: [["1"], ["2", "--chunk", "900"]])
  func files(jobs: [String]) throws {
    let plain = try sandbox.file("lines", Self.lines)
    let words = ["select", "--jobs"] + jobs + [Self.paths]
    for files in try [[plain], [sandbox.compressed("lines.gz", Self.lines)], [plain, plain]] {
      let outcome = try sandbox.run(words + files)
      #expect(outcome.status == 0 && outcome.error == Self.warnings)
      #expect(outcome.outputLines.count == 500 * files.count)
      #expect(try sandbox.run(words + files + ["--quiet"]).error.isEmpty)
    }
    #expect(try sandbox.run(words, input: Array(Self.lines.utf8)).error == Self.warnings)
  }

  @Test("warns for a pipe, which can be read only once", arguments: [false, true], ["lines", "auto"])
  func pipes(isCompressed: Bool, input: String) throws {
    let pipe = try TestPipe()
    let bytes = isCompressed ? Format.gzip.compress(Array(Self.lines.utf8)) : Array(Self.lines.utf8)
    let streams = StandardStreams(
      input: pipe.reading, output: try System.openForWriting(try sandbox.file("out", "")),
      error: try System.openForWriting(try sandbox.file("errors", "")))
    let run = Background {
      Program.run(arguments: ["select", "--input", input, Self.paths], streams: streams)
    }
    try System.writeAll(pipe.writing, bytes)
    pipe.closeWriting()
    #expect(try run.value() == 0)
    for stream in [streams.output, streams.error] { try System.close(stream) }
    #expect(try sandbox.text("errors") == Self.warnings)
    let file = try sandbox.file("lines", Self.lines)
    #expect(try sandbox.text("out") == sandbox.run("select", "--quiet", Self.paths, file).output)
  }

  @Test("does not warn if one record has a value")
  func seen() throws {
    let file = try sandbox.file("lines", Self.lines + "{\"rare\":null}\n" + Self.lines)
    #expect(try sandbox.run("select", "--chunk", "1000", "--jobs", "2", "rare,user.name", file).error.isEmpty)
    // A container without elements is enough for a path that ends with a wildcard.
    #expect(try sandbox.run("select", "a[*],b.*", input: "{\"a\":[],\"b\":{}}\n").error.isEmpty)
    #expect(
      try sandbox.run("select", "a[*].txt", input: "{\"a\":[{\"text\":1}]}\n").error
        == "streammap: no record has 'a[*].txt'; did you mean 'a[*].text'?\n")
  }

  @Test("suggests the path whose end is given")
  func ends() throws {
    let file = try sandbox.file("orders", "{\"id\":1,\"lines\":[{\"sku\":\"a\"}]}\n")
    #expect(
      try sandbox.run("select", "--each", "lines[*]", "id,sku", file).error
        == "streammap: no record has 'sku'; did you mean 'lines[*].sku'?\n")
    let other = try sandbox.file("other", "{\"a\":{\"sku\":1},\"b\":{\"sku\":2}}\n")
    #expect(try sandbox.run("select", "sku", other).error == "streammap: no record has 'sku'\n")
  }

  @Test(
    "does not warn if some records were not read",
    arguments: [
      ["--range", "0:100"], ["--split", "1/2"], ["--limit", "1000"], ["--quiet"],
      ["--max-errors", "1", "--on-error", "skip"], [],
    ])
  func partial(words: [String]) throws {
    let text = Self.lines + (words == ["--quiet"] ? "" : "oops\noops\n")
    let file = try sandbox.file("lines", words.first == "--limit" ? Self.lines : text)
    let outcome = try sandbox.run(["select"] + words + ["idd", file])
    #expect(!outcome.error.contains("no record has"))
    #expect(try sandbox.run("select", "idd").error.isEmpty)
    #expect(
      try !sandbox.run("select", "--on-error", "skip", "idd", input: "oops\n").error.contains("no record"))
  }

  @Test("keeps the exit status and the count of skipped records")
  func skipping() throws {
    let outcome = try sandbox.run("select", "--on-error", "skip", "idd", input: "{\"id\":1}\noops\n")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.suffix(1) == ["streammap: no record has 'idd'; did you mean 'id'?"])
  }

  @Test(
    "warns for records of other framings",
    arguments: [
      ("array", "[{\"id\":1},{\"id\":2}]"), ("document", "{\n\"id\":1}"),
      ("concatenated", "{\"id\":1}{\"id\":2}"),
      ("auto", "[\n{\"id\":1}]"), ("seq", "\u{1E}{\"id\":1}\n"),
    ])
  func framings(input: String, text: String) throws {
    #expect(
      try sandbox.run("select", "--input", input, "idd", input: text).error
        == "streammap: no record has 'idd'; did you mean 'id'?\n")
  }

  @Test("a checkpoint keeps the columns that had values")
  func resuming() throws {
    guard let program = BinaryRun.program else {
      Issue.record("the program is not beside the tests")
      return
    }
    let lines = "{\"rare\":1}\n" + (1...20_000).map { "{\"id\":\($0)}\n" }.joined()
    let words = [
      "select", "--jobs", "1", "--chunk", "1000", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0",
      "--output", sandbox.path("out"), "rare,idd", try sandbox.file("lines", lines),
    ]
    let script = "trap '' XFSZ; ulimit -f 100; exec \"$@\" 2>'\(sandbox.path("errors"))'"
    let run = try BinaryRun.start(
      URL(filePath: "/bin/sh"), ["-c", script, "sh", program.path(percentEncoded: false)] + words)
    run.waitUntilExit()
    #expect(run.terminationStatus == 3)
    #expect(try !sandbox.text("errors").contains("no record has"))
    #expect(FileManager.default.fileExists(atPath: sandbox.path("mark")))
    let outcome = try sandbox.run(words)
    #expect(
      outcome.status == 0 && outcome.errorLines.last == "streammap: no record has 'idd'; did you mean 'id'?")
  }
}
