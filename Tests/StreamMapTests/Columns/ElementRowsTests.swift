import StreamMap
import Testing

@testable import StreamMapTables
@testable import TestSupport

/// Rows of elements. `Python/tests/test_each.py` compares them with Python's `json` over random files.
@Suite("Rows of elements")
struct ElementRowsTests {
  /// Returns the rows of a projection, from the index and from yajl, which must agree.
  private static func rows(
    _ paths: String, each: String, keepsEmpty: Bool = false, _ lines: String, _ format: RowFormat = .jsonl
  ) throws -> [String] {
    let projection = try Projection(paths, each: RecordPath(each), keepsEmpty: keepsEmpty)
    let writer = RowWriter(projection, format: format)
    let all = try [Engine.automatic, .yajl].map { engine in
      var output: [UInt8] = []
      var stream = JSONLines(.text(lines), as: try projection.mapping())
      stream.options.engine = engine
      try stream.forEach { row, _ in
        #expect(writer.writeRows(of: row, into: &output) == row.forEachRow { _ in })
      }
      return String(decoding: output, as: UTF8.self)
    }
    try #require(all[0] == all[1])
    return all[0].split(separator: "\n").map(String.init)
  }

  private static let orders = """
    {"id":1,"items":[{"sku":"pen"},{"sku":"ink","price":3.5},null,7,{"tags":["a",1]}],"of":"x"}
    {"id":2,"items":[]}
    {"id":3}
    {"id":4,"items":{"sku":"no array"}}

    """

