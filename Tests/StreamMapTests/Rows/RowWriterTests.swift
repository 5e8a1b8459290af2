import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

@Suite("Row writer")
struct RowWriterTests {
  static func write(_ columns: String, _ lines: String, _ format: RowFormat) throws -> String {
    let projection = try Projection(columns)
    let writer = RowWriter(projection, format: format)
    var output: [UInt8] = []
    writer.header(into: &output)
    try JSONLines(.text(lines), as: try projection.mapping()).forEach { row, _ in
      writer.write(row, into: &output)
    }
    return String(decoding: output, as: UTF8.self)
  }

  static let lines = #"""
    { "id" : 1e2 , "name":"a \"q\", b", "tags":[ "x" , {"y": 1 }, null ], "o": { "k" : "v w" }, "n":null }
    {"id":2,"tags":[],"name":""}
    {"tags":3}
    """#

  @Test("jsonl")
  func jsonl() throws {
    #expect(
      try Self.write("id,who=name,tags[*],o,n,absent", Self.lines, .jsonl) == #"""
        {"id":1e2,"who":"a \"q\", b","tags[*]":["x",{"y":1},null],"o":{"k":"v w"},"n":null,"absent":null}
        {"id":2,"who":"","tags[*]":[],"o":null,"n":null,"absent":null}
        {"id":null,"who":null,"tags[*]":null,"o":null,"n":null,"absent":null}

        """#)
    #expect(try Self.write("$", "[ 1 , {} ]\n\"x\"", .jsonl) == "{\"$\":[1,{}]}\n{\"$\":\"x\"}\n")
    #expect(
      try Self.write("*", #"{"a":1,"b":[2, 3]}"#, .jsonl) == "{\"*\":[1,[2,3]]}\n")
  }

  @Test("names in jsonl are JSON strings")
  func jsonlNames() throws {
    #expect(
      try Self.write(#"['a"b\\c\u000A\u0001é']=x,['p,q=r']"#, #"{"x":1,"p,q=r":2}"#, .jsonl)
        == "{\"a\\\"b\\\\c\\n\\u0001é\":1,\"p,q=r\":2}\n")
  }

  @Test("jsonl keeps numbers and escapes as written")
  func literals() throws {
    #expect(
      try Self.write(
        "v", #"{"v":[1.0, -0, 1E+2, 12345678901234567890, "\u0041\/\ud83d\ude00", "é"]}"#, .jsonl)
        == #"{"v":[1.0,-0,1E+2,12345678901234567890,"\u0041\/\ud83d\ude00","é"]}"# + "\n")
  }

  @Test("csv")
  func csv() throws {
    #expect(
      try Self.write("id,who=name,tags[*],o,n,absent", Self.lines, .csv) == #"""
        id,who,tags[*],o,n,absent
        1e2,"a ""q"", b","[""x"",{""y"":1},null]","{""k"":""v w""}",,
        2,"",[],,,
        ,,,,,

