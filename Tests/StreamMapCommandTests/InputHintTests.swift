// Hints for an input with another framing or encoding. The program prints each once, with the option that reads it.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Input hints", .timeLimit(.minutes(1)))
struct InputHintTests {
  private let sandbox: Sandbox
  private static let array = "[\n  {\"id\": 1},\n  {\"id\": 2}\n]\n"
  private static let document = "{\n  \"id\": 1,\n  \"items\": [\n    1,\n    2\n  ]\n}\n"

  init() throws { sandbox = try Sandbox() }

  static let inputs: [(name: String, bytes: [UInt8], hint: String)] = [
    ("array", Array(array.utf8), "this looks like one JSON array: try --input array"),
    ("document", Array(document.utf8), "this looks like one JSON text over many lines: try --input document"),
    (
      "concatenated", Array("{\"id\":1}{\"id\":2}\n".utf8),
      "this looks like several JSON texts that are not one per line: try --input concatenated"
    ),
    (
      "sequence", Array("\u{1E}{\"id\":1}\n".utf8),
      "this looks like a JSON text sequence (RFC 7464): try --input seq"
    ),
    (
      "marks", Array("{\"id\":1}\n\u{FEFF}{\"id\":2}\n\u{FEFF}{\"id\":3}\n".utf8),
      "a byte order mark is allowed only at the beginning of the input: remove it"
    ),
    (
      "returns", Array("{\"id\":1}\r{\"id\":2}\r".utf8),
      #"lines seem to end in a lone carriage return (CR): convert them to line feeds (LF), e.g. with tr '\r' '\n'"#
    ),
  ]

  @Test("every command prints a hint once per file", arguments: inputs)
  func once(_ input: (name: String, bytes: [UInt8], hint: String)) throws {
    let file = try sandbox.file("in.jsonl", input.bytes)
    for command in [
      ["check"], ["select", "id"], ["select", "id", "--on-error", "skip"], ["count", "--validate", "full"],
    ] {
      for jobs in ["1", "2"] {
        let outcome = try sandbox.run(command + ["--jobs", jobs, file])
        #expect(outcome.status == 1)
        let hints = outcome.errorLines.filter { !$0.hasPrefix(file) && !$0.hasSuffix("skipped") }
        #expect(hints == ["streammap: \(file): \(input.hint)"], "\(command)")
      }
    }
    let quiet = try sandbox.run("check", "--quiet", file)
    #expect(quiet.error.isEmpty && quiet.status == 1)
  }

  private static let long = String(repeating: "x", count: 100_000)

  static let remedies: [(text: String, options: [String], count: String)] = [
    (array, ["array"], "2"), (document, ["document"], "1"), ("{\"id\":1}{\"id\":2}\n", ["concatenated"], "2"),
    ("\u{1E}{\"id\":1}\n", ["seq"], "1"), ("[{\"id\":1},\n{\"id\":2}]\n", ["array"], "2"),
    (document + document, ["concatenated"], "2"), (array + array, ["concatenated"], "2"),
    (document + "[\n1]\n" + document, ["concatenated"], "3"),
    // The second text begins behind the part that is searched for it.
    ("{\n\"id\": \"\(long)\"}\n{\n\"id\": 2}", ["document", "concatenated"], "2"),
    ("[\n{\"id\": \"\(long)\"}]\n[\n{\"id\": 2}]", ["array", "concatenated"], "2"),
  ]

  @Test("following the hints reads the input", arguments: remedies)
  func remedy(_ text: String, _ options: [String], _ count: String) throws {
    let file = try sandbox.file("in.json", text)
    let schema = ["schema", "--format", "types", "--quiet"]
    #expect(try sandbox.run(schema + [file]).status == (options.count == 1 ? 0 : 1))
    for command in [["check"], ["select", "$"], ["select", "$", "--on-error", "skip"]] {
      var given: [String] = []
      for option in options {
        let outcome = try sandbox.run(command + given + [file])
        #expect(outcome.status == 1)
        let hints = outcome.error.split(separator: ": try --input ").dropFirst().map {
          $0.prefix { $0 != "\n" }
        }
        #expect(hints == [option[...]], "\(command + given): \(outcome.error)")
        given = ["--input", option]
      }
      #expect(try sandbox.run(command + given + [file]).status == 0)
    }
    #expect(try sandbox.run("count", "--input", options.last ?? "", file).output == count + "\n")
  }

