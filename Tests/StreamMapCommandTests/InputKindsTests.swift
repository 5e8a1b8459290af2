import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

/// The line of `schema` that says what the inputs are.
@Suite("What the inputs are")
struct InputKindsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let records = (0..<400).map { "{\"id\":\($0)}" }

  private func line(_ words: String...) throws -> String {
    try sandbox.run(["schema"] + words).outputLines[0]
  }

  @Test(
    "names the form that was detected, and counts the records",
    arguments: [
      (records.joined(separator: "\n"), "JSON Lines, 4.29 kB, 400 records, longest 10 B"),
      ("[\(records.joined(separator: ","))]", "one JSON array, 4.29 kB, 400 records, longest 10 B"),
      (records.joined(), "concatenated JSON texts, 3.89 kB, 400 records, longest 10 B"),
      ("\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\n", "a JSON text sequence, 20 B, 2 records, longest 8 B"),
      ("{\n\"id\":1\n}\n", "one JSON text, 11 B, 1 record, longest 11 B"),
      ("{\"id\":1}\nx\n", "JSON Lines, 11 B, at least 2 records, longest of those read 8 B"),
      ("x\n", "read as JSON Lines, 2 B, no good record"), ("", "0 B, no record"), (" \n", "2 B, no record"),
    ])
  func forms(_ text: String, _ expected: String) throws {
    let file = try sandbox.file("in", text)
    for jobs in ["1", "3"] {
      var line = try line("--jobs", jobs, "--chunk", "64", file)
      // A file's size gives an estimate.
      line = line.replacing(#/about \d+ records/#, with: "at least 2 records")
      #expect(line == "\(file): \(expected)")
    }
    let piped = try sandbox.run("schema", input: text)
    let input = try sandbox.run("schema", "--input", "lines", file)
    #expect(input.error.isEmpty || !expected.hasPrefix("JSON Lines, 4"))
    #expect(piped.outputLines[0].hasPrefix("<stdin>: "))
  }

  @Test("an estimate is marked, and the size of a compressed file tells nothing of its records")
  func estimates() throws {
    let text = Self.records.map { "\($0)\n" }.joined()
    let plain = try sandbox.file("plain", text)
    let packed = try sandbox.compressed("packed.gz", text)
    let size = try #require(FileManager.default.attributesOfItem(atPath: packed)[.size] as? Int)
    #expect(
      try line(packed)
        == "\(packed): gzip, JSON Lines, \(ByteSize.describe(size)), 4.29 kB decompressed, 400 records, longest 10 B"
    )
    #expect(
      try line("--limit", "300", packed)
        == "\(packed): gzip, JSON Lines, \(ByteSize.describe(size)), at least 300 records, longest of those read 10 B"
    )
    let about = try line("--limit", "300", plain)
    let number = try #require(
      about.firstMatch(of: #/: JSON Lines, 4\.29 kB, about (\d+) records, longest of/#))
    #expect((380...420).contains(Int(number.output.1) ?? 0))
    #expect(
      try sandbox.run("schema", "--input", "lines", "--quiet", packed).outputLines[0]
        == "\(packed): gzip, JSON Lines, \(ByteSize.describe(size)), 4.29 kB decompressed, 400 records, longest 10 B"
    )
  }

  @Test("a sample gives the number of records, also if their lengths differ between the parts of a file")
  func sample() throws {
    let kinds = [("a", 8_000, 20), ("b", 4_000, 220)]
    let texts = kinds.map { name, count, length in
      (0..<count).map { "{\"\(name)\":\"\(String(repeating: "x", count: length + $0 % 7))\"}\n" }.joined()
    }
    for text in [texts[0], texts[1], texts.joined()] {
      let file = try sandbox.file("in", text)
      for sample in ["400", "1000000"] {
        let about = try line("--sample", sample, file)
        let number = try #require(about.firstMatch(of: #/about (\d+) records, longest of those read/#))
        let (found, count) = (Double(number.output.1) ?? 0, Double(text.utf8.count { $0 == 10 }))
        #expect(abs(found - count) <= count * (sample == "400" ? 0.1 : 0.001), "\(about)")
      }
    }
  }

  @Test("several files have one line, whatever their forms")
  func several() throws {
    let lines = try sandbox.file("lines", "{\"a\":1}\n")
    let array = try sandbox.file("array", "[{\"a\":22}]")
    #expect(
      try line(lines, array, lines)
        == "3 files: JSON Lines and one JSON array, 26 B, 3 records, longest 8 B")
    let split = try sandbox.run("schema", "--split", "1/1", lines, lines)
    #expect(split.status == 0 && split.outputLines[0].hasPrefix("2 files: JSON Lines, 16 B, about 2 records"))
  }

  @Test("formats for programs have the line on standard error, unless --quiet is given")
  func programs() throws {
    let file = try sandbox.file("in", "[{\"a\":1}]")
    for words in [["--format", "json"], ["--format", "types"], ["--swift"]] {
      let outcome = try sandbox.run(["schema", file] + words)
      #expect(outcome.error == "streammap: \(file): one JSON array, 9 B, 1 record, longest 7 B\n")
      #expect(!outcome.output.contains("one JSON array"))
      let quiet = try sandbox.run(["schema", "--quiet", file] + words)
      #expect(quiet.error.isEmpty && quiet.output == outcome.output)
    }
  }

  @Test("files of lines in a row are read as one, in their order", arguments: ["1", "3"])
  func order(jobs: String) throws {
    let files = try (0..<9).map { number in
      try sandbox.file("\(number)", number == 4 ? "[{\"n\":4}]" : "{\"n\":\(number)}\n")
    }
    let bad = try sandbox.file("bad.bz2", "BZh91AY&SY")
    let rows = (0..<9).map { "{\"n\":\($0)}\n" }.joined()
    #expect(try sandbox.run(["select", "--input", "auto", "--jobs", jobs, "n"] + files).output == rows)
    let stopped = try sandbox.run(["select", "--input", "auto", "--jobs", jobs, "n"] + files + [bad])
    #expect(stopped.status == 3 && stopped.output == rows)
    let limited = try sandbox.run(["schema", "--limit", "3", "--format", "types"] + files)
    #expect(limited.status == 0 && limited.output == "n:int64\n")
  }

  @Test(
    "an option that works only with lines needs no --input",
    arguments: [
      ["--sample", "2"], ["--range", "0:"], ["--split", "1/1"], ["--complete-lines"],
      ["--lenient", "comments"],
    ])
  func lines(words: [String]) throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"a\":2}\n")
    let outcome = try sandbox.run(["schema", file] + words)
    #expect(
      outcome.status == 0 && outcome.output.contains("JSON Lines") && outcome.output.contains("integer"))
  }
}
