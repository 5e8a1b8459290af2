import Foundation
import Testing

@testable import StreamMapCommand

@Suite("select --types")
struct TypedSelectTests {
  private static let records = """
    {"id":1,"user":{"name":"ada"},"at":"2025-03-01T12:00:00.5+01:00","tags":["a","b,\\"c\\""],"x":1.50}
    {"id":null,"tags":[],"x":{"a" : 1}}
    {"id":3,"user":null,"at":"2025-03-01T12:00:00Z"}
    """

  private static let types =
    "id:int64, name=user.name:string, at:timestamp[ms], tags:list(string), x:json"

  @Test("writes values by their types")
  func text() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", Self.records)
    let rows = try sandbox.run(["select", "--types", Self.types, file])
    #expect(rows.status == 0 && rows.error.isEmpty)
    #expect(
      rows.output == """
        {"id":1,"name":"ada","at":"2025-03-01T11:00:00.500Z","tags":["a","b,\\"c\\""],"x":1.50}
        {"id":null,"name":null,"at":null,"tags":[],"x":{"a":1}}
        {"id":3,"name":null,"at":"2025-03-01T12:00:00.000Z","tags":null,"x":null}

        """)
    let csv = try sandbox.run(["select", "--types", Self.types, "--format", "csv", file])
    #expect(
      csv.output == #"""
        id,name,at,tags,x
        1,ada,2025-03-01T11:00:00.500Z,"[""a"",""b,\""c\""""]",1.50
        ,,,[],"{""a"":1}"
        3,,2025-03-01T12:00:00.000Z,,

        """#)
  }

  @Test("writes times without a zone, Unix times and text, in every format")
  func times() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file(
      "a.jsonl",
      """
      {"t":1716112800.25,"d":"2024-05-19 10:00:00","x":"01234","l":["1e3",-0.5,null]}
      {"t":"-1","d":null,"x":12345,"l":[]}
      {"t":null,"d":"1969-12-31T23:59:59.9996","x":true}
      {"t":0,"d":"2024-05-19T10:00:00.5","x":"a,\\"b\\u0041","l":[1]}
      """)
    let types = "t:unix[s,ms], d:datetime[ms], x:text!, l:list(unix[ms,s]), ld=$:struct(l:list(text))"
    let rows = try sandbox.run(["select", "--types", types, file])
    #expect(
      rows.output == """
        {"t":"2024-05-19T10:00:00.250Z","d":"2024-05-19T10:00:00.000","x":"01234","l":["1970-01-01T00:00:01Z","1969-12-31T23:59:59Z",null],"ld":{"l":["1e3","-0.5",null]}}
        {"t":"1969-12-31T23:59:59.000Z","d":null,"x":"12345","l":[],"ld":{"l":[]}}
        {"t":null,"d":"1969-12-31T23:59:59.999","x":"true","l":null,"ld":{"l":null}}
        {"t":"1970-01-01T00:00:00.000Z","d":"2024-05-19T10:00:00.500","x":"a,\\"bA","l":["1970-01-01T00:00:00Z"],"ld":{"l":["1"]}}

        """)
    let csv = try sandbox.run(
      ["select", "--types", "t:unix[s,ms], d:datetime[ms], x:text", "--format", "csv", file])
    #expect(
      csv.output == #"""
        t,d,x
        2024-05-19T10:00:00.250Z,2024-05-19T10:00:00.000,01234
        1969-12-31T23:59:59.000Z,,12345
        ,1969-12-31T23:59:59.999,true
        1970-01-01T00:00:00.000Z,2024-05-19T10:00:00.500,"a,""bA"

        """#)
    let lacking = try sandbox.run(["select", "--types", "l:list(json)!", "--on-error", "skip", file])
    #expect(lacking.outputLines.count == 3 && lacking.error.contains("l is required"))
  }

  @Test("a value of another type is a bad record, or null on request")
  func mismatches() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", "{\"id\":\"x\"}\n{\"id\":2}\n{\"id\":2.5}\n")
    let stopped = try sandbox.run(["select", "--types", "id:int64", file])
    #expect(stopped.status == 1 && stopped.output.isEmpty)
    #expect(stopped.error.contains(":1:7: byte 6: id: expected an integer for int64, found a string (\"x\")"))
    let rejects = sandbox.path("bad")
    let skipped = try sandbox.run(
      ["select", "--types", "id:int64", "--on-error", "skip", "--rejects", rejects, "--quiet", file])
    #expect(skipped.status == 1 && skipped.output == "{\"id\":2}\n")
    #expect(try sandbox.text("bad").split(separator: "\n").count == 2)
    let null = try sandbox.run(["select", "--types", "id:int64", "--mismatch", "null", file])
    #expect(null.status == 0 && null.output == "{\"id\":null}\n{\"id\":2}\n{\"id\":null}\n")
  }

  @Test("writes nested values, and counts the parts that do not fit")
  func nested() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file(
      "a.jsonl",
      """
      {"items":[{"sku":"pen","x":1},{"price":3.5,"tags":["a,b",null]},null],"by":{"k\\n":1,"y":null,"y":2}}
      {"items":null,"by":{}}
      {"items":[{"sku":1},5],"by":{"z":"x"}}
      """)
    let types = "items:list(struct(sku:string,price:double,tags:list(string))), by:map(int64)"
    let csv = try sandbox.run(["select", "--types", types, "--format", "csv", "--mismatch", "null", file])
    #expect(
      csv.output == #"""
        items,by
        "[{""sku"":""pen"",""price"":null,""tags"":null},{""sku"":null,""price"":3.5,""tags"":[""a,b"",null]},null]","{""k\n"":1,""y"":null}"
        ,{}
        "[{""sku"":null,""price"":null,""tags"":null},null]","{""z"":null}"

        """#)
    #expect(
      csv.error.contains("items: 2 values did not fit list(struct) and are null; first in line 3: 1"),
      "\(csv.error)")
    #expect(
      csv.error.contains("by: 1 value did not fit map(int64) and is null; first in line 3: a string (\"x\")"))
    let stopped = try sandbox.run(["select", "--types", types, file])
    #expect(
      stopped.error.contains(":3:18: byte 141: items[0].sku: expected a string for string, found 1"),
      "\(stopped.error)")
  }

  @Test("warns of members that a struct does not read, and not of empty lists")
  func nestedWarnings() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", #"{"u":{"a":1,"b":2},"l":[],"n":[null]}"#)
    let types = "u:struct(a:int64),l:list(struct(x:int64)),n:list(list(int64))"
    let outcome = try sandbox.run(["select", "--schema", sandbox.file("types", types), file])
    #expect(outcome.output == "{\"u\":{\"a\":1},\"l\":[],\"n\":[null]}\n")
    #expect(
      outcome.error.contains("no column reads 'u.b'") && !outcome.error.contains("no record"),
      "\(outcome.error)")
  }

  /// The lengths of an Arrow stream's messages, in order: of their metadata and of all that follows up to the next.
  private static func messages(of stream: [UInt8]) throws -> [Int] {
    var sizes: [Int] = []
    var start = 0
    func word(_ offset: Int) -> UInt32 {
      stream[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    while start + 8 <= stream.count {
      try #require(word(start) == 0xFFFF_FFFF, "no message at \(start)")
      let size = Int(word(start + 4))
      sizes.append(size)
      start += 8 + size
      if size == 0 { break }
      // The body ends where the next message begins.
      while start + 8 <= stream.count, word(start) != 0xFFFF_FFFF { start += 8 }
    }
    try #require(start == stream.count)
    return sizes
  }

  @Test("an Arrow stream is the same for any number of threads and any chunk size")
  func arrow() throws {
    let sandbox = try Sandbox()
    let lines = (0..<3_000).map {
      "{\"id\":\($0),\"user\":{\"name\":\"\(String(repeating: "x", count: $0 % 40))\"}}"
    }
    let file = try sandbox.file("a.jsonl", lines.joined(separator: "\n"))
    let words = [
      "select", "--types", "id:int64,name=user.name:string", "--format", "arrow", "--batch-rows", "700",
    ]
    _ = try sandbox.run(words + ["--jobs", "1", "--output", sandbox.path("one"), file])
    let expected = try sandbox.bytes("one")
    let messages = try Self.messages(of: expected)
    // A schema, five batches, the batch without rows that says that the stream is complete, and the end.
    #expect(messages.count == 8 && messages.last == 0 && messages.allSatisfy { $0 % 8 == 0 })
    for options in [
      ["--jobs", "3"], ["--chunk", "5000"], ["--engine", "yajl"], ["--jobs", "2", "--chunk", "1000"],
    ] {
      let outcome = try sandbox.run(words + options + ["--output", sandbox.path("other"), file])
      #expect(outcome.status == 0)
      #expect(try sandbox.bytes("other") == expected, "\(options)")
    }
  }

  @Test("an Arrow stream without rows has a schema and its ends")
  func noRows() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", "\n")
    _ = try sandbox.run(
      ["select", "--types", "a:list(bool)", "--format", "arrow", "--output", sandbox.path("out"), file])
    let messages = try Self.messages(of: try sandbox.bytes("out"))
    #expect(messages.count == 3 && messages[2] == 0)
    #expect(try Self.completeRows(of: sandbox.bytes("out")) == 0)
  }

  /// Returns the number of rows in the end marker of a complete Arrow stream, or nil if there is no marker.
  private static func completeRows(of stream: [UInt8]) throws -> Int? {
    let name = Data("streammap.rows".utf8)
    guard let key = Data(stream).range(of: name, options: .backwards) else { return nil }
    // The value is the string before the name. Each string has its length before it, and zeros after it.
    let before = stream[..<(key.lowerBound - 4)]
    let value = before.prefix(through: try #require(before.lastIndex { $0 != 0 }))
    let digits = value.reversed().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits.reversed(), as: UTF8.self))
  }

  @Test(
    "only a complete Arrow stream says that it is complete",
    arguments: [
      (["--on-error", "skip"], 2_000, 1), (["--limit", "700"], 700, 0),
      (["--on-error", "skip", "--where", "a >= 1500"], 500, 1),
      (["--where", "a < 500", "--limit", "400"], 400, 0), ([], nil, 1),
      (["--on-error", "skip", "--max-errors", "0"], nil, 1),
      (["--on-error", "skip", "--max-errors", "0.01%"], nil, 1),
      (["--on-error", "skip", "/nonexistent"], nil, 3),
    ] as [([String], Int?, Int32)])
  func completeness(words: [String], rows: Int?, status: Int32) throws {
    let sandbox = try Sandbox()
    let lines = (0..<2_000).map { "{\"a\":\($0)}\n" }
    let file = try sandbox.file("a.jsonl", (lines[..<1_000] + ["x\n"] + lines[1_000...]).joined())
    let outcome = try sandbox.run(
      ["select", "--types", "a:int64", "--format", "arrow", "--batch-rows", "300", "--output"]
        + [sandbox.path("out"), file] + words)
    #expect(outcome.status == status)
    // A run that did not succeed keeps what it wrote beside its output.
    #expect(try Self.completeRows(of: sandbox.bytes(rows == nil ? "out.partial" : "out")) == rows)
  }

  @Test(
    "rejects wrong options",
    arguments: [
      (["--format", "arrow", "id"], "--format arrow needs the types"),
      (["--types", "id"], "--types, byte 2: expected a colon and a type"),
      (["--types", "id:integer"], "unknown type 'integer'"),
      (["--types", "id:int64,id:bool"], "duplicate column name 'id'"),
      (["--mismatch", "null", "id"], "--mismatch has no effect without --types"),
      (["--batch-rows", "5", "--types", "id:int64"], "--batch-rows has no effect without --format arrow"),
      (["--raw", "--types", "id:int64"], "--raw"),
    ])
  func wrongOptions(words: [String], message: String) throws {
    let outcome = try Sandbox().run(["select"] + words)
    #expect(outcome.status == 2 && outcome.error.contains(message), "\(outcome.error)")
  }

  @Test("reads only records for which the condition is true, and counts the others")
  func filters() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file(
      "a.jsonl", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n{\"a\":3}\n{\"a\":[}\n")
    let report = sandbox.path("report")
    let rows = try sandbox.run(
      [
        "select", "--where", "b is not null and a > 1", "--on-error", "skip", "--quiet", "--report", report,
        "a", file,
      ])
    #expect(rows.output == "{\"a\":2}\n" && rows.status == 1)
    #expect(try sandbox.text("report").contains("\"filtered\" : 2"))
    #expect(
      try sandbox.run(["count", "--where", "a <= 2", "--on-error", "skip", "--quiet", file]).output == "2\n")
    #expect(try sandbox.run(["check", "--where", "a == 7", file]).status == 1)
    let document = try sandbox.file("d.json", "{\n\"a\": 1}")
    #expect(try sandbox.run(["count", "--input", "document", "--where", "a == 1", document]).output == "1\n")
    #expect(
      try sandbox.run(["select", "--input", "document", "--where", "a == 2", "a", document]).output.isEmpty)
    let many = (0..<3_000).map { $0 % 50 == 7 ? "{bad" : "{\"a\":\($0 % 2)}" }.joined(separator: "\n")
    let cut = try sandbox.run(
      ["count", "--on-error", "skip", "--max-errors", "0.5%", "--quiet", "--where", "a == 0", "-"],
      input: Array(many.utf8))
    // The budget is exceeded at the first bad record from the thousandth on.
    #expect(cut.output == "504\n")
    let members = try sandbox.file("members", "{\"k\\u0041\":{\"n\":1}}")
    let keys = ["select", "--records", "*", "--types", "$key:string,n:int64", members]
    #expect(try sandbox.run(keys).output == "{\"$key\":\"kA\",\"n\":1}\n")
    #expect(try sandbox.run(["select", "--records", "*", "--where", "$key == 'x'", "a", file]).status == 2)
    let wrong = try sandbox.run(["count", "--where", "a = 2", file])
    #expect(wrong.status == 2)
    #expect(wrong.error.contains("--where, byte 2: expected ==\n  a = 2\n    ^\n"))
  }

  @Test("retry writes typed rows of repaired records, as text and as record batches")
  func retries() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", "{\"id\":1}\n{\"id\":\"2\"}\n{\"id\":3}\n{\"id\":}\n")
    let rejects = sandbox.path("bad")
    let types = ["--types", "id:int64"]
    let first = try sandbox.run(
      ["select"] + types + [
        "--on-error", "skip", "--quiet", "--rejects", rejects, "--output", sandbox.path("old"), file,
      ])
    #expect(first.status == 1)
    let repaired = try sandbox.text("bad").replacingOccurrences(
      of: "{\\\"id\\\":\\\"2\\\"}", with: "{\\\"id\\\":2}")
    let retried = try sandbox.file("repaired", repaired)
    let again = try sandbox.run(["retry"] + types + ["--quiet", retried])
    #expect(again.output == "{\"id\":2}\n" && again.status == 1)
    let merged = try sandbox.run(["retry"] + types + ["--quiet", "--merge", sandbox.path("old"), retried])
    #expect(merged.output == "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
    let arrow = ["retry"] + types + ["--quiet", "--format", "arrow", "--output", sandbox.path("new")]
    #expect(try sandbox.run(arrow + [retried]).status == 1)
    let messages = try Self.messages(of: sandbox.bytes("new"))
    #expect(messages.count == 4 && messages[3] == 0)
    #expect(try Self.completeRows(of: sandbox.bytes("new")) == 1)
    let refused = try sandbox.run(arrow + ["--merge", sandbox.path("old"), retried])
    #expect(refused.status == 2 && refused.error.contains("--merge cannot insert rows into an Arrow stream"))
    let key = try sandbox.run(["retry", "--types", "$key:int64", retried])
    #expect(key.status == 2 && key.error.contains("the type of $key is string"))
  }

  @Test("names at most twenty columns that no record has")
  func manyMissingColumns() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", "{\"c0\":1}\n")
    let types = (0..<100).map { "c\($0):int64" }.joined(separator: ",")
    let lines = try sandbox.run(["select", "--types", types, file]).errorLines
    #expect(lines.count == 21 && lines.last == "streammap: no record has 79 other columns either")
  }

  @Test("makes the columns from a schema")
  func schema() throws {
    let sandbox = try Sandbox()
    let text = """
      {"id":1,"user":{"name":"a","x":1},"n":1,"tags":["a"],"points":[{"x":1}],"mixed":1,"none":null}
      {"id":2,"user":null,"n":2.5,"tags":[],"points":[],"mixed":"x"}
      """
    let file = try sandbox.file("a.jsonl", text)
    let schema = sandbox.path("schema")
    _ = try sandbox.run(["schema", "--format", "json", "--output", schema, file])
    let csv = try sandbox.run(["select", "--schema", schema, "--format", "csv", file])
    #expect(
      csv.output == #"""
        id,user.name,user.x,n,tags,points,mixed,none
        1,a,1,1.0,"[""a""]","[{""x"":1}]",1,
        2,,,2.5,[],[],x,

        """#)
    let arrow = try sandbox.run([
      "select", "--schema", schema, "--format", "arrow", "--output", sandbox.path("o"), file,
    ])
    #expect(arrow.status == 0)
    let wrong = try sandbox.run(["select", "--schema", file, file])
    #expect(wrong.status == 3 && wrong.error.contains("this file was not written by streammap schema"))
    let types = sandbox.path("types")
    _ = try sandbox.run(["schema", "--format", "types", "--output", types, file])
    #expect(try sandbox.run(["select", "--schema", types, "--format", "csv", file]).output == csv.output)
    let list = try sandbox.file("list", " a=id:int64,\n n : double\n")
    #expect(
      try sandbox.run(["select", "--schema", list, file]).output
        == "{\"a\":1,\"n\":1.0}\n{\"a\":2,\"n\":2.5}\n")
    let unknown = try sandbox.file("list", "id:int64,n:float\n")
    let refused = try sandbox.run(["select", "--schema", unknown, file])
    #expect(
      refused.status == 3 && refused.error.hasPrefix("streammap: \(unknown): byte "), "\(refused.error)")
    let same = try sandbox.run(["select", "--schema", schema, "--output", schema, file])
    #expect(same.status == 2 && same.error.contains("is also an input"))
  }

  @Test("refuses a schema without columns, and takes one without the paths around others")
  func partialSchema() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("a.jsonl", #"{"u":{"a":7},"b":1}"#)
    for text in ["", " \n", #"{"path":"$","types":{"object":1}}"#] {
      let schema = try sandbox.file("schema", text)
      let outcome = try sandbox.run(["select", "--schema", schema, file])
      #expect(
        outcome.status == 3 && outcome.error.contains("there are no columns in this schema"), "\(outcome)")
    }
    let schema = try sandbox.file("schema", #"{"path":"u.a","types":{"integer":1}}"#)
    #expect(try sandbox.run(["select", "--schema", schema, file]).output == "{\"u.a\":7}\n")
  }

  @Test("does not resume with other columns of the same schema file")
  func changedSchema() throws {
    let sandbox = try Sandbox()
    let text = (0..<300).map { "{\"id\":\($0)}\n" }.joined() + "oops\n"
    let input = try sandbox.file("in", text)
    let schema = try sandbox.file("schema", "id:int64")
    let words = [
      "select", "--schema", schema, "--jobs", "1", "--chunk", "500", "--checkpoint", sandbox.path("mark"),
      "--checkpoint-interval", "0", "--output", sandbox.path("out"), input,
    ]
    #expect(try sandbox.run(words).status == 1)
    let before = try sandbox.bytes("out")
    _ = try sandbox.file("schema", "id:double")
    #expect(try sandbox.run(words).status == 2)
    #expect(try sandbox.bytes("out") == before && !before.isEmpty)
  }

  @Test("a part of a file through a pipe gives the records of the range")
  func standardInputOffset() throws {
    let sandbox = try Sandbox()
    var dice = SeededGenerator(round: 1)
    let lines = (0..<200).map {
      "{\"id\":\($0),\"x\":\"\(String(repeating: "y", count: dice.number(0...50)))\"}"
    }
    let text = (lines.joined(separator: "\n") + "\n{\"id\":}\n")
    let file = try sandbox.file("a.jsonl", text)
    let bytes = Array(text.utf8)
    for _ in 0..<40 {
      let start = dice.chance(25) ? 0 : dice.number(0...(bytes.count - 1))
      let range = "\(start):\(start + dice.number(0...3_000))"
      let words = ["--range", range, "--on-error", "skip", "--quiet", "id"]
      let expected = try sandbox.run(["select"] + words + [file])
      let base = max(0, start - 1)
      for chunk in ["100", "100000"] {
        let found = try sandbox.run(
          ["select", "--stdin-offset", "\(base)", "--chunk", chunk] + words, input: Array(bytes[base...]))
        #expect(found.output == expected.output && found.status == expected.status, "--range \(range)")
      }
    }
  }
}
