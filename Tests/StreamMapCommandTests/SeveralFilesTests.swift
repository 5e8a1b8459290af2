// Files that a run reads and writes at the same time, and the required protection.

import TestSupport
import Dispatch
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Several files at once")
struct SeveralFilesTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let good = "{\"id\":1}\n{\"id\":2}\n"
  private static let lines = "{\"id\":1}\noops\n{\"id\":2}\n"

  @Test("rejected options leave every file unchanged", .feature("56"))
  func nothingIsTouched() throws {
    let input = try sandbox.file("in", Self.lines)
    let old = try sandbox.file("old", "{\"id\":1}\n{\"id\":2}\n")
    let bad = try sandbox.file("bad", "")
    for words in [
      ["retry", "--merge", old, "--output", old, "id", bad],
      ["retry", "--merge", old, "--rejects", old, "id", bad],
      ["select", "--on-error", "skip", "--output", old, "--rejects", sandbox.path("./old"), "id", input],
      ["select", "--output", old, "--report", sandbox.path("x/../old"), "id", input],
      ["select", "--output", old, "--on-error", "skip", "--rejects", input, "id", input],
      ["select", "--output", old, "--checkpoint", sandbox.path("./old"), "id", input],
      ["select", "--output", old, "--report", sandbox.path("nowhere/report"), "id", input],
      ["retry", "--merge", old, "id", bad, bad],
    ] {
      try FileManager.default.createDirectory(atPath: sandbox.path("x"), withIntermediateDirectories: true)
      let outcome = try sandbox.run(words)
      #expect(outcome.status >= 2, "\(words)")
      #expect(try sandbox.text("old") == "{\"id\":1}\n{\"id\":2}\n", "\(words): \(outcome.error)")
      #expect(try sandbox.text("in") == Self.lines, "\(words)")
    }
  }

  @Test("rejects contradictory options")
  func contradictions() throws {
    let input = try sandbox.file("in", Self.lines)
    for words in [
      ["schema", "--rejects", sandbox.path("r"), input], ["schema", "--max-errors", "1", input],
      ["select", "--input", "array", "--split", "1/2", "id", input], ["count", "--on-error", "skip", input],
      ["select", "--records", "a[", "id", input],
    ] {
      #expect(try sandbox.run(words).status == 2, "\(words)")
    }
  }

  @Test("resumes at a record once it is corrected", .feature("53"))
  func mended() throws {
    let good = (0..<200).map { "{\"id\":\($0)}\n" }.joined()
    let text = good.replacingOccurrences(of: "{\"id\":150}", with: "{\"id\":oo}")
    let input = try sandbox.file("in", text)
    let words = [
      "select", "--jobs", "1", "--chunk", "300", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0",
      "--output", sandbox.path("out"), "id", input,
    ]
    #expect(try sandbox.run(words).status == 1)
    let handle = try #require(FileHandle(forWritingAtPath: input))
    handle.write(Data(good.utf8))
    handle.truncateFile(atOffset: UInt64(good.utf8.count))
    try handle.close()
    #expect(try sandbox.run(words).status == 0)
    #expect(try sandbox.text("out") == good)
  }

  @Test("does not resume with a replaced or shortened file", .feature("53"))
  func replaced() throws {
    let text = (0..<200).map { "{\"id\":\($0)}\n" }.joined() + "oops\n"
    let input = try sandbox.file("in", text)
    let words = [
      "select", "--jobs", "1", "--chunk", "300", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0",
      "--output", sandbox.path("out"), "id", input,
    ]
    #expect(try sandbox.run(words).status == 1)
    let limited = try sandbox.run(["select", "--limit", "5"] + words.dropFirst())
    #expect(limited.status == 2 && limited.error.contains("another command"))
    let handle = try #require(FileHandle(forWritingAtPath: input))
    handle.truncateFile(atOffset: 10)
    try handle.close()
    let shortened = try sandbox.run(words)
    #expect(shortened.status == 3 && shortened.error.contains("it was truncated"))
    let other = try sandbox.file("other", text)
    try FileManager.default.removeItem(atPath: input)
    try FileManager.default.moveItem(atPath: other, toPath: input)
    let replaced = try sandbox.run(words)
    #expect(
      replaced.status == 2 && replaced.error.contains("is not the file that the checkpoint was written for"))
  }

  @Test("retry reads a cut record, or its replacement", .feature("56"))
  func cut() throws {
    let long = "{\"id\":\"\(String(repeating: "x", count: 100))\"}"
    let input = try sandbox.file("in", "{\"id\":1}\n\(long)\n{\"id\":2}\n")
    let bad = sandbox.path("bad")
    let first = ["select", "--on-error", "skip", "--quiet", "--max-record", "50", "--rejects", bad]
    _ = try sandbox.run(first + ["--output", sandbox.path("old"), "id", input])
    let whole = try sandbox.run("retry", "--merge", sandbox.path("old"), "id", bad)
    #expect(whole.output == "{\"id\":1}\n\(long)\n{\"id\":2}\n" && whole.status == 0)
    let still = try sandbox.run("retry", "--max-record", "50", "--rejects", sandbox.path("still"), "id", bad)
    #expect(still.status == 1)
    #expect(try sandbox.text("still").contains("recordLimit"))
    // If the record is no longer there, the reject stays unchanged.
    for (change, reason) in [
      ({ try Data("{}\n".utf8).write(to: URL(filePath: input)) }, "it has no record at byte 9"),
      ({ try FileManager.default.removeItem(atPath: input) }, "No such file or directory"),
    ] as [(() throws -> Void, String)] {
      try change()
      let gone = try sandbox.run("retry", "--rejects", sandbox.path("still"), "id", bad)
      #expect(gone.status == 3 && gone.output.isEmpty, "\(reason)")
      #expect(gone.error.contains("streammap: \(input): \(reason)"), "\(gone.error)")
      #expect(try sandbox.text("still") == sandbox.text("bad"), "\(reason)")
    }
  }

  @Test("retry reads a reject longer than the record limit", .feature("56"))
  func long() throws {
    let file = try sandbox.file("in", "{\"id\":x}\n")
    _ = try sandbox.run("select", "--on-error", "skip", "--rejects", sandbox.path("bad"), "id", file)
    var reject = try JSONDecoder().decode(Reject.self, from: Data(sandbox.text("bad").utf8))
    reject.raw = "{\"id\":\"\(String(repeating: "x", count: 17 << 20))\"}"
    var text: [UInt8] = []
    reject.write(into: &text)
    reject.raw = "{\"id\":2}"
    reject.write(into: &text)
    let edited = try sandbox.file("edited", text)
    let outcome = try sandbox.run("retry", "--rejects", sandbox.path("still"), "id", edited)
    #expect(outcome.status == 1 && outcome.output == "{\"id\":2}\n", "\(outcome.error)")
    let still = try JSONDecoder().decode(Reject.self, from: Data(sandbox.bytes("still")))
    #expect(still.kind == "stringLimit" && still.raw?.utf8.count == 17 << 20 + 9)
    let more = try sandbox.run("retry", "--max-record", "32MiB", "id", edited)
    #expect(more.status == 0 && more.outputLines.count == 2, "\(more.error.prefix(200))")
  }

  @Test("checkpoints small files in order, and resumes", .feature("53"))
  func smallFiles() throws {
    let names = (0..<5).map { "\($0).jsonl" }
    let files = try names.map { try sandbox.file($0, "{\"id\":\"\($0)\"}\n{\"id\":0}\n") }
    let last = try #require(files.last)
    let good = try sandbox.text("4.jsonl")
    let out = sandbox.path("out")
    let whole = try sandbox.run(["select", "id"] + files)
    let words =
      ["select", "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0", "--output", out, "id"]
      + files
    _ = try sandbox.file("4.jsonl", good.replacingOccurrences(of: ":0}", with: ":oo"))
    #expect(try sandbox.run(words).status == 1)
    let mark = try JSONDecoder().decode(Checkpoint.self, from: Data(sandbox.bytes("mark")))
    #expect(mark.input == 4 && mark.file == last && mark.offset == 0 && mark.allRecords == 8)
    let handle = try #require(FileHandle(forWritingAtPath: last))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(good.utf8))
    try handle.close()
    #expect(try sandbox.run(words).status == 0)
    #expect(try sandbox.text("out") == whole.output)
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("mark")))
  }

  @Test("a truncated archive is an input error in every mode", .feature("44"))
  func truncatedArchive() throws {
    let text = (0..<5_000).map { "{\"id\":\($0),\"more\":\"\($0 &* 2_654_435_761)\"}" }
    for (kind, whole) in [
      ("lines", text.joined(separator: "\n")), ("array", "[\(text.joined(separator: ","))]"),
      ("concatenated", text.joined(separator: " ")), ("document", "[\(text.joined(separator: ","))]"),
    ] {
      let archive = try sandbox.compressed("in.gz", whole)
      let path = kind == "document" ? "[0].id" : "id"
      try Data(Data(contentsOf: URL(filePath: archive)).dropLast(2_000)).write(to: URL(filePath: archive))
      for words in [["check"], ["select", path], ["select", "--on-error", "skip", "--unordered", path]] {
        let outcome = try sandbox.run(words + ["--input", kind, archive])
        #expect(outcome.status == 3, "\(kind) \(words): \(outcome.error)")
        #expect(
          outcome.error.contains("truncated gzip: ends inside its first member"),
          "\(kind) \(words): \(outcome.error)")
      }
    }
  }

  @Test("opens a named pipe once, and reads all of it", .feature("43"), .timeLimit(.minutes(1)))
  func namedPipe() throws {
    let path = sandbox.path("fifo")
    // SAFETY: the path is passed as a terminated string for the call alone.
    try #require(unsafe mkfifo(path, 0o600) == 0)
    for words in [["select", "--jobs", "2", "id"], ["count"], ["check"]] {
      let writer = DispatchQueue(label: "writer")
      writer.async { try? Data(Self.good.utf8).write(to: URL(filePath: path), options: []) }
      let outcome = try sandbox.run(words + [path])
      writer.sync {}
      #expect(
        outcome.status == 0
          && outcome.output == (words[0] == "select" ? Self.good : words[0] == "count" ? "2\n" : ""))
    }
  }

  @Test("writes rejects even after the output's reader has gone", .feature("56"))
  func readerGone() throws {
    let input = try sandbox.file(
      "in", (0..<20_000).map { $0 % 100 == 0 ? "oops\n" : "{\"id\":\($0)}\n" }.joined())
    let pipe = try TestPipe()
    pipe.closeReading()
    let streams = StandardStreams(
      input: 0, output: pipe.writing, error: try System.openForWriting(try sandbox.file("errors", "")))
    let status = Program.run(
      arguments: [
        "select", "--on-error", "skip", "--quiet", "--chunk", "1000", "--rejects", sandbox.path("bad"), "id",
        input,
      ], streams: streams)
    #expect(status == 0)
    #expect(try !sandbox.text("bad").isEmpty)
    try System.close(streams.error)
  }

  @Test("rejects have their record's location in every framing", .feature("45", "46", "56"))
  func places() throws {
    let texts = [
      ("concatenated", "{\"id\":1} {\"id\":x}\n{\"id\":2}", 9),
      ("array", "[{\"id\":1},\n {\"id\":x},{\"id\":2}]", 12),
      ("seq", "\u{1E}{\"id\":1}\n\u{1E}{\"id\":x}\n\u{1E}{\"id\":2}\n", 11),
    ]
    for (kind, text, offset) in texts {
      let input = try sandbox.file("in", text)
      let outcome = try sandbox.run(
        "select", "--input", kind, "--on-error", "skip", "--quiet", "--rejects", sandbox.path("bad"), "id",
        input)
      #expect(outcome.output == "{\"id\":1}\n{\"id\":2}\n", "\(kind)")
      let reject = try JSONDecoder().decode(Reject.self, from: Data(sandbox.text("bad").utf8))
      #expect(reject.offset == offset && reject.row == 1, "\(kind)")
      let auto = try sandbox.run("select", "--input", "auto", "--on-error", "skip", "--quiet", "id", input)
      #expect(auto.output == outcome.output, "\(kind)")
      #expect(
        try sandbox.run(
          "select", "--records", "a.b", "id", try sandbox.file("deep", "{\"a\":{\"b\":[{\"id\":7}]}}")
        ).output == "{\"id\":7}\n")
    }
  }
}
