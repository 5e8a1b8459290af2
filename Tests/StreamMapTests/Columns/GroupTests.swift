import StreamMap
import StreamMapTables
import Testing

@testable import TestSupport

/// Lists whose paths are the same up to the last wildcard.
@Suite("Groups of lists")
struct GroupTests {
  /// Returns the rows of a projection, from the index and from yajl, which must agree.
  private static func rows(_ paths: String, _ lines: String, _ format: RowFormat = .jsonl) throws -> String {
    let projection = try Projection(paths)
    let writer = RowWriter(projection, format: format)
    let all = try [Engine.automatic, .yajl].map { engine in
      var output: [UInt8] = []
      var stream = JSONLines(.text(lines), as: try projection.mapping())
      stream.options.engine = engine
      try stream.forEach { row, _ in writer.write(row, into: &output) }
      return String(decoding: output, as: UTF8.self)
    }
    try #require(all[0] == all[1])
    return all[0]
  }

  private static func columns(_ list: [Column], _ json: String) throws -> [ColumnValue] {
    var rows: [[ColumnValue]] = []
    try JSONLines(.text(json), as: ColumnMapping(list)).forEachBatch { rows += ColumnValue.rows(of: $0) }
    return try #require(rows.first)
  }

  private static let order = #"{"items":[{"sku":"pen"},{"sku":"ink","price":3.5},{"price":9.0}]}"#

  @Test("an element without the value has an entry")
  func aligned() throws {
    #expect(
      try Self.rows("sku=items[*].sku,price=items[*].price", Self.order)
        == #"{"sku":["pen","ink",null],"price":[null,3.5,9.0]}"# + "\n")
    #expect(
      try Self.rows("items[*].sku,items[*].price", Self.order, .csv)
        == #""[""pen"",""ink"",null]","[null,3.5,9.0]""# + "\n")
  }