  @Test("a row has the values of its element, and those of its record")
  func elements() throws {
    #expect(
      try Self.rows("id,n=$index,sku=items[*].sku,of,tags=items[*].tags[*]", each: "items[*]", Self.orders)
        == [
          #"{"id":1,"n":0,"sku":"pen","of":"x","tags":null}"#,
          #"{"id":1,"n":1,"sku":"ink","of":"x","tags":null}"#,
          #"{"id":1,"n":2,"sku":null,"of":"x","tags":null}"#,
          #"{"id":1,"n":3,"sku":null,"of":"x","tags":null}"#,
          #"{"id":1,"n":4,"sku":null,"of":"x","tags":["a",1]}"#,
        ])
    #expect(
      try Self.rows("id,n=$index,x=items[*],sku=items[*].sku", each: "items[*]", Self.orders, .csv)
        == [
          #"1,0,"{""sku"":""pen""}",pen"#, #"1,1,"{""sku"":""ink"",""price"":3.5}",ink"#, "1,2,,", "1,3,7,",
          #"1,4,"{""tags"":[""a"",1]}","#,
        ])
  }

  @Test("a record without elements has a row only if that is wanted")
  func empty() throws {
    let rows = try Self.rows("id,n=$index", each: "items[*]", keepsEmpty: true, Self.orders)
    #expect(rows.suffix(3) == [#"{"id":2,"n":null}"#, #"{"id":3,"n":null}"#, #"{"id":4,"n":null}"#])
    #expect(rows.count == 8)
  }

  @Test("elements have more members than a word has marks", arguments: [64, 65, 70, 130])
  func wide(count: Int) throws {
    try SeededRandom.run(rounds: 4) { random in
      let names = (0..<count).map { "c\($0)" }
      var lines: [String] = []
      var expected: [String] = []
      for record in 1..<5 {
        // In one order, so that it is predicted.
        let order = random.chance(1, outOf: 2) ? names : names.reversed()
        let elements = (0..<5).map { element in
          let values = names.map { "\(record)\(element)\($0.dropFirst())" }
          expected.append("{" + zip(names, values).map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}")
          let pairs = Dictionary(uniqueKeysWithValues: zip(names, values))
          return "{" + order.map { #""\#($0)":\#(pairs[$0] ?? "")"# }.joined(separator: ",") + "}"
        }
        lines.append(#"{"l":[\#(elements.joined(separator: ","))]}"#)
      }
      let columns = names.map { "\($0)=l[*].\($0)" }.joined(separator: ",")
      let rows = try Self.rows(columns, each: "l[*]", lines.joined(separator: "\n"))
      #expect(rows == expected, "\(SeededRandom.again)")
    }
  }

  @Test("members of an object have rows, and so do the elements of several arrays")
  func levels() throws {
    #expect(
      try Self.rows("v=scores.*,w=scores.*.w,id", each: "scores.*", #"{"scores":{"a":1,"b":{"w":2}},"id":3}"#)
        == [#"{"v":1,"w":null,"id":3}"#, #"{"v":{"w":2},"w":2,"id":3}"#])
    let json = #"{"o":[{"n":"a","l":[{"s":1},{"s":2}]},{"n":"b","l":[]},{"n":"c"},null,{"l":[{"s":3},5]}]}"#
    let paths = "n=o[*].n,s=o[*].l[*].s,i=$index,l=o[*].l[*].s"
    #expect(
      try Self.rows(paths, each: "o[*].l[*]", json) == [
        #"{"n":"a","s":1,"i":0,"l":1}"#, #"{"n":"a","s":2,"i":1,"l":2}"#, #"{"n":null,"s":3,"i":0,"l":3}"#,
        #"{"n":null,"s":null,"i":1,"l":null}"#,
      ])
    #expect(
      try Self.rows("n=o[*].n,s=o[*].l[*].s", each: "o[*].l[*]", keepsEmpty: true, json).dropFirst(2).prefix(
        3)
        == [#"{"n":"b","s":null}"#, #"{"n":"c","s":null}"#, #"{"n":null,"s":null}"#])
  }

  @Test("a row has the name of its member, or of the innermost member around it")
  func keys() throws {
    let json = #"{"s":{"a":1,"q\"\u00e9":{"l":[5,6]},"":null,"a":{"l":[7]}},"$key":0}"#
    let names = [#""a""#, #""q\"é""#, #""""#]
    let values = ["1", #"{"l":[5,6]}"#, "null"]
    // With and without names, the first of two members with one name counts.
    #expect(try Self.rows("v=s.*", each: "s.*", json) == values.map { #"{"v":\#($0)}"# })
    #expect(
      try Self.rows("k=$key,v=s.*,i=$index", each: "s.*", json)
        == zip(names, values).enumerated().map { #"{"k":\#($1.0),"v":\#($1.1),"i":\#($0)}"# })
    #expect(try Self.rows("k=$key", each: "s.*", json) == names.map { #"{"k":\#($0)}"# })
    #expect(
      try Self.rows("l=s.*.l[*],k=$key,o=['$key']", each: "s.*.l[*]", json)
        == [#"{"l":5,"k":"q\"é","o":0}"#, #"{"l":6,"k":"q\"é","o":0}"#])
    #expect(try Self.rows("k=$key", each: "s.*", keepsEmpty: true, #"{"s":[]}"#) == [#"{"k":null}"#])
    let columns = try ColumnMapping(
      "k=$key:string!,l=s.*.l:list(int64)", mismatch: .null, each: RecordPath("s.*"))
    var batches: [String] = []
    try JSONLines(.text(json), as: columns).forEachBatch { batch in
      for row in 0..<batch.count { batches.append(batch["k"].string(at: row) ?? "-") }
    }
    #expect(batches == ["a", "q\"é", ""])
  }

  @Test("the rows are those of the lists without `each`, entry by entry")
  func lists() throws {
    try SeededRandom.run(rounds: 20) { random in
      func value() -> String { random.pick(["1", "null", "\"x\"", "[1,2]", "{}", "true"]) }
      func element() -> String {
        random.chance(1, outOf: 6)
          ? value()
          : "{"
            + ["a", "b", "c"].filter { _ in random.chance(2, outOf: 3) }.map { "\"\($0)\":\(value())" }
            .joined(separator: ",") + "}"
      }
      let lines = (0..<random.below(30)).map { index in
        #"{"id":\#(index),"l":[\#((0..<random.below(5)).map { _ in element() }.joined(separator: ","))]}"#
      }
      let text = lines.joined(separator: "\n")
      let rows = try Self.rows("a=l[*].a,b=l[*].b,c=l[*]", each: "l[*]", text)
      var zipped: [String] = []
      try JSONLines(.text(text), as: Projection("l[*].a,l[*].b,l[*]").mapping()).forEach { row, _ in
        var lists: [[String]] = [[], [], []]
        for column in lists.indices {
          row.forEachValue(column) { value in
            lists[column].append(String(decoding: value.indices.map { value[$0] }, as: UTF8.self))
          }
        }
        for index in lists[0].indices {
          zipped.append(#"{"a":\#(lists[0][index]),"b":\#(lists[1][index]),"c":\#(lists[2][index])}"#)
        }
      }
      #expect(rows == zipped)
    }
  }

  @Test("typed rows fill batches of any size, with any number of workers")
  func batches() throws {
    let lines = (0..<500).map { index in
      let items = (0..<(index % 5)).map { #"{"n":\#(index * 10 + $0),"t":["\#($0)","é"]}"# }
      return #"{"id":\#(index),"items":[\#(items.joined(separator: ","))],"name":"r\#(index)"}"#
    }
    let columns = try ColumnMapping(
      "id:int64,n=items[*].n:int64,i=$index:int64,t=items[*].t:list(string),name:string",
      each: RecordPath("items[*]"))
    let whole = (0..<500).flatMap { index in (0..<(index % 5)).map { (index, $0) } }
    for (workers, limit) in [(1, 7), (1, 10_000), (3, 64)] {
      var rows: [[ColumnValue]] = []
      try JSONLines(.text(lines.joined(separator: "\n")), as: columns)
        .forEachBatch(rows: limit, workers: workers) { batch in
          #expect(batch.count <= limit)
          rows += ColumnValue.rows(of: batch)
        }
      try #require(rows.count == whole.count)
      for (row, (record, element)) in zip(rows, whole) {
        #expect(
          row == [
            .int(Int64(record)), .int(Int64(record * 10 + element)), .int(Int64(element)),
            .list([.text(Array("\(element)".utf8)), .text(Array("é".utf8))]), .text(Array("r\(record)".utf8)),
          ])
      }
    }
  }

  @Test(
    "a required column rejects an element that lacks it",
    arguments: [
      ("items[*].sku:string!", #"{"items":[{"sku":"a"},null]}"#),
      ("items[*].sku:string!", #"{"items":[{"sku":"a"},7]}"#),
      ("items[*].sku:string!", #"{"items":[{"sku":"a"},{}]}"#),
      ("items[*].sku:string!", #"{"items":[{"sku":null}]}"#),
      ("x=items[*]:string!", #"{"items":["a",null]}"#),
      ("x=items[*]:string!", #"{"items":[7]}"#),
    ])
  func required(column: String, bad: String) throws {
    for mismatch in [Column.Mismatch.reject, .null] {
      let columns = try ColumnMapping(
        "id:int64,n=$index:int64!,\(column)", mismatch: mismatch, each: RecordPath("items[*]"))
      let good = #"{"items":[]}"# + "\n{}\n" + #"{"items":[{"sku":"b"}]}"#
      for engine in [Engine.index, .yajl] {
        var lines = JSONLines(.text(column.hasPrefix("x") ? bad : good + "\n" + bad), as: columns)
        lines.options.engine = engine
        let rejected = Noted()
        var rows = 0
        lines.onError = .skip { rejected.note($0, $1) }
        try lines.forEachBatch { rows += $0.count }
        #expect(rejected.all.count == 1 && rows == (column.hasPrefix("x") ? 0 : 1), "\(column) \(bad)")
      }
    }
    #expect(throws: PathError.self) {
      try ColumnMapping(column, each: RecordPath("items[*]"), keepsEmpty: true)
    }
  }

  @Test(
    "a path of elements, or a column of them, that cannot be",
    arguments: [
      ("items", "id:int64", "the path of elements ends with a wildcard"),
      ("items[*].sku", "id:int64", "the path of elements ends with a wildcard"),
      ("items[*]", "items[*].codes[*]:int64", "a wildcard below the elements yields many values"),
      ("items[*]", "$index:string", "the type of $index is int64, not string"),
      ("items[*]", "items[*].a:int64,items[*][0]:int64", "needs"),
    ])
  func errors(each: String, columns: String, problem: String) throws {
    let error = try #require(throws: PathError.self) {
      try ColumnMapping(columns, each: RecordPath(each))
    }
    #expect(error.description.contains(problem), "\(error)")
  }
}
