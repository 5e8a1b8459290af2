import Testing

@testable import StreamMapCommand

/// Rows that are a single value without an object.
@Suite("Raw rows")
struct RawRowTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test("a row is the JSON text of the value")
  func values() throws {
    let input = """
      {"v":"a\\u00e9 b"}
      {"v": 1.50}
      {}
      {"v":null}
      {"v":{ "x" : [ 1 , 2 ] }}

      """
    let outcome = try sandbox.run("select", "--raw", "v", input: input)
    #expect(outcome.output == "\"a\\u00e9 b\"\n1.50\nnull\nnull\n{\"x\":[1,2]}\n")
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(
      try sandbox.run("select", "name=v[*]", "--raw", input: "{\"v\":[1, \"x\"]}\n{}").output
        == "[1,\"x\"]\nnull\n")
  }

  @Test("an array becomes JSON Lines")
  func array() throws {
    let input = "[ {\"a\":\n1}, \"x\" ,3, [ ],null]"
    for words in [["--raw", "$"], ["$"]] {
      let outcome = try sandbox.run(["select", "--input", "array"] + words, input: Array(input.utf8))
      #expect(outcome.output == "{\"a\":1}\n\"x\"\n3\n[]\nnull\n")
    }
    // A column name requests an object. CSV rows always have columns.
    #expect(try sandbox.run("select", "all=$", input: "1").output == "{\"all\":1}\n")
    #expect(try sandbox.run("select", "$", "--format", "csv", input: "1").output == "$\n1\n")
  }

  @Test("--raw requires one path and JSON output")
  func usage() throws {
    let two = try sandbox.run("select", "--raw", "a,b")
    #expect(two.status == 2)
    #expect(two.error.hasPrefix("streammap: --raw takes one path, and PATHS has 2: remove --raw\n"))
    let csv = try sandbox.run("select", "--raw", "a", "--format", "csv")
    #expect(csv.status == 2)
    #expect(
      csv.error.hasPrefix("streammap: --raw writes JSON, and --format csv does not: remove one of them\n"))
    #expect(try sandbox.run("check", "--raw").status == 2)
  }

  @Test("retry merges raw rows in order", arguments: [["--raw", "v"], ["$"]])
  func merging(words: [String]) throws {
    let lines = (1...30).map { $0 % 4 == 0 ? "{\"v\":\($0)x}" : "{\"v\":\"\($0)\\n\"}" }
    let source = try sandbox.file("in", lines.map { $0 + "\n" }.joined())
    let (rejects, rows) = (sandbox.path("bad"), sandbox.path("rows"))
    let first = try sandbox.run(
      ["select", "--on-error", "skip", "--rejects", rejects, "--output", rows] + words + [source])
    #expect(first.status == 1)
    let repaired = try sandbox.text("bad").replacing("x}", with: "}")
    let outcome = try sandbox.run(
      ["retry", "--merge", rows] + words + [try sandbox.file("bad", repaired)])
    let corrected = try sandbox.file("corrected", lines.map { $0.replacing("x}", with: "}") + "\n" }.joined())
    #expect(try sandbox.run(["select"] + words + [corrected]).output == outcome.output)
    #expect(outcome.status == 0 && outcome.outputLines.count == 30)
  }
}
