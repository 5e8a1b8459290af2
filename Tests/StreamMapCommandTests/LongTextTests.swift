// One JSON text over --max-record: schema lists the arrays and objects that hold its records, and every command names
// --records.

import CompressedInputs
import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Long texts", .timeLimit(.minutes(2)))
struct LongTextTests {
  private let sandbox: Sandbox
  private static let limit = ["--max-record", "1MiB"]

  init() throws { sandbox = try Sandbox() }

  /// 20,000 records in an array, 500 in an object, and small arrays in other places and in the records.
  private static let text: String = {
    let items = (0..<20_000).map {
      "{\"id\":\($0),\"tags\":[\"a\",\"b\"],\"t\":\"\(String(repeating: "x", count: 50))\"}"
    }
    let users = (0..<500).map {
      "\"user \($0)\":{\"id\":\($0),\"n\":\"\(String(repeating: "y", count: 300))\"}"
    }
    return "{\"version\":[1,2],\"data\":{\"items\":[\(items.joined(separator: ","))],\"next\":null},"
      + "\"by name\":{\(users.joined(separator: ","))},\"end\":{\"a\":{},\"b\":{}}}"
  }()

  @Test(
    "schema lists what holds the records, and its commands work",
    arguments: ["lines", "document", "auto", "gzip"])
  func schema(_ input: String) throws {
    let file =
      input == "gzip"
      ? try sandbox.compressed("long.json.gz", Self.text) : try sandbox.file("long.json", Self.text)
    let words = input == "gzip" ? [] : ["--input", input]
    let outcome = try sandbox.run(["schema"] + Self.limit + words + [file])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    let lines = outcome.errorLines
    try #require(lines.count == 4, "\(outcome.error)")
    #expect(lines[0].hasSuffix("record longer than --max-record (1048576 bytes)"))
    #expect(lines[1] == "streammap: \(file) is one JSON text of 1.89 MB. Its records are probably in:")
    #expect(
      lines[2].hasPrefix(
        "streammap:   20000 elements of an array, 1.73 MB: streammap schema --records data.items "))
    #expect(
      lines[3].hasPrefix(
        "streammap:   500 members of an object, 164 kB: streammap schema --records '['\\''by name'\\''].*' "))
    for (line, records) in zip(lines[2...], [20_000, 500]) {
      let command = line.split(separator: ": streammap ").last ?? ""
      let path = command.contains("items") ? "data.items" : "['by name'].*"
      #expect(command.hasSuffix(" \(file)") && command.hasPrefix("schema --records "))
      let followed = try sandbox.run(["schema", "--records", path] + Self.limit + [file])
      #expect(followed.status == 0 && followed.error.isEmpty)
      #expect(followed.outputLines.contains { $0.hasPrefix("id ") && $0.contains(" \(records) ") })
    }
    #expect(try sandbox.run(["schema", "--quiet"] + Self.limit + [file]).error.isEmpty)
  }

  @Test(
    "every command names --records",
    arguments: [
      ["select", "id"], ["check"], ["count", "--validate", "full"], ["select", "--types", "id:int64"],
    ])
  func hint(_ command: [String]) throws {
    let file = try sandbox.file("long.json", Self.text)
    let expected =
      "this looks like one JSON text that is too long for a record: try --records PATH, with the path of the array "
      + "of records in it"
    for input in ["lines", "document", "auto", "concatenated"] {
      let words = command + Self.limit + ["--input", input]
      let outcome = try sandbox.run(words + [file])
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines.last == "streammap: \(file): \(expected), which 'streammap schema \(file)' finds",
        "\(input): \(outcome.error)")
      let piped = try sandbox.run(words, input: Array(Self.text.utf8))
      #expect(piped.errorLines.last == "streammap: <stdin>: \(expected)")
    }
  }

  @Test("an array that is too long for a record is named for a document, too")
  func array() throws {
    let records = (0..<30_000).map { "{\"id\":\($0),\"text\":\"\(String(repeating: "x", count: 30))\"}" }
    let file = try sandbox.file("long.json", "[\(records.joined(separator: ","))]")
    for input in ["lines", "document"] {
      let outcome = try sandbox.run(["check", "--input", input] + Self.limit + [file])
      #expect(
        outcome.errorLines.last == "streammap: \(file): this looks like one JSON array: try --input array")
    }
    #expect(try sandbox.run(["count", "--input", "array"] + Self.limit + [file]).output == "30000\n")
  }

  @Test("a text without arrays, and one with an error, are reported")
  func nothing() throws {
    let long = String(repeating: "x", count: 700_000)
    for (name, text) in [
      ("plain", "{\"a\":\"\(long)\",\"b\":\"\(long)\"}"), ("bad", "{\"a\":\"\(long)\",\"b\":\"\(long)\",}"),
    ] {
      let file = try sandbox.file(name, text)
      let outcome = try sandbox.run(["schema"] + Self.limit + [file])
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.last?.contains("too long for a record: try --records PATH") == true)
      #expect(outcome.error.contains("its arrays are not listed") == (name == "bad"))
    }
  }

  @Test("an object of 500 records is one path, and --records is named")
  func members() throws {
    let members = (0..<500).map { number in
      "\n\"k\(number)\": {\((0..<6).map { "\"f\($0)\": \(number)" }.joined(separator: ", "))}"
    }
    let file = try sandbox.file("users.json", "{\(members.joined(separator: ","))}")
    let outcome = try sandbox.run("schema", "--input", "document", file)
    #expect(outcome.status == 0 && outcome.outputLines.count == 10, "\(outcome.output)")
    #expect(
      outcome.error
        == "streammap: a record is an object of 500 members with alike values: to read these as records, add --records '*'\n"
    )
    let followed = try sandbox.run("schema", "--records", "*", file)
    #expect(followed.status == 0 && followed.error.isEmpty && followed.outputLines.count == 9)
    let inner = try sandbox.file("inner.json", "{\"by id\":{\(members.joined(separator: ","))}}")
    let innerOutcome = try sandbox.run("schema", "--input", "document", inner)
    #expect(innerOutcome.error.contains("add --records '['\\''by id'\\''].*'"))
    #expect(try sandbox.run("count", "--records", "['by id'].*", inner).output == "500\n")
  }
}
