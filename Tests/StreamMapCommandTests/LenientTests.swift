import CompressedInputs
import Foundation
import StreamMap
import Testing

@testable import StreamMapCommand

/// `--lenient` and `--zstd-window`, which let a run read more.
@Suite("Lenient runs")
struct LenientTests {
  private let sandbox: Sandbox
  private static let every = "nan,comments,trailing-commas,surrogates"
  private static let records = [
    #"{"id":1,"x":1.5,"t":"a"}"#, #"{"id":2,"x":NaN,"t":"b",}"#, #"{"id":3,"x":-Infinity} // "id":4"#,
    #"{"id":4,/* "id":9, */"t":"\ud800"}"#, #"{"id":5,"x":[NaN,1,],"t":"c"}"#, #"{"id":6,"x":oops}"#,
  ]
  private static let input = records.map { $0 + "\n" }.joined()

  init() throws { sandbox = try Sandbox() }

  @Test("rows without types are standard JSON")
  func untyped() throws {
    let file = try sandbox.file("in", Self.input)
    let outcome = try sandbox.run(
      "select", "--on-error", "skip", "--lenient", Self.every, "id,x,t", file)
    #expect(
      outcome.output == """
        {"id":1,"x":1.5,"t":"a"}
        {"id":2,"x":null,"t":"b"}
        {"id":3,"x":null,"t":null}
        {"id":4,"x":null,"t":"\\uFFFD"}
        {"id":5,"x":[null,1],"t":"c"}

        """)
    #expect(
      outcome.error.hasSuffix(
        "in:6:13: byte 161: expected a value, found 'o' (at x)\nstreammap: 1 of 6 records skipped\n"))
    #expect(outcome.status == 1)
    let whole = try sandbox.run("select", "--on-error", "skip", "--lenient", Self.every, "$", file)
    #expect(whole.outputLines.dropFirst().first == #"{"id":2,"x":null,"t":"b"}"#)
    let strict = try sandbox.run("select", "--on-error", "skip", "id", file)
    #expect(strict.output == "{\"id\":1}\n" && strict.status == 1)
  }

  @Test("a column of doubles has NaN in CSV, and null in JSON")
  func typed() throws {
    let file = try sandbox.file("in", Self.input)
    let words = [
      "select", "--quiet", "--on-error", "skip", "--lenient", Self.every, "--types",
      "id:int64,x:double,t:string",
    ]
    #expect(
      try sandbox.run(words + ["--format", "csv", file]).output
        == "id,x,t\n1,1.5,a\n2,NaN,b\n3,-Infinity,\n4,,\u{FFFD}\n")
    let rows = try sandbox.run(words + ["--mismatch", "null", file]).outputLines
    #expect(
      rows[1] == #"{"id":2,"x":null,"t":"b"}"# && rows[2] == #"{"id":3,"x":null,"t":null}"# && rows.count == 5
    )
    let lists = try sandbox.run(
      "select", "--quiet", "--on-error", "skip", "--lenient", "nan,trailing-commas", "--format", "csv",
      "--types",
      "x:list(double)", "--where", "id == 5", file)
    #expect(lists.output == "x\n\"[null,1.0]\"\n", "\(lists.output)")
    let untyped = try sandbox.run(
      "select", "--quiet", "--on-error", "skip", "--lenient", Self.every, "--format", "csv", "--null", "-",
      "x,y=x", file)
    #expect(untyped.output == "x,y\n1.5,1.5\n-,-\n-,-\n-,-\n\"[null,1]\",\"[null,1]\"\n")
    let integers = try sandbox.run("check", "--lenient", "nan", file)
    #expect(integers.errorLines.count == 5 && integers.status == 1)
  }

  @Test("check, count, schema and filters")
  func commands() throws {
    let good = Self.records.dropLast().map { $0 + "\n" }.joined()
    for text in [good, good.replacing("\n", with: "\r\n")] {
      let file = try sandbox.file("in", text)
      for validation in ["full", "mapped"] {
        for engine in ["index", "yajl"] {
          let words = ["--lenient", Self.every, "--validate", validation, "--engine", engine]
          #expect(try sandbox.run(["check"] + words + [file]).status == 0)
          #expect(try sandbox.run(["count"] + words + [file]).output == "5\n")
          #expect(
            try sandbox.run(
              ["select"] + words + ["--raw", "--where", "id >= 2 and t is not null", "id", file]
            ).output
              == "2\n4\n5\n")
        }
      }
      let schema = try sandbox.run("schema", "--format", "json", "--lenient", Self.every, file)
      #expect(
        schema.status == 0 && schema.output.contains(#"{"path":"id","types":{"integer":5}"#),
        "\(schema.output)")
    }
  }

  @Test("NaN is a number in a schema, and not null in a filter")
  func numbers() throws {
    let text = "{\"x\":NaN,\"y\":[1,-Infinity],\"z\":1}\n{\"x\":null,\"y\":[],\"z\":2}\n"
    let file = try sandbox.file("in", text)
    for engine in ["index", "yajl"] {
      let words = ["--engine", engine, "--lenient", "nan", file]
      let json = try sandbox.run(["schema", "--format", "json"] + words).outputLines
      #expect(
        json[1] == #"{"path":"x","types":{"null":1,"decimal":1},"count":2,"null":1,"absent":0,"parents":2}"#)
      let types = try sandbox.run(["schema", "--format", "types"] + words).output
      #expect(types == "x:double,y:list(double),z:int64\n")
      let schema = try sandbox.file("columns", types)
      let rows = try sandbox.run(["select", "--schema", schema, "--format", "csv"] + words)
      #expect(rows.output == "x,y,z\nNaN,\"[1.0,null]\",1\n,[],2\n" && rows.error.isEmpty, "\(rows)")
      let kept = try sandbox.run(["select", "--raw", "--where", "x is not null", "z"] + words)
      #expect(kept.output == "1\n" && kept.error.isEmpty)
    }
    // A number that is too large stays one that no column of numbers can have.
    let large = try sandbox.run("schema", "--format", "types", "--lenient", "nan", input: "{\"x\":1e999}\n")
    #expect(large.output == "x:json\n")
  }

  @Test("explain says what is accepted")
  func explained() throws {
    let plain = try sandbox.run("explain", "id,x").output
    #expect(!plain.contains("Lenient"))
    let outcome = try sandbox.run("explain", "--lenient", Self.every, "id,x")
    #expect(outcome.status == 0)
    let text = outcome.output.replacing("\n  ", with: " ")
    #expect(
      text.contains(
        "Lenient: NaN, Infinity and -Infinity are read as null. Comments are white space. A comma may stand "),
      "\(text)")
    #expect(text.contains("Validate mapped: The same"))
    let typed = try sandbox.run("explain", "--lenient", "nan", "--types", "x:double").output
    #expect(typed.contains("are numbers of type double") && !typed.contains("The same"))
    #expect(try sandbox.run("explain", "--lenient", "none", "id").status == 2)
  }

  @Test("rejects have the original text, and retry repairs them with the option")
  func rejects() throws {
    let file = try sandbox.file("in", Self.input)
    let bad = sandbox.path("bad")
    _ = try sandbox.run(
      "select", "--on-error", "skip", "--rejects", bad, "--output", sandbox.path("old"), "id,t", file)
    for record in Self.records.dropFirst() {
      let text = record.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      #expect(try sandbox.text("bad").contains("\"raw\":\"\(text)\""))
    }
    let again = try sandbox.run(
      "retry", "--quiet", "--lenient", Self.every, "--merge", sandbox.path("old"), "id,t", bad)
    let whole = try sandbox.run(
      "select", "--quiet", "--on-error", "skip", "--lenient", Self.every, "id,t", file)
    #expect(again.output == whole.output && whole.outputLines.count == 5)
  }

  @Test("the output is the same for any workers, chunks and splits, and resumes with the same option alone")
  func splits() throws {
    let file = try sandbox.file("in", String(repeating: Self.input, count: 200))
    let words = ["select", "--quiet", "--on-error", "skip", "--lenient", Self.every]
    let whole = try sandbox.run(words + ["--jobs", "1", "id,x", file]).output
    #expect(whole.utf8.count > 10_000)
    #expect(try sandbox.run(words + ["--jobs", "3", "--chunk", "1000B", "id,x", file]).output == whole)
    let parts = try (1...3).map { try sandbox.run(words + ["--split", "\($0)/3", "id,x", file]).output }
    #expect(parts.joined() == whole)
    let one = try CommandLineParser.parse(
      ["select", "--lenient", "nan,comments", "id", "f"].map { FilePath($0) })
    let two = try CommandLineParser.parse(
      ["select", "--lenient", "comments,nan", "id", "f"].map { FilePath($0) })
    let other = try CommandLineParser.parse(["select", "--lenient", "nan", "id", "f"].map { FilePath($0) })
    let none = try CommandLineParser.parse(["select", "id", "f"].map { FilePath($0) })
    #expect(one.words(files: []) == two.words(files: []))
    #expect(Set([one, other, none].map { $0.words(files: []) }).count == 3)
  }

  @Test("documents, arrays and sequences")
  func framings() throws {
    let document = try sandbox.file("document", "// a file\n{\"id\": 1, /* two\nlines */ \"x\": [NaN,],}\n")
    for input in ["document"] {
      let outcome = try sandbox.run("select", "--input", input, "--lenient", Self.every, "$", document)
      #expect(outcome.output == "{\"id\":1,\"x\":[null]}\n" && outcome.status == 0, "\(outcome.error)")
      #expect(try sandbox.run("check", "--input", input, "--lenient", Self.every, document).status == 0)
    }
    let strict = try sandbox.run("check", "--input", "document", document)
    #expect(strict.status == 1 && strict.error.contains(":1:1: byte 0: "))
    let array = try sandbox.run(
      ["select", "--input", "array", "--lenient", "nan,trailing-commas,surrogates", "--raw", "x"],
      input: Array("[{\"x\":NaN},\n{\"x\":[1,]}]".utf8))
    #expect(array.output == "null\n[1]\n")
    let sequence = try sandbox.run(
      ["select", "--input", "seq", "--lenient", Self.every, "--raw", "x"],
      input: Array("\u{1E}{\"x\":1} // \"\n\u{1E}[/* { */]\n\u{1E}{\"x\":2,}\n".utf8))
    // The second record is an array, and has no member.
    #expect(sequence.outputLines == ["1"] && sequence.status == 1, "\(sequence.error)")
  }

  @Test("a frame with a larger window is read with --zstd-window, also by retry")
  func windows() throws {
    let text = Array("{\"id\":1}\n{\"id\":\"x\"}\n".utf8)
    let file = try sandbox.file("in.zst", Zstd.frame(windowLog: 31, text))
    let piped = try sandbox.run(["count"], input: Zstd.frame(windowLog: 30, text))
    #expect(
      piped.error == """
        streammap: <stdin>: zstd, compressed byte 0: a frame needs a window of 1 GiB, and at most 128 MiB are allowed: \
        add --zstd-window 1GiB, or try zstd -dc --long=30 FILE | streammap … -; no frame is whole

        """)
    #expect(piped.status == 3)
    for command in [["count"], ["check"], ["select", "id"], ["schema"], ["check", "--input", "auto"]] {
      let small = try sandbox.run(command + ["--zstd-window", "1GiB", file])
      #expect(
        small.status == 3 && small.error.contains("needs a window of 2 GiB, and at most 1 GiB are allowed"))
      #expect(try sandbox.run(command + ["--zstd-window", "2GiB", file]).status == 0, "\(command)")
      #expect(try sandbox.run(command + ["--zstd-window", "1025MiB", file]).status == 0, "\(command)")
    }
    let bad = sandbox.path("bad")
    _ = try sandbox.run(
      "select", "--zstd-window", "2GiB", "--quiet", "--on-error", "skip", "--types", "id:int64",
      "--max-record", "8",
      "--rejects", bad, file)
    let strict = try sandbox.run("retry", "--types", "id:string", bad)
    #expect(strict.error.contains("needs a window of 2 GiB"), "\(strict.error)")
    #expect(
      try sandbox.run("retry", "--types", "id:json", "--zstd-window", "2GiB", bad).output
        == "{\"id\":\"x\"}\n")
  }
}