  @Test(
    "a hint for text before the first line with JSON",
    arguments: [
      ("starting\nweb_1 | {\"id\":1}\n", "embedded-lines"), ("ok\n\ndata: {\"id\":1}\n\n", "sse"),
      ("starting\nready\n", nil), ("id\n{\"id\":1}\n", "embedded-lines"),
    ] as [(String, String?)])
  func textFirst(_ text: String, _ input: String?) throws {
    let file = try sandbox.file("log", text)
    for command in [["check"], ["select", "id"], ["schema"]] {
      let outcome = try sandbox.run(command + [file])
      let hint = outcome.errorLines.last { $0.contains(": try --input ") }
      #expect(
        hint?.hasSuffix("try --input \(input ?? "")") == (input == nil ? nil : true), "\(outcome.error)")
      if let input { #expect(try sandbox.run(command + ["--input", input, file]).status == 0) }
    }
  }

  @Test("select detects several texts in a pipe")
  func pipe() throws {
    let outcome = try sandbox.run(["select", "id", "-"], input: Array((Self.document + Self.document).utf8))
    #expect(outcome.errorLines.last?.hasSuffix(": try --input concatenated") == true)
  }

  @Test(
    "each hint is printed once for all files",
    arguments: [["count"], ["check"], ["select", "id", "--on-error", "skip"]])
  func manyFiles(_ command: [String]) throws {
    let folder = sandbox.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 100..<300 {
      let text = number == 250 ? "{\"id\":1}{\"id\":2}\n" : number % 2 == 0 ? Self.document : "{\"id\":1}\n"
      try text.write(toFile: "\(folder)/\(number).json", atomically: false, encoding: .utf8)
    }
    for jobs in ["1", "2"] {
      let outcome = try sandbox.run(command + ["--jobs", jobs, folder])
      let hints = outcome.errorLines.filter { $0.contains("looks like") }
      #expect(
        hints == [
          "streammap: \(folder)/100.json and 98 other files: each looks like one JSON text over many lines: "
            + "try --input document",
          "streammap: \(folder)/250.json: \(Self.inputs[2].hint)",
        ])
    }
  }

  @Test("count hints at lines that are not records", arguments: ["array", "document", "compressed", "pipe"])
  func count(_ kind: String) throws {
    let text = kind == "document" ? Self.document : Self.array
    let lines = text.split(separator: "\n").count
    let file =
      switch kind {
      case "pipe": "-"
      case "compressed": try sandbox.compressed("in.json.gz", text)
      default: try sandbox.file("in.json", text)
      }
    let input = kind == "pipe" ? Array(text.utf8) : []
    let outcome = try sandbox.run(["count", file], input: input)
    #expect(outcome.status == 0)
    #expect(outcome.output == "\(lines)\n")
    let name = kind == "pipe" ? "<stdin>" : file
    let hint = Self.inputs[kind == "document" ? 1 : 0].hint
    #expect(outcome.error == "streammap: \(name): \(hint)\n")
    let quiet = try sandbox.run(["count", "--quiet", file], input: input)
    #expect(quiet.error.isEmpty && quiet.output == outcome.output)
  }

  @Test("count hints at several texts on one line")
  func countConcatenated() throws {
    let file = try sandbox.file("in.json", "{\"id\":1}{\"id\":2}\n")
    let outcome = try sandbox.run("count", file)
    #expect(outcome.status == 0 && outcome.output == "1\n")
    #expect(outcome.error == "streammap: \(file): \(Self.inputs[2].hint)\n")
  }

  @Test(
    "counts lines without a hint",
    arguments: [
      "{\"id\":1}\n{\"id\":2}\n", "[{\"id\":1}]\n[{\"id\":2}]\n", "[{\"id\":1}]\n", "", "\n\n",
      "no JSON\nat all\n",
    ])
  func countLines(_ text: String) throws {
    let outcome = try sandbox.run("count", try sandbox.file("in.jsonl", text))
    #expect(outcome.status == 0 && outcome.error.isEmpty)
  }
}
