import TestSupport
import Foundation
import StreamMap
import StreamMapTables
import Testing

@testable import StreamMapCommand

@Suite struct SchemaCommandTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private static let records = """
    {"id":1,"user":{"name":"ada"},"tags":["x","y"],"ratio":1}
    {"id":20,"user":{"name":null},"tags":[],"ratio":0.5}
    {"id":300,"user":{},"tags":["z"],"odd key":"a\\tb"}

    """

  @Test("a list of types names two paths with the same name differently")
  func sameNames() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("in", #"{"a":{"b":1},"a.b":2,"/c":3,"d e":4}"# + "\n")
    let types = try sandbox.run("schema", "--format", "types", file)
    #expect(types.output == #"a.b:int64,['[\'a.b\']']=['a.b']:int64,['/c']:int64,['d e']:int64"# + "\n")
    let row = #"{"a.b":1,"['a.b']":2,"/c":3,"d e":4}"# + "\n"
    #expect(try sandbox.run("select", "--types", types.outputLines[0], file).output == row)
    let schema = try sandbox.file("schema", try sandbox.run("schema", "--format", "json", file).output)
    #expect(try sandbox.run("select", "--schema", schema, file).output == row)
  }

  @Test("prints a table with a row for each path", .feature("67"))
  func table() throws {
    let outcome = try sandbox.run("schema", input: Self.records)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(
      outcome.output == #"""
        <stdin>: JSON Lines, 162 B, 3 records, longest 57 B
        path         types            count    null  absent  range         examples
        $            object               3       -       -
        id           integer              3       -       -  1…300         1, 20, 300
        user         object               3       -       -
        user.name    string               2  50.0 %  33.3 %  3 bytes       "ada"
        tags         array                3       -       -  0…2 elements
        tags[*]      string               3       -       -  1 byte        "x", "y", "z"
        ratio        integer|decimal      2       -  33.3 %  0.5…1         1, 0.5
        ['odd key']  string               1       -  66.7 %  3 bytes       "a\tb"

        """#)
  }

  @Test("prints a JSON line for each path", .feature("67"))
  func json() throws {
    let outcome = try sandbox.run("schema", "--format", "json", input: Self.records)
    #expect(outcome.status == 0)
    #expect(outcome.error == "streammap: <stdin>: JSON Lines, 162 B, 3 records, longest 57 B\n")
    let lines = outcome.outputLines
    #expect(lines.count == 8)
    #expect(
      lines[1]
        == #"{"path":"id","types":{"integer":3},"count":3,"null":0,"absent":0,"parents":3,"min":1,"max":300,"examples":[1,20,300]}"#
    )
    #expect(
      lines[4]
        == #"{"path":"tags","types":{"array":3},"count":3,"null":0,"absent":0,"parents":3,"minElements":0,"maxElements":2}"#
    )
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(try RecordPath(#require(object?["path"] as? String)).text == object?["path"] as? String)
    }
  }

  @Test("reads a sample of evenly spaced records")
  func sample() throws {
    // The records have ten times the length in the second half.
    let lines = (0..<2_000).map { number in
      #"{"n":\#(number),"text":"\#(String(repeating: "x", count: number < 1_000 ? 10 : 1_000))"}"#
    }
    let text = lines.joined(separator: "\n") + "\n"
    let file = try sandbox.file("in", text)
    for (count, jobs) in [(1, 1), (10, 1), (10, 2), (100, 2)] {
      let outcome = try sandbox.run(
        "schema", "--format", "json", "--sample", "\(count)", "--jobs", "\(jobs)", file)
      // Where a line begins at each place or after it.
      var (starts, offset) = ([Int: Int](), 0)
      for (number, line) in lines.enumerated() {
        starts[offset] = number
        offset += line.utf8.count + 1
      }
      let wanted = (0..<count).compactMap { place in
        starts.keys.filter { $0 >= text.utf8.count * place / count }.min().flatMap { starts[$0] }
      }
      let records = Set(wanted).sorted()
      #expect(outcome.status == 0)
      #expect(
        outcome.errorLines.last
          == "streammap: this is the schema of \(records.count) records, from evenly spaced places")
      #expect(outcome.errorLines.count == 2)
      #expect(outcome.errorLines[0].contains(": JSON Lines, 1.05 MB, about "))
      let bounds = "\"min\":\(records[0]),\"max\":\(records[records.count - 1])"
      #expect(outcome.outputLines[1].contains("\"types\":{\"integer\":\(records.count)}"))
      #expect(outcome.outputLines[1].contains(bounds))
    }
    // More places than records, blank lines, and no line feed at the end.
    let few = try sandbox.file("few", "{\"a\":1}\n\n{\"b\":2}\n{\"c\":3}")
    let all = try sandbox.run("schema", "--sample", "1000", "--quiet", few)
    #expect(all.outputLines.dropFirst() == (try sandbox.run("schema", few)).outputLines.dropFirst())
    let spaced = try sandbox.file("spaced", lines.joined(separator: "\n \r\n"))
    let empty = try sandbox.file("none", "")
    let report = try sandbox.run(
      "schema", "--sample", "50", "--quiet", "--output", "\(file).out", "--report", "-", spaced, empty)
    #expect(report.output.contains("\"records\" : 50,"))
    #expect(report.output.contains("\"end\" : \"complete\""))
    let bytes = Int(report.output.split(separator: "\"bytes\" : ")[1].prefix { $0.isNumber }) ?? 0
    #expect(bytes > 50 * 500)
  }

  @Test("a sample needs files whose places can be reached")
  func sampleOfOthers() throws {
    let device = try sandbox.run("schema", "--sample", "2", "/dev/null")
    #expect(device.status == 2)
    #expect(device.error.contains("--sample needs regular files, and /dev/null is not one"))
    let bad = try sandbox.file("bad", "{\"a\":1}\n{\"a\":}\n")
    let outcome = try sandbox.run("schema", "--sample", "2", bad)
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("byte 13"))
    let empty = try sandbox.run("schema", "--sample", "2", try sandbox.file("empty", ""))
    #expect(empty.status == 0)
  }

  @Test("prints the columns for --types")
  func types() throws {
    let text = #"""
      {"id":1,"user":{"name":"a"},"n":1,"tags":["a"],"a,b":[1,"x"],"c:d":true,"e=f":null}
      {"id":2,"user":null,"n":2.5,"c:d":false}

      """#
    let types = try sandbox.run("schema", "--format", "types", input: text)
    #expect(types.status == 0)
    #expect(
      types.output
        == "id:int64,user.name:string,n:double,tags:list(string),['a,b']:list(text),c:d:bool,['e=f']:json\n")
    let list = String(types.output.dropLast())
    let file = try sandbox.file("a.jsonl", text)
    let rows = try sandbox.run("select", "--types", list, file)
    #expect(rows.status == 0)
    #expect(
      rows.outputLines.first
        == #"{"id":1,"user.name":"a","n":1.0,"tags":["a"],"a,b":["1","x"],"c:d":true,"e=f":null}"#)
  }

  @Test("proposes dates and times with the number of strings, and text for mixed scalars")
  func proposals() throws {
    let text = #"""
      {"at":"2024-05-19T10:00:00Z","d":"2024-05-19","t":"2024-05-19 10:00:00.5","x":"01234","n":"2024-05-19"}
      {"at":"2024-05-19T10:00:00.25+01:00","d":null,"t":"2024-05-19T10:00:00","x":12345,"n":"soon"}
      {"at":null,"d":"2024-05-20","x":true}

      """#
    let file = try sandbox.file("times.jsonl", text)
    for options in [[], ["--jobs", "3", "--chunk", "64"]] {
      let list = try sandbox.run(["schema", "--format", "types", file] + options).output
      #expect(list == "at:timestamp[ms],d:date,t:datetime[ms],x:text,n:string\n")
      let table = try sandbox.run(["schema", file] + options).outputLines
      for (line, types) in zip(
        table.dropFirst(3), ["string (2 timestamp[ms])", "string (2 date)", "string (2 datetime[ms])"])
      {
        #expect(line.contains("  \(types)  "), "\(line)")
      }
      let json = try sandbox.run(["schema", "--format", "json", file] + options)
      #expect(json.outputLines[1].contains(#""formats":{"timestamp[ms]":2},"#))
      let schema = try sandbox.file("schema", json.output)
      let columns = try sandbox.run("explain", "--format", "json", "--schema", schema).outputLines
      #expect(
        columns.map { $0.split(separator: ":").last } == [
          #""timestamp[ms]"}"#, #""date"}"#, #""datetime[ms]"}"#, #""text"}"#, #""string"}"#,
        ])
      #expect(try sandbox.run("select", "--schema", schema, file).status == 0)
    }
    let wrong = try sandbox.file("wrong", #"{"path":"a","types":{"string":1},"formats":{"soon":1}}"#)
    #expect(
      try sandbox.run("explain", "--schema", wrong).error.contains("unknown type 'soon' of the path 'a'"))
  }

  @Test("prints a model and its mapping", .feature("67"))
  func swift() throws {
    let outcome = try sandbox.run("schema", "--swift", "--name", "Item", input: Self.records)
    #expect(outcome.status == 0)
    var schema = InferredSchema()
    try JSONLines(.text(Self.records), as: InferredSchema.mapping()).forEach { record, _ in
      schema.add(record)
    }
    #expect(outcome.output == schema.swift(named: "Item"))
    #expect(
      outcome.output.hasPrefix("import StreamMap\n\nstruct Item {\n  var id = 0\n  var user = User()\n"))
  }

  @Test func severalFilesHaveOneSchema() throws {
    let first = try sandbox.file("a.jsonl", #"{"a":1}"#)
    let second = try sandbox.file("b.jsonl", #"{"b":1}"# + "\n" + #"{"a":null}"#)
    let outcome = try sandbox.run("schema", "--format", "json", first, second)
    #expect(outcome.outputLines.count == 3)
    #expect(
      outcome.outputLines[1].hasPrefix(
        #"{"path":"a","types":{"null":1,"integer":1},"count":2,"null":1,"absent":1"#))
  }

  @Test func everyEngineAndInputShapeTellTheSame() throws {
    let path = try sandbox.file("r.jsonl", Self.records)
    let expected = try sandbox.run("schema", path).outputLines.dropFirst()
    for engine in ["yajl", "index", "auto"] {
      #expect(try sandbox.run("schema", "--engine", engine, path).outputLines.dropFirst() == expected)
      let piped = try sandbox.run("schema", "--engine", engine, input: Self.records)
      #expect(piped.outputLines.dropFirst() == expected)
    }
    let document = try sandbox.run("schema", "--input", "document", input: "{\n \"a\": [1,\n 2]\n}")
    #expect(document.outputLines.map { $0.prefix { $0 != " " } } == ["<stdin>:", "path", "$", "a", "a[*]"])
  }

  @Test func badRecordsEndItOrAreLeftOut() throws {
    let input = #"{"a":1}"# + "\n" + #"{"b":1,x}"# + "\n" + #"{"c":1}"# + "\n"
    let stopped = try sandbox.run("schema", input: input)
    #expect(stopped.status == 1)
    #expect(stopped.outputLines.map { $0.prefix { $0 != " " } } == ["<stdin>:", "path", "$", "a"])
    #expect(stopped.outputLines[0] == "<stdin>: JSON Lines, 26 B, about 3 records, longest of those read 7 B")
    #expect(stopped.errorLines.count == 2)
    #expect(
      stopped.errorLines.last
        == "streammap: the schema ends before this record: to skip bad records and read the rest, add --on-error skip"
    )
    let skipped = try sandbox.run("schema", "--on-error", "skip", input: input)
    #expect(skipped.status == 1)
    #expect(skipped.outputLines.map { $0.prefix { $0 != " " } } == ["<stdin>:", "path", "$", "a", "c"])
    #expect(skipped.outputLines[0] == "<stdin>: JSON Lines, 26 B, 3 records, longest 7 B")
    #expect(skipped.errorLines.last == "streammap: 1 of 3 records skipped")
  }

  @Test(arguments: [
    (["--swift", "--format", "json"], "--swift and --format cannot be combined"),
    (["--name", "X"], "--name has no effect without --swift"),
    (["--swift", "--name", "no name"], "--name takes a name for a Swift type, not 'no name'"),
    (["--swift", "--name", "1st"], "--name takes a name for a Swift type"),
    (["--format", "csv"], "--format of schema takes table, json or types, not 'csv'"),
    (["--format", "xml"], "--format takes table, json or types, not 'xml'"),
  ])
  func wrongLines(_ words: [String], _ message: String) throws {
    let outcome = try sandbox.run(["schema"] + words)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains(message))
    #expect(outcome.output.isEmpty)
  }

  @Test func nothingOfTheInputReachesATerminal() throws {
    let outcome = try sandbox.run("schema", input: #"{"\u001b[31m\u009b":"\u001b]0;x\u0007\u009b"}"#)
    #expect(
      !outcome.output.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  @Test(arguments: [
    (0.0, "-"), (1.0, "100 %"), (0.5, "50.0 %"), (0.00001, "<0.1 %"), (0.99999, ">99.9 %"), (0.123, "12.3 %"),
  ])
  func rates(_ rate: Double, _ text: String) {
    #expect(SchemaTable.percent(rate) == text)
  }
}
