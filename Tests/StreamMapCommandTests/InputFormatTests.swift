// Inputs that are not JSON in UTF-8. Every command rejects them, and names the format and the command that reads it.

import CompressedInputs
import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

@Suite("Input formats", .timeLimit(.minutes(2)))
struct InputFormatTests {
  private let sandbox: Sandbox
  private static let text = "{\"id\":1,\"t\":\"é\"}\n{\"id\":2,\"t\":\"\"}\n"
  private static let commands = [
    ["count"], ["check"], ["select", "id"], ["select", "--types", "id:int64"], ["schema"],
    ["select", "id", "--on-error", "skip"], ["check", "--input", "document"], ["check", "--input", "auto"],
    ["check", "--input", "concatenated"], ["count", "--validate", "full"], ["count", "--input", "document"],
    ["check", "--jobs", "2", "--split", "1/2"],
  ]

  init() throws { sandbox = try Sandbox() }

  static let programs: [(make: String, name: String, hint: String)] = [
    ("bzip2 -c <in", "bzip2", "try bzip2 -dc FILE | streammap … -"),
    ("xz -c <in", "xz", "try xz -dc FILE | streammap … -"),
    ("lz4 -c <in", "lz4", "try lz4 -dc FILE | streammap … -"),
    ("zip -q - in", "zip", "try unzip -p FILE | streammap … -"),
    ("tar -c in", "tar", "try tar -xOf FILE | streammap … -"),
    ("tar -cz in", "tar compressed with gzip", "try gzip -dc FILE | tar -xO | streammap … -"),
    ("bzip2 -c <in | zstd -c", "bzip2 compressed with zstd", "try zstd -dc FILE | bzip2 -dc | streammap … -"),
    ("iconv -f UTF-8 -t UTF-16 in", "UTF-16", "try iconv -f UTF-16 -t UTF-8 FILE | streammap … -"),
    ("iconv -f UTF-8 -t UTF-16LE in", "UTF-16", "try iconv -f UTF-16LE -t UTF-8 FILE | streammap … -"),
    ("iconv -f UTF-8 -t UTF-16BE in", "UTF-16", "try iconv -f UTF-16BE -t UTF-8 FILE | streammap … -"),
    ("iconv -f UTF-8 -t UTF-32 in", "UTF-32", "try iconv -f UTF-32 -t UTF-8 FILE | streammap … -"),
    ("iconv -f UTF-8 -t UTF-32BE in", "UTF-32", "try iconv -f UTF-32BE -t UTF-8 FILE | streammap … -"),
  ]

  /// Runs a shell in the folder. Returns nil if it fails, as without one of its programs.
  private func shell(_ line: String) throws -> [UInt8]? {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = sandbox.directory
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? Array(bytes) : nil
  }

  @Test("names the format, and the command that reads it works", arguments: programs)
  func command(_ make: String, _ name: String, _ hint: String) throws {
    _ = try sandbox.file("in", Self.text)
    guard let bytes = try shell(make) else {
      print("not tested, because a program is missing: \(make)")
      return
    }
    let file = try sandbox.file("a file", bytes)
    let remedy = hint.replacing("FILE", with: "'\(file)'")
    let isCompressed = name.contains("compressed")
    for command in Self.commands where !isCompressed || !command.contains("--split") {
      let outcome = try sandbox.run(command + [file])
      #expect(outcome.status == 3 && outcome.output.isEmpty, "\(command)")
      #expect(outcome.error == "streammap: \(file): this looks like \(name): \(remedy)\n", "\(command)")
      if command.contains("--split") { continue }
      let piped = try sandbox.run(command, input: bytes)
      #expect(piped.status == 3 && piped.error.hasPrefix("streammap: <stdin>: this looks like \(name): try "))
    }
    let line = remedy.dropFirst("try ".count).replacing(" | streammap … -", with: "")
    let plain = try #require(try shell(String(line)))
    #expect(try sandbox.run(["count", "--validate", "full"], input: plain).output == "2\n")
    // Without a file name, the command reads the bytes from its input.
    let piped = try sandbox.run(["count"], input: bytes).error.split(separator: ": try ").last ?? ""
    let filter = piped.split(separator: " | streammap").first ?? ""
    if filter == "funzip", try shell("command -v funzip") == nil { return }
    #expect(try shell("(\(filter)) <'\(file)'") == Array(Self.text.utf8), "\(filter)")
  }

