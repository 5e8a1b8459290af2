// Null, absent values and empty strings in rows of csv and tsv.

import Testing

@testable import StreamMapCommand

@Suite("Null in rows of text")
struct NullTextTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let records = """
    {"a":"","b":null,"c":0}
    {"a":"NA","b":"","c":1}
    {"b":"0"}

    """

  @Test(
    "an empty string, null and TEXT differ, with types and without",
    arguments: [
      ([], "a,b,c\n\"\",,0\nNA,\"\",1\n,0,\n"),
      (["--null", "NA"], "a,b,c\n\"\",NA,0\n\"NA\",\"\",1\nNA,0,NA\n"),
      (["--null", "0"], "a,b,c\n\"\",0,\"0\"\nNA,\"\",1\n0,\"0\",0\n"),
      (["--no-header"], "\"\",,0\nNA,\"\",1\n,0,\n"),
    ])
  func fields(words: [String], rows: String) throws {
    for columns in [["a,b,c"], ["--types", "a:string,b:string,c:int64"]] {
      for (format, separator) in [("csv", ","), ("tsv", "\t")] {
        let outcome = try sandbox.run(
          ["select", "--format", format] + columns + words, input: Array(Self.records.utf8))
        #expect(outcome.status == 0)
        #expect(outcome.output == rows.replacing(",", with: separator), "\(columns) \(format)")
      }
    }
  }

  @Test("a row of one null is not an empty line")
  func oneColumn() throws {
    let input = "{\"a\":null}\n{}\n{\"a\":\"\"}\n"
    for columns in [["a"], ["--types", "a:string"]] {
      let plain = try sandbox.run(["select", "--format", "csv"] + columns, input: Array(input.utf8))
      #expect(plain.output == "a\n\"\"\n\"\"\n\"\"\n")
      let named = try sandbox.run(
        ["select", "--format", "csv", "--null", "NULL"] + columns, input: Array(input.utf8))
      #expect(named.output == "a\nNULL\nNULL\n\"\"\n")
    }
  }

  @Test("a column with an empty name has a quoted name")
  func emptyName() throws {
    let outcome = try sandbox.run(
      "select", "--format", "csv", "--types", "['']:int64,b:int64", input: "{\"\":1}\n")
    #expect(outcome.output == "\"\",b\n1,\n")
  }

  @Test("retry writes and merges the same fields", arguments: [["a,b"], ["--types", "a:string,b:string"]])
  func retried(columns: [String]) throws {
    let options = ["--format", "csv", "--null", "-", "--no-header"]
    let input = try sandbox.file("in", "{\"a\":\"\"}\n{\"a\":\"-\",\"b\":x}\n{\"b\":\"\"}\n")
    let (rows, rejects) = (sandbox.path("rows"), sandbox.path("bad"))
    _ = try sandbox.run(
      ["select", "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", rows] + options + columns
        + [input])
    let repaired = try sandbox.file("repaired", try sandbox.text("bad").replacing(":x}", with: ":null}"))
    #expect(try sandbox.run(["retry"] + options + columns + [repaired]).output == "\"-\",-\n")
    let merged = try sandbox.run(["retry", "--merge", rows] + options + columns + [repaired])
    #expect(merged.output == "\"\",-\n\"-\",-\n-,\"\"\n")
  }

  @Test("retry refuses rows with a header if it is to write none")
  func unexpectedHeader() throws {
    let (old, rejects) = (try sandbox.file("old", "a,b\n1,2\n"), try sandbox.file("bad", ""))
    let outcome = try sandbox.run(
      "retry", "--merge", old, "--format", "csv", "--no-header", "a,b", rejects)
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.first
        == "streammap: \(old): its first line is the header line of PATHS: remove --no-header")
  }

  @Test("a run with another TEXT does not resume")
  func checkpoint() throws {
    let input = try sandbox.file("in", String(repeating: "{\"a\":null}\n", count: 200) + "x\n")
    let words = [
      "select", "--format", "csv", "--output", sandbox.path("out"), "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0", "--chunk", "64", "a", input,
    ]
    #expect(try sandbox.run(words).status == 1)
    for option in [["--null", "NULL"], ["--no-header"]] {
      #expect(try sandbox.run(words + option).status == 2)
    }
  }
}
