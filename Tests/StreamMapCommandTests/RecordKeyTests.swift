import Testing

@testable import StreamMapCommand

/// An object of objects, whose members are the records.
@Suite("Records with keys")
struct RecordKeyTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let text = "{\"ann\":{\"age\":1},\n\"b\\u0041\":{ \"age\" : 2 },\"\":{\"age\":x},\"ann\":{}}"

  @Test("the key is a column", arguments: ["index", "yajl"])
  func column(engine: String) throws {
    let file = try sandbox.file("people.json", Self.text.replacing("x", with: "3"))
    let outcome = try sandbox.run("select", "--engine", engine, "--records", "*", "$key,age", file)
    #expect(
      outcome.output
        == "{\"$key\":\"ann\",\"age\":1}\n{\"$key\":\"b\\u0041\",\"age\":2}\n{\"$key\":\"\",\"age\":3}\n{\"$key\":\"ann\",\"age\":null}\n"
    )
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    let csv = try sandbox.run("select", "--records", "$.*", "name=$key,$", "--format", "csv", file)
    #expect(
      csv.outputLines == [
        "name,$", "ann,\"{\"\"age\"\":1}\"", "bA,\"{\"\"age\"\":2}\"", "\"\",\"{\"\"age\"\":3}\"", "ann,{}",
      ])
    #expect(try sandbox.run("select", "--raw", "--records", "*", "$key", file).outputLines.first == "\"ann\"")
    let nested = try sandbox.file("nested.json", "{\"n\":2,\"data\":\(Self.text.replacing("x", with: "3"))}")
    #expect(try sandbox.run("select", "--records", "data.*", "$key,age", nested).output == outcome.output)
    #expect(try sandbox.run("count", "--records", "data.*", nested).output == "4\n")
  }

  @Test("rejects keep the record keys for retry", arguments: [[], ["--merge"]])
  func retry(words: [String]) throws {
    let file = try sandbox.file("people.json", Self.text)
    let first = try sandbox.run(
      "select", "--records", "*", "--on-error", "skip", "--rejects", sandbox.path("bad"), "--output",
      sandbox.path("rows"), "$key,age", file)
    #expect(first.status == 1)
    #expect(first.errorLines.first == "\(file):2:35: byte 52: expected a value, found 'x' (at age)")
    let reject = try sandbox.text("bad")
    #expect(reject.contains("\"key\":\"\""))
    let bad = try sandbox.file("bad", reject.replacing(":x}", with: ":\\\"y\\\"}"))
    let outcome = try sandbox.run(
      ["retry"] + words + (words.isEmpty ? [] : [sandbox.path("rows")]) + ["$key,age", bad])
    let row = "{\"$key\":\"\",\"age\":\"y\"}"
    #expect(outcome.status == 0)
    #expect(words.isEmpty ? outcome.outputLines == [row] : outcome.outputLines[2] == row)
    #expect(outcome.outputLines.count == (words.isEmpty ? 1 : 4))
  }

  @Test("rejects $key for other framings", arguments: [[], ["--input", "array"], ["--records", "data"]])
  func usage(words: [String]) throws {
    let outcome = try sandbox.run(["select"] + words + ["a,$key"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.first
        == "streammap: $key needs records that are the members of an object: add --records '*', or --each 'PATH.*', "
        + "or write ['$key'] for a member with that name")
    #expect(try sandbox.run("select", "['$key']", input: "{\"$key\":1}\n").output == "{\"$key\":1}\n")
  }

  @Test("explain describes the record key")
  func explain() throws {
    let text = try sandbox.run("explain", "id,$key,n=user.name").output
    #expect(
      text.contains(
        "Values without a path:\n  $key: the name of the member whose value is the record (--records '*').\n")
    )
    #expect(text.contains("→ id\n") && text.contains("→ n\n"))
  }
}