  static let others: [(bytes: [UInt8], name: String, remedy: String)] = [
    (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C, 0, 4], "7z", "try 7z x -so FILE | streammap … -"),
    (
      Array("PAR1".utf8) + [0x15, 4], "Parquet",
      "convert it to JSON Lines, e.g. in Python with polars.read_parquet('FILE').write_ndjson('FILE.jsonl')"
    ),
    (
      Array("ARROW1\0\0".utf8), "Arrow",
      "convert it to JSON Lines, e.g. in Python with polars.read_ipc('FILE').write_ndjson('FILE.jsonl')"
    ),
    (
      Array("Obj".utf8) + [1, 4], "Avro",
      "convert it to JSON Lines, e.g. in Python with polars.read_avro('FILE').write_ndjson('FILE.jsonl')"
    ),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], "Excel",
      "convert it to JSON Lines, e.g. in Python with polars.read_excel('FILE').write_ndjson('FILE.jsonl')"
    ),
    (
      Array("PK".utf8) + [3, 4] + [UInt8](repeating: 0, count: 26) + Array("[Content_Types].xml".utf8),
      "Excel",
      "convert it to JSON Lines, e.g. in Python with polars.read_excel('FILE').write_ndjson('FILE.jsonl')"
    ),
    (Array("%PDF-1.7\n".utf8), "PDF", "name a file of JSON Lines instead"),
    (
      Array("\n<!DOCTYPE html>\n<html>\n".utf8), "HTML",
      "it may be an error page of a server: read it, and download the file again"
    ),
    (
      Array("<HTML>\n".utf8), "HTML",
      "it may be an error page of a server: read it, and download the file again"
    ),
  ]

  @Test("names formats without a command that reads them", arguments: others)
  func remedy(_ bytes: [UInt8], _ name: String, _ remedy: String) throws {
    let file = try sandbox.file("file", bytes)
    let remedy = name == "7z" ? remedy.replacing("FILE", with: file) : remedy
    for command in Self.commands {
      let outcome = try sandbox.run(command + [file])
      #expect(outcome.status == 3 && outcome.output.isEmpty)
      #expect(outcome.error == "streammap: \(file): this looks like \(name): \(remedy)\n", "\(command)")
    }
  }

  @Test("names the Arrow stream that select writes")
  func arrow() throws {
    let file = sandbox.path("rows.arrows")
    _ = try sandbox.run(
      ["select", "--types", "id:int64", "--format", "arrow", "--output", file], input: Array(Self.text.utf8))
    let outcome = try sandbox.run("count", file)
    #expect(outcome.status == 3 && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("streammap: \(file): this looks like Arrow: convert it to JSON Lines"))
    #expect(outcome.error.contains("read_ipc_stream"))
  }

  @Test("with --on-error skip, the other inputs are read")
  func skipping() throws {
    let file = try sandbox.file("a.pdf", "%PDF-1.7\n{\"id\":7}\n")
    let good = try sandbox.file("b.jsonl", Self.text)
    let outcome = try sandbox.run("select", "id", "--on-error", "skip", file, good)
    #expect(outcome.status == 3 && outcome.outputLines == ["{\"id\":1}", "{\"id\":2}"])
    #expect(outcome.errorLines.count == 1)
  }

  @Test("count prints no number for random bytes")
  func random() throws {
    var state: UInt64 = 36
    func byte() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    for size in [100, 5_000, 92_000] {
      for _ in 0..<20 {
        let bytes = (0..<size).map { _ in byte() }
        for outcome in [
          try sandbox.run("count", sandbox.file("random", bytes)), try sandbox.run(["count"], input: bytes),
        ] {
          #expect(outcome.status == 3 && outcome.output.isEmpty)
          #expect(outcome.error.contains("this is not JSON, because it begins with control characters"))
        }
      }
    }
    // The remedy works.
    let bytes = [0, 1, 2, 3, 0x0A] + Array(Self.text.utf8)
    #expect(try sandbox.run(["count"], input: bytes).status == 3)
    #expect(
      try sandbox.run(["count", "--validate", "full", "--on-error", "skip"], input: bytes).output == "2\n")
  }

  @Test(
    "counts text that only resembles another format",
    arguments: [
      ("BZ\n", 1), ("PAR2\n", 1), ("7\n", 1), ("7z\n", 1), ("<p>\n{}\n", 2), ("[\"M\"]\n", 1), ("", 0),
      ("B", 1),
      ("{}\n<html>\n", 2), ("%PDF\n", 1), ("\u{1E}{}\n", 1),
    ])
  func resembling(_ text: String, _ count: Int) throws {
    for outcome in [
      try sandbox.run("count", sandbox.file("file", text)), try sandbox.run("count", input: text),
    ] {
      #expect(outcome.status == 0 && outcome.output == "\(count)\n")
    }
  }

  @Test("a part of a larger file can begin like another format")
  func middle() throws {
    let outcome = try sandbox.run(
      ["count", "--stdin-offset", "8", "--range", "9:100"], input: Array("BZh9\n{}\n{}\n".utf8))
    #expect(outcome.status == 0 && outcome.output == "2\n")
  }
}