        """#)
  }

  @Test(
    "csv fields",
    arguments: [
      (#""plain""#, "plain"), (#""a,b""#, "\"a,b\""), (#""a\"b""#, "\"a\"\"b\""), (#""a\nb""#, "\"a\nb\""),
      (#""a\r""#, "\"a\r\""), (#""a\tb""#, "a\tb"), (#""\u00e9\ud83d\ude00""#, "é😀"), (#""null""#, "null"),
      ("true", "true"),
      ("[1,2]", "\"[1,2]\""), ("[ ]", "[]"), ("{}", "{}"), (#"["a\nb"]"#, #""[""a\nb""]""#),
      ("-1.5E3", "-1.5E3"),
      (#"" x ""#, " x "), (#""a\\b""#, #"a\b"#), (#""\u0000""#, "\0"),
    ])
  func csvFields(json: String, field: String) throws {
    #expect(try Self.write("v,w", "{\"v\":\(json),\"w\":1}", .csv) == "v,w\n\(field),1\n")
  }

  @Test("an empty string in csv and tsv differs from null and an absent value", arguments: [nil, "NULL"])
  func nullsAndEmptyStrings(null: String?) throws {
    let projection = try Projection("a,b,c[*]")
    let lines = #"""
      {"a":"","b":null}
      {"a":"NULL","b":"null","c":[]}
      """#
    for (format, separator) in [(RowFormat.csv, ","), (.tsv, "\t")] {
      let writer = RowWriter(projection, format: format, null: null)
      var output: [UInt8] = []
      try JSONLines(.text(lines), as: try projection.mapping()).forEach { row, _ in
        writer.write(row, into: &output)
      }
      let rows = null == nil ? "\"\",,\nNULL,null,[]\n" : "\"\",NULL,NULL\n\"NULL\",null,[]\n"
      #expect(String(decoding: output, as: UTF8.self) == rows.replacing(",", with: separator))
    }
  }

  @Test("quotes csv names where required")
  func csvNames() throws {
    #expect(try Self.write(#"a"b=x,['p,q']"#, #"{"x":1}"#, .csv) == "\"a\"\"b\",\"p,q\"\n1,\n")
  }

  @Test("tsv")
  func tsv() throws {
    #expect(
      try Self.write("v,w", #"{"v":"a,b\tc","w":[1,2]}"#, .tsv) == "v\tw\n\"a,b\tc\"\t[1,2]\n")
    #expect(try Self.write("v,w", #"{"v":"a,b","w":"q\"q"}"#, .tsv) == "v\tw\na,b\t\"q\"\"q\"\n")
  }

  @Test("only jsonl has no header", arguments: RowFormat.allCases)
  func header(format: RowFormat) throws {
    var output: [UInt8] = [1]
    RowWriter(try Projection("a,b"), format: format).header(into: &output)
    let header = format == .jsonl ? "" : format == .csv ? "a,b\n" : "a\tb\n"
    #expect(output == [1] + Array(header.utf8))
  }

  // Together, values are copied from the rows of all levels. One by one, the row of an element is joined before.
  @Test("elements are written together as one by one", arguments: RowFormat.allCases)
  func elements(format: RowFormat) throws {
    try SeededRandom.run(rounds: 150) { random in
      func value() -> String {
        let long = String(repeating: "x", count: random.pick([1, 15, 16, 17, 300, 1_500]))
        return random.pick([
          "1", "1", "null", "[2, 3]", #""plain""#, "\"\"", #""a,\"b\n""#, "\"\(long)\"",
        ])
      }
      func elements(_ counts: [Int], _ make: () -> String) -> [String] {
        (0..<random.pick(counts)).map { _ in
          random.chance(1, outOf: 8) ? random.pick(["{}", "null", "5"]) : make()
        }
      }
      func item() -> String {
        let inner = elements([0, 1, 2, 5]) { #"{"q":\#(value())}"# }
        return #"{"v":\#(value()),"w":[\#(inner.joined(separator: ","))]}"#
      }
      let (each, columns) = random.pick([
        ("l[*]", "id,v=l[*].v,w=l[*].w"), ("l[*]", "v=l[*].v,tags=l[*].w[*],id,x=l[*].v"), ("l[*]", "l[*].v"),
        ("l[*]", (0..<30).map { "v\($0)=l[*].v" }.joined(separator: ",")), ("l[*]", "i=$index,id,v=l[*].v"),
        ("l[*]", "v=l[*].v,all=l[*]"), ("l[*].w[*]", "v=l[*].v,q=l[*].w[*].q,id,i=$index"),
        ("l[*].w[*]", "q=l[*].w[*].q,id"), ("m.*", "k=$key,v=m.*.v,id"),
      ])
      let keepsEmpty = random.chance(1, outOf: 2)
      let projection = try Projection(columns, each: RecordPath(each), keepsEmpty: keepsEmpty)
      let writer = RowWriter(
        projection, format: format, null: format == .jsonl ? nil : random.pick([nil, "1", "-"]))
      var (together, single): ([UInt8], [UInt8]) = ([], [])
      var rows = 0
      let records = elements([1, 3]) {
        let members = elements([0, 1, 40], item).enumerated().map { #""k\#($0.offset)":\#($0.element)"# }
        let array = elements([0, 1, 3, 40, 150], item).joined(separator: ",")
        return #"{"id":\#(value()),"l":[\#(array)],"m":{\#(members.joined(separator: ","))}}"#
      }
      let text = records.filter { $0.hasPrefix("{") }.joined(separator: "\n")
      try JSONLines(.text(text), as: try projection.mapping()).forEach { row, _ in
        rows += writer.writeRows(of: row, into: &together)
        row.forEachRow { writer.write($0, into: &single) }
      }
      #expect(together == single, "\(each) \(columns) \(text) \(SeededRandom.again)")
      #expect(together.filter { $0 == UInt8(ascii: "\n") }.count >= rows)
    }
  }

  @Test("finds formats by name")
  func formats() {
    #expect(RowFormat.allCases.map(\.rawValue) == ["jsonl", "csv", "tsv"])
  }
}
