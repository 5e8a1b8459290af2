// Columns that say where a record is, columns with several paths, and conditions on elements.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Sources of columns")
struct SourceTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(
    "a condition keeps the elements that it keeps as records",
    arguments: [
      "v == 'ab'", "v != 'ab'", "v starts with 'a'", "v contains 'b'", "v > 3", "v <= 7", "v == true",
      "v is null", "v is not null", "v in (1, 'ab', true)", "not v in (7)", "v.k == 1", "v[0] == 1",
      "not (v == 'ab') and id == 1", "id == 2 or v == 7",
    ])
  func elements(condition: String) throws {
    let values = [
      "1", "7.0", "1e2", "\"ab\"", #""a\u0062c""#, "\"\"", "true", "false", "null", "[1]", #"{"k":1}"#,
    ]
    let elements = values.enumerated().map { #"{"n":\#($0),"v":\#($1)}"# } + ["{}"]
    let together = try sandbox.file(
      "together",
      [1, 2].map { #"{"id":\#($0),"items":[\#(elements.joined(separator: ","))]}"# }.joined(separator: "\n"))
    let single = try sandbox.file(
      "single",
      [1, 2].flatMap { id in elements.map { #"{"id":\#(id),"item":\#($0)}"# } }.joined(separator: "\n"))
    for engine in ["auto", "yajl"] {
      let rows = try sandbox.run(
        "select", "--engine", engine, "--quiet", "--each", "items[*]", "--where",
        condition.replacing("v", with: "items[*].v"), "id,n=items[*].n", together)
      let expected = try sandbox.run(
        "select", "--engine", engine, "--quiet", "--where", condition.replacing("v", with: "item.v"),
        "id,n=item.n", single)
      #expect(rows.output == expected.output && !rows.outputLines.isEmpty)
    }
  }

  @Test(
    "$file and $offset are the place of each record, with any number of workers",
    arguments: [[], ["--jobs", "1"], ["--jobs", "3", "--chunk", "8"], ["--engine", "yajl"]])
  func places(words: [String]) throws {
    let first = try sandbox.file("a", "{\"id\":1}\n\n{\"id\":2}\n")
    let second = try sandbox.file("b\"", " {\"id\":3}\n{\"id\":4}")
    let rows = [(first, 0), (first, 10), (second, 0), (second, 10)].enumerated().map { index, place in
      "{\"f\":\"\(place.0.replacing("\"", with: "\\\""))\",\"at\":\(place.1),\"id\":\(index + 1)}"
    }
    #expect(
      try sandbox.run(["select"] + words + ["f=$file,at=$offset,id", first, second]).outputLines == rows)
    let types = "f=$file:string,at=$offset:int64,id:int64"
    #expect(
      try sandbox.run(["select"] + words + ["--types", types, first, second]).outputLines == rows)
    let csv = try sandbox.run(
      ["select"] + words + ["--format", "csv", "--no-header", "$offset,$file", first, second])
    #expect(csv.outputLines.first == "0,\(first)")
  }

  @Test("--stdin-name names standard input in columns, messages and rejects")
  func standardInput() throws {
    let outcome = try sandbox.run(
      "select", "--stdin-name", "s3://b/k", "--on-error", "skip", "--rejects", sandbox.path("bad"),
      "$file,$offset,id", input: "{\"id\":1}\nx\n")
    #expect(outcome.outputLines == [#"{"$file":"s3://b/k","$offset":0,"id":1}"#])
    #expect(outcome.errorLines.first?.hasPrefix("s3://b/k:2:1: byte 9: ") == true)
    let reject = try sandbox.text("bad")
    let fixed = try sandbox.file("bad", reject.replacing(#""raw":"x""#, with: #""raw":"{\"id\":2}""#))
    for types in [[], ["--types", "$file:string,$offset:int64,id:int64"]] {
      let paths = types.isEmpty ? ["$file,$offset,id"] : []
      #expect(
        try sandbox.run(["retry"] + types + paths + [fixed]).outputLines
          == [#"{"$file":"s3://b/k","$offset":9,"id":2}"#])
    }
    let one = try sandbox.file("a", "{}\n")
    #expect(
      try sandbox.run("select", "--stdin-name", "x", "id", one).errorLines.first
        == "streammap: --stdin-name is about standard input: name no FILE, or - among the FILEs")
  }

  @Test("a document has a place, too")
  func document() throws {
    let file = try sandbox.file("a", "\n {\"id\":\n 1}")
    #expect(
      try sandbox.run("select", "--input", "document", "$offset,id,f=$file", file).outputLines
        == ["{\"$offset\":0,\"id\":1,\"f\":\"\(file)\"}"])
  }

  @Test("a run that resumes has the same places")
  func splits() throws {
    let text = (0..<40).map { "{\"id\":\($0),\"items\":[\($0),{\"n\":\($0)}]}\n" }.joined()
    let file = try sandbox.file("a", text)
    let words = ["--each", "items[*]", "--where", "items[*].n >= 10", "$offset,id,n=items[*].n,$index", file]
    let whole = try sandbox.run(["select"] + words).output
    #expect(whole.split(separator: "\n").count == 30)
    let parts = try (1...3).map { try sandbox.run(["select", "--split", "\($0)/3"] + words).output }
    #expect(parts.joined() == whole)
  }

  @Test("the first value that is not null counts", arguments: ["auto", "yajl"])
  func alternatives(engine: String) throws {
    let file = try sandbox.file(
      "a",
      """
      {"a":1,"b":2}
      {"b":2,"a":null}
      {"b":{"c":3},"a":{}}
      {"a":null,"b":null}
      {}
      {"t":[{"y":2},{"x":1,"y":5},{"x":null,"y":7},null,3]}

      """)
    let words = ["select", "--engine", engine, "v=a|b,w=a.c|b.c,t=t[*].x|t[*].y", file]
    #expect(
      try sandbox.run(words).outputLines == [
        #"{"v":1,"w":null,"t":null}"#, #"{"v":2,"w":null,"t":null}"#, #"{"v":{},"w":3,"t":null}"#,
        #"{"v":null,"w":null,"t":null}"#, #"{"v":null,"w":null,"t":null}"#,
        #"{"v":null,"w":null,"t":[2,1,7,null,null]}"#,
      ])
  }

  @Test("typed columns with several paths", arguments: ["auto", "yajl"])
  func typedAlternatives(engine: String) throws {
    let file = try sandbox.file(
      "a",
      """
      {"a":1,"b":"x"}
      {"b":2}
      {"a":null,"B":"3"}
      {"c":["p",null],"l":[{"N":1},{"n":2,"N":"x"}]}
      {"a":null,"b":null}

      """)
    func run(_ words: String...) throws -> Outcome {
      try sandbox.run(["select", "--engine", engine, "--on-error", "skip"] + words + [file])
    }
    let nulls = try run(
      "--mismatch", "null", "--types", "v=a|b|B:int64,c=d|c:list(string),l=l[*].n|l[*].N:list(int64)")
    #expect(
      nulls.outputLines == [
        #"{"v":1,"c":null,"l":null}"#, #"{"v":2,"c":null,"l":null}"#, #"{"v":null,"c":null,"l":null}"#,
        #"{"v":null,"c":["p",null],"l":[1,2]}"#, #"{"v":null,"c":null,"l":null}"#,
      ])
    #expect(nulls.errorLines.first?.hasPrefix("streammap: v: 1 of ") == true)
    #expect(try run("--types", "v=a|b:int64").outputLines.count == 4)
    let required = try run("--types", "v=a|b:int64!")
    #expect(required.outputLines == [#"{"v":2}"#])
    #expect(required.errorLines.contains { $0.contains("missing") || $0.contains("required") })
  }

  @Test(
    "reports and resumes count rows and records that a condition on elements keeps", arguments: ["1", "3"])
  func conditions(jobs: String) throws {
    let file = try sandbox.file(
      "a",
      """
      {"id":1,"o":[{"n":1},{"n":5},null]}
      {"id":2,"o":[{"n":0}]}
      {"id":3}
      {"id":4,"o":[{"n":7},{"n":8}]}

      """)
    let outcome = try sandbox.run(
      "select", "--jobs", jobs, "--each", "o[*]", "--where", "o[*].n > 2 or id == 2", "--report",
      sandbox.path("report"), "--output", sandbox.path("out"), "id,n=o[*].n,$index", file)
    #expect(outcome.status == 0 && outcome.error.isEmpty)
    #expect(
      try sandbox.text("out").split(separator: "\n") == [
        #"{"id":1,"n":5,"$index":1}"#, #"{"id":2,"n":0,"$index":0}"#, #"{"id":4,"n":7,"$index":0}"#,
        #"{"id":4,"n":8,"$index":1}"#,
      ])
    let report = try sandbox.text("report")
    for line in ["\"records\" : 4", "\"rows\" : 4", "\"filtered\" : 1"] { #expect(report.contains(line)) }
    let limited = try sandbox.run(
      "select", "--each", "o[*]", "--limit", "2", "--where", "o[*].n > 2", "id,n=o[*].n", file)
    #expect(limited.outputLines.count == 3)
  }

  @Test("rows of elements that a condition keeps merge with those of repaired records")
  func merge() throws {
    let text =
      "{\"id\":1,\"o\":[{\"n\":1},{\"n\":5}]}\n{\"id\":2,\"o\":[{\"n\":6}}\n{\"id\":3,\"o\":[{\"n\":9}]}\n"
    let file = try sandbox.file("a", text)
    let paths = "$offset,id,n=o[*].n"
    let words = ["--each", "o[*]", paths]
    let first = try sandbox.run(
      [
        "select", "--where", "o[*].n > 2", "--on-error", "skip", "--rejects", sandbox.path("bad"), "--output",
        sandbox.path("rows"),
      ] + words + [file])
    #expect(first.status == 1)
    let bad = try sandbox.file("bad", try sandbox.text("bad").replacing("6}}", with: "6}]}"))
    let merged = try sandbox.run(["retry", "--merge", sandbox.path("rows")] + words + [bad])
    #expect(
      merged.outputLines == [
        #"{"$offset":0,"id":1,"n":5}"#, #"{"$offset":31,"id":2,"n":6}"#, #"{"$offset":53,"id":3,"n":9}"#,
      ])
  }

  @Test(
    "rejects sources that no column can have",
    arguments: [
      (["a|b[*]"], "PATHS, byte 2: has other wildcards than a: "),
      (["t[*].x|u[*].x"], "PATHS, byte 7: is not in the same elements as t[*].x: "),
      (["--each", "t[*]", "t[*].x|y"], "PATHS, byte 7: is not in the same element as t[*].x: "),
      (
        ["--types", "a|b:struct(x:int64)"], "--types, byte 2: a column with several paths has scalars or json"
      ),
      (["a|$file"], "$file is not a path, and a|$file takes paths: write ['$file']"),
      (["a|"], "PATHS, byte 2: an empty path"),
      (["json(a"], "PATHS, byte 4: json( needs one path and its )"),
      (["json(a|b).c"], "PATHS, byte 4: json( needs one path and its )"),
      (["x,json(a)b"], "PATHS, byte 9: expected . or [ here"),
      (["json().b"], "PATHS, byte 5: an empty path"),
      (["json(a)."], "PATHS, byte 8: a name is missing here"),
      (["json(a b).c"], "PATHS, byte 6: a name with a space is written in quotes"),
      (["json(a[*]).b"], "PATHS, byte 6: a column with json(…) has no wildcards"),
      (["json(a).b.*"], "PATHS, byte 10: a column with json(…) has no wildcards"),
      (["json($file).b"], "PATHS, byte 5: $file has no JSON text"),
      (["a|json(a).b"], "PATHS, byte 2: is not in the same text as a: "),
      (
        ["--types", "json(a).b:list(int64)"],
        "--types, byte 0: a column with json(…) has scalars, text or json"
      ),
      (["--where", "json(a).b == 1", "a"], "--where, byte 0: a filter has no json(…)"),
      (["--types", "$offset:string"], "--types, byte 0: the type of $offset is int64, not string"),
      (["--where", "t[*].x > 1", "a"], "--where, byte 1: a path in a filter has no wildcard, except"),
      (["--each", "t[*]", "--where", "a and u[*] > 1", "a"], "--where"),
      (
        ["--each", "t[*]", "--where", "t[*].u[*] > 1", "a"],
        "--where, byte 6: a path in a filter has no wildcard"
      ),
    ])
  func usage(words: [String], message: String) throws {
    let outcome = try sandbox.run(["select"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.hasPrefix("streammap: \(message)") == true, "\(outcome.error)")
  }

  @Test(
    "json(…) reads the JSON text of a string",
    arguments: [["--engine", "auto"], ["--engine", "yajl"], ["--jobs", "3", "--chunk", "16"]])
  func texts(words: [String]) throws {
    let file = try sandbox.file("a", Self.texts)
    let paths = "id,n=json(log).n,v=json(log).v[1],w=json(json(log).s).x,json(log)"
    let rows = [
      #"{"id":1,"n":1.50,"v":"é","w":[1],"json(log)":{"n":1.50,"v":[0,"é"],"s":"{\"x\": [1]}"}}"#,
      #"{"id":2,"n":null,"v":null,"w":null,"json(log)":null}"#,
      #"{"id":3,"n":null,"v":null,"w":null,"json(log)":null}"#,
      #"{"id":4,"n":null,"v":null,"w":null,"json(log)":7}"#,
      #"{"id":5,"n":null,"v":null,"w":null,"json(log)":null}"#,
      #"{"id":6,"n":{"a":1},"v":null,"w":null,"json(log)":{"n":{"a":1},"s":7}}"#,
      #"{"id":7,"n":null,"v":null,"w":null,"json(log)":null}"#,
      #"{"id":8,"n":null,"v":null,"w":null,"json(log)":null}"#,
    ]
    #expect(try sandbox.run(["select"] + words + [paths, file]).outputLines == rows)
    let typed = try sandbox.run(
      ["select"] + words + ["--mismatch", "null"]
        + ["--types", "id:int64,n=json(log).n:double,v=json(log).v[1]:text,w=json(json(log).s).x:json", file])
    #expect(
      typed.outputLines == [
        #"{"id":1,"n":1.5,"v":"é","w":[1]}"#, #"{"id":2,"n":null,"v":null,"w":null}"#,
        #"{"id":3,"n":null,"v":null,"w":null}"#, #"{"id":4,"n":null,"v":null,"w":null}"#,
        #"{"id":5,"n":null,"v":null,"w":null}"#, #"{"id":6,"n":null,"v":null,"w":null}"#,
        #"{"id":7,"n":null,"v":null,"w":null}"#, #"{"id":8,"n":null,"v":null,"w":null}"#,
      ])
    // The strings that are no JSON text, the number in a text, the empty string, the object, and the object at n.
    #expect(
      typed.errorLines.contains {
        $0.hasPrefix("streammap: n: 5 of 6 values did not fit double and are null")
      })
    #expect(
      typed.errorLines.contains { $0.hasPrefix("streammap: v: 4 of 5 values did not fit text and are null") })
    #expect(
      typed.errorLines.contains { $0.hasPrefix("streammap: w: 5 of 6 values did not fit json and are null") })
  }

  /// Strings with JSON text and others: no JSON, `null`, a number, an empty string, other types inside, an object, absent.
  private static let texts = #"""
    {"id":1,"log":"{\"n\":1.50, \"v\":[0,\"\u00e9\"],\"s\":\"{\\\"x\\\": [1]}\"}"}
    {"id":2,"log":"{\"n\":1"}
    {"id":3,"log":"null"}
    {"log":"7","id":4}
    {"id":5,"log":""}
    {"log":"{\"n\":{\"a\":1},\"s\":7}","id":6}
    {"id":7,"log":{"n":1}}
    {"id":8}

    """#

  @Test("the columns of a text follow --each, constants and reports", arguments: ["1", "3"])
  func textsBeside(jobs: String) throws {
    let file = try sandbox.file("a", #"{"o":[{"k":1},{"k":2}],"t":"{\"a\":\"x\"}"}"# + "\n")
    let outcome = try sandbox.run(
      "select", "--jobs", jobs, "--each", "o[*]", "k=o[*].k,$index,a=json(t).a,$offset", file)
    #expect(
      outcome.outputLines == [
        #"{"k":1,"$index":0,"a":"x","$offset":0}"#, #"{"k":2,"$index":1,"a":"x","$offset":0}"#,
      ])
    let csv = try sandbox.run("select", "--format", "csv", "a=json(t).a|json(t).b,json(t)", file)
    #expect(csv.outputLines == ["a,json(t)", #"x,"{""a"":""x""}""#])
    let quoted = try sandbox.file("b", #"{"json(t)":1}"# + "\n")
    #expect(try sandbox.run("schema", "--format", "types", quoted).output == "['json(t)']:int64\n")
    #expect(try sandbox.run("select", "['json(t)']", quoted).outputLines == [#"{"json(t)":1}"#])
    let missing = try sandbox.run("select", "json(t).b", file)
    #expect(missing.errorLines.first == "streammap: no record has 'json(t).b'")
    let report = try sandbox.run(
      "select", "--mismatch", "null", "--report", sandbox.path("report"), "--types", "a=json(t).a:int64", file
    )
    #expect(report.outputLines == [#"{"a":null}"#])
    #expect(try sandbox.text("report").contains(#""mismatched""#))
  }

  @Test(
    "a text that does not fit rejects the record",
    arguments: [
      (
        #"{"t":"{\"a\""}"#, "a=json(t).a:int64",
        #"t: expected a string of JSON text for int64, found a string ("{\"a\""): it is no JSON text: byte 4 of it: "#
      ),
      (#"{"t":7}"#, "a=json(t).a:int64", "t: expected a string of JSON text for int64, found 7"),
      (#"{"t":"[1]"}"#, "a=json(t).a:int64", "json(t): expected an object, found an array"),
      (
        #"{"t":"{\"a\":\"x\"}"}"#, "a=json(t).a:int64",
        "json(t).a: expected an integer for int64, found a string"
      ),
      (#"{"t":"5.5"}"#, "json(t):int64", "json(t): expected an integer for int64, found 5.5"),
      (#"{"t":"{}"}"#, "json(t).a:int64!", "json(t).a is required"),
      (#"{}"#, "json(t).a:int64!", "t is required"),
      (#"{"t":"null"}"#, "json(t).a:int64!", "json(t): expected an object, found null"),
      (
        #"{"u":{"t":"{\"s\":\"{\\\"x\\\":{\\\"y\\\":0}}\"}"}}"#, "y=json(json(u.t).s).x.y:string",
        "json(json(u.t).s).x.y: expected a string for string, found 0"
      ),
    ])
  func rejectedTexts(line: String, types: String, message: String) throws {
    let file = try sandbox.file("a", "{}\n\(line)\n")
    for engine in ["auto", "yajl"] {
      let words = ["--engine", engine, "--types", types, file]
      let outcome = try sandbox.run(["select", "--on-error", "skip"] + words)
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.contains { $0.contains(message) }, "\(outcome.error)")
      let checked = try sandbox.run(["check"] + words)
      #expect(checked.status == 1)
      #expect(checked.errorLines.contains { $0.contains(message) }, "\(checked.error)")
    }
  }

  @Test("retry reads the text of a repaired record, and check counts the column that does not fit")
  func retriedTexts() throws {
    let file = try sandbox.file(
      "a", #"{"t":"{\"a\":1,\"b\":\"x\"}"}"# + "\n" + #"{"t":"{\"a\":\"y\",\"b\":\"z\"}"}"# + "\n")
    let types = "a=json(t).a:int64,b=json(t).b:string"
    let outcome = try sandbox.run(
      "select", "--on-error", "skip", "--rejects", sandbox.path("bad"), "--types", types, file)
    #expect(outcome.outputLines == [#"{"a":1,"b":"x"}"#])
    let bad = try sandbox.file("bad", try sandbox.text("bad").replacing(#"\\\"y\\\""#, with: "2"))
    #expect(try sandbox.run("retry", "--types", types, bad).outputLines == [#"{"a":2,"b":"z"}"#])
    let checked = try sandbox.run("check", "--types", types, file)
    #expect(
      checked.errorLines.contains {
        $0.hasPrefix("streammap: a: a string does not fit int64 in 1 of 2 records")
      }, "\(checked.error)")
    #expect(!checked.errorLines.contains { $0.hasPrefix("streammap: b: ") }, "\(checked.error)")
  }

  @Test("explain shows sources without a path, and the columns of several paths")
  func explain() throws {
    let outcome = try sandbox.run("explain", "--each", "m.*", "k=$key,$file,v=m.*.a|m.*.b")
    #expect(outcome.output.contains("k: the name of the member that has a row (--each)."))
    #expect(outcome.output.contains("$file: the name of the input, as in messages."))
    let texts = try sandbox.run("explain", "a,b=json(t).b")
    #expect(texts.output.contains("t  → b"))
    #expect(
      texts.output.contains("b: json(t).b. The string is read as JSON text, once for all columns of it."))
    let json = try sandbox.run("explain", "--format", "json", "--types", "v=a|b:int64,$file:string")
    #expect(
      json.outputLines == [
        #"{"name":"v","path":"a|b","type":"int64"}"#, #"{"name":"$file","path":"$file","type":"string"}"#,
      ])
  }

  @Test("names with the characters of sources are quoted by schema, and read again")
  func quoted() throws {
    let file = try sandbox.file("a", "{\"a|b\":1,\"$file\":\"x\"}\n")
    let types = try sandbox.run("schema", "--format", "types", file).output
    #expect(types == "['a|b']:int64,['$file']:string\n")
    let columns = try sandbox.file("types", types)
    #expect(
      try sandbox.run("select", "--schema", columns, file).outputLines == [#"{"a|b":1,"$file":"x"}"#])
    let json = try sandbox.file("json", try sandbox.run("schema", "--format", "json", file).output)
    #expect(try sandbox.run("select", "--schema", json, file).outputLines == [#"{"a|b":1,"$file":"x"}"#])
  }
}