  @Test("elements of another kind, null and nested values keep their places")
  func kinds() throws {
    #expect(
      try Self.rows(
        "a[*].x,y=a[*].y.z", #"{"a":[1,{"x":null,"y":7},null,[],{"y":{"z":[1, 2]},"x":"b"},{"x":1,"x":2}]}"#)
        == #"{"a[*].x":[null,null,null,null,"b",1],"y":[null,null,null,null,[1,2],null]}"# + "\n")
    #expect(
      try Self.rows("a[*],x=a[*].x", #"{"a":[1,{"x":2},null]}"#)
        == #"{"a[*]":[1,{"x":2},null],"x":[null,2,null]}"# + "\n")
    #expect(
      try Self.rows("x=m.*.x,y=m.*.y", #"{"m":{"p":{"x":1},"q":{"y":2}}}"#)
        == #"{"x":[1,null],"y":[null,2]}"# + "\n")
  }

  @Test("the lists of two levels are two groups")
  func levels() throws {
    let orders = #"{"o":[{"id":1,"l":[{"s":"a"},{"t":2}]},{"l":[]},{"id":3},{"l":[{"s":"b","t":3}]}]}"#
    #expect(
      try Self.rows("o[*].id,s=o[*].l[*].s,t=o[*].l[*].t", orders)
        == #"{"o[*].id":[1,null,3,null],"s":["a",null,"b"],"t":[null,2,3]}"# + "\n")
  }

  @Test("a group of more than 64 columns, and a row after a longer one")
  func wide() throws {
    let names = (0..<70).map { "c\($0)" }
    let element = "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
    let last = #"{"c69":7}"#
    let lines = [20, 1].map {
      "{\"a\":[" + (Array(repeating: element, count: $0) + [last]).joined(separator: ",") + "]}"
    }
    let rows = try Self.rows(
      names.map { "\($0)=a[*].\($0)" }.joined(separator: ","), lines.joined(separator: "\n"))
    let second = try #require(rows.split(separator: "\n").last)
    #expect(
      second.hasPrefix(#"{"c0":["c0",null],"c1":["c1",null],"#) && second.hasSuffix(#""c69":["c69",7]}"#))
  }

  @Test("the policies of one column do not change those of another")
  func policies() throws {
    let lenient = Column("p", path: "a[*].p", .list(.int64), mismatch: .null)
    let strict = Column("s", path: "a[*].s", .list(.string))
    let json = #"{"a":[{"p":"x","s":"y"},{"p":2}]}"#
    #expect(
      try Self.columns([lenient, strict], json) == [
        .list([.null, .int(2)]), .list([.text(Array("y".utf8)), .null]),
      ])
    // An element of another kind has no place for the value of the strict column.
    for bad in [#"{"a":[7]}"#, #"{"a":7}"#, #"{"a":[{"s":7}]}"#] {
      #expect(throws: MappingError.self) { try Self.columns([lenient, strict], bad) }
    }
    #expect(try Self.columns([lenient], #"{"a":[7,{"p":1}]}"#) == [.list([.null, .int(1)])])
    #expect(try Self.columns([lenient], #"{"a":7}"#) == [.null])
    let required = Column("r", path: "a[*].r", .list(.int64), .required, mismatch: .null)
    #expect(try Self.columns([required], #"{"a":[{}]}"#) == [.list([.null])])
    #expect(throws: MappingError.self) { try Self.columns([required], "{}") }
  }

  @Test("rows that are kept keep their values", arguments: ["results", "workers", "copies", "reduce"])
  func kept(_ route: String) throws {
    let projection = try Projection("id,x=a[*].x")
    let count = 20_000
    let text = (0..<count).map { "{\"id\":\($0),\"a\":[{\"x\":\($0)},{}]}" }.joined(separator: "\n")
    let lines = JSONLines(.text(text), as: try projection.mapping())
    func values(_ row: ColumnRow) -> [[String]] { (0..<2).map { Self.values(of: row, $0) } }
    var rows: [ColumnRow] = []
    var found: [[[String]]] = []
    switch route {
    case "results": rows = try lines.results.map { try $0.get() }
    // A worker reads further records while these are shown.
    case "workers": found = try lines.results(workers: 2).map { values(try $0.get()) }
    case "copies": try lines.forEach { row, _ in rows.append(copy row) }
    default:
      rows = try lines.reduce(into: [], workers: 2) {
        $0.append(copy $1)
      } combine: {
        $0 += $1
      }
    }
    found += rows.map(values)
    #expect(found == (0..<count).map { [["\($0)"], ["\($0)", "null"]] })
  }

  private static func values(of row: ColumnRow, _ column: Int) -> [String] {
    var values: [String] = []
    row.forEachValue(column) { value in
      values.append(String(decoding: value.indices.map { value[$0] }, as: UTF8.self))
    }
    return values
  }

  @Test("the elements themselves beside their members")
  func wholeElements() throws {
    let elements = Column("a", path: "a[*]", .list(.json))
    let members = Column("x", path: "a[*].x", .list(.string))
    #expect(
      try Self.columns([elements, members], #"{"a":[{"x":"y"},{}]}"#) == [
        .list([.text(Array(#"{"x":"y"}"#.utf8)), .text(Array("{}".utf8))]),
        .list([.text(Array("y".utf8)), .null]),
      ])
    #expect(throws: MappingError.self) { try Self.columns([elements, members], #"{"a":[7]}"#) }
  }

  @Test("errors name the path of a column")
  func messages() throws {
    func message(_ column: Column, _ json: String) -> String? {
      do {
        _ = try Self.columns([Column("y", path: "a[*].y", .list(.string), mismatch: .null), column], json)
        return nil
      } catch {
        return (error as? MappingError)?.expected
      }
    }
    let strict = Column("x", path: "a[*].x", .list(.int64))
    #expect(message(strict, #"{"a":[7]}"#) == "an object for a[*].x")
    #expect(message(strict, #"{"a":7}"#) == "an array for a[*].x")
    #expect(message(Column("x", path: "a[*].x", .list(.int64), .required), "{}") == "a[*].x")
  }

  @Test("an error has the path as it was written")
  func errors() throws {
    let list = "x=a[*].b.c, y=a[*].b[0]"
    do throws(PathError) {
      _ = try Projection(list)
      Issue.record("the paths contradict each other")
    } catch {
      #expect(error.path == "a[*].b[0]" && error.start == 14, "\(error)")
    }
  }
}
