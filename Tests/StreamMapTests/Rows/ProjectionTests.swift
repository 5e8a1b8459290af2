import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

@Suite("Projection")
struct ProjectionTests {
  @Test(
    "columns",
    arguments: [
      ("id", [("id", "id")]), ("a,b.c", [("a", "a"), ("b.c", "b.c")]),
      ("author=user.screen_name,tags=h[*].text", [("author", "user.screen_name"), ("tags", "h[*].text")]),
      ("$", [("$", "$")]), ("all=$", [("all", "$")]), ("['a,b'],c", [("a,b", "['a,b']"), ("c", "c")]),
      ("x=['a=b']", [("x", "['a=b']")]), ("['a=b']", [("a=b", "['a=b']")]),
      (#"q=['it\'s, a]b']"#, [("q", #"['it\'s, a]b']"#)]),
      (#"x=["a\"],b=c"],d"#, [("x", #"["a\"],b=c"]"#), ("d", "d")]),
      ("a=b=c", [("a", "b=c")]), ("it's=a,b", [("it's", "a"), ("b", "b")]),
      ("a,a", [("a", "a"), ("a", "a")]),
      ("['a b']=['c d']", [("a b", "['c d']")]), ("['']=a", [("", "a")]),
      (
        "['a.b'],['a.b'].c,$['d'],e['f']",
        [("a.b", "['a.b']"), ("['a.b'].c", "['a.b'].c"), ("$['d']", "$['d']"), ("e['f']", "e['f']")]
      ),
      (
        ".a,.b.c[0], .['d'] ,x=.e",
        [("a", "a"), ("b.c[0]", "b.c[0]"), ("d", "['d']"), ("x", "e")]
      ),
      (".[0],x=.[1].a", [("[0]", "[0]"), ("x", "[1].a")]),
      (#"["q\"\u0041"]=id"#, [("q\"A", "id")]),
      (" a , n =\tb.c ,\n$ ", [("a", "a"), ("n", "b.c"), ("$", "$")]),
      ("[' a '] , x = ['b ']", [(" a ", "[' a ']"), ("x", "['b ']")]),
    ] as [(String, [(String, String)])])
  func columns(list: String, columns: [(String, String)]) throws {
    let projection = try Projection(list)
    #expect(projection.names == columns.map(\.0))
    #expect(projection.columns.map(\.paths[0].text) == columns.map(\.1))
    #expect(projection.columns.map(\.isMultiple) == columns.map { $0.1.contains("*") })
  }

  @Test(
    "errors",
    arguments: [
      ("", "", 0), ("a,", "", 0), (",a", "", 0), ("a,,b", "", 0), ("x=", "", 0), ("a,b[", "b[", 1),
      ("n=a[-1]", "a[-1]", 2),
      ("a.b,a[0]", "a[0]", 1), ("['a,b", "['a,b", 1),
      ("id amt", "id amt", 2), ("a.b c.d", "a.b c.d", 3), ("x,.a b", ".a b", 2), ("/id", "/id", 0),
      ("x=/a/b", "/a/b", 0),
      ("..a", "..a", 1), (".", ".", 1), ("=a", "", 0), ("a b=c", "a b", 1), ("['a'].b=c", "['a'].b", 0),
      ("[0]=c", "[0]", 0),
    ])
  func errors(list: String, path: String, position: Int) throws {
    let error = try #require(throws: PathError.self) { try Projection(list) }
    #expect(error.path == path)
    #expect(error.position == position)
    #expect(error.list == list)
    // The error has the path's position in the list.
    #expect(list.utf8.dropFirst(error.start).starts(with: path.utf8))
  }

  @Test(
    "an unlikely path or name is an error that says how it is written",
    arguments: [
      ("id amt", "['id amt']"), ("a.b c.d", "a['b c'].d"), ("/id", "write id, or ['/id']"),
      ("/user/0/name", "write user[0].name, or ['/user/0/name']"), ("a b=c", "['a b']="),
      ("['a'].b=c", #"['[\'a\'].b']"#),
    ])
  func spellings(list: String, spelling: String) throws {
    let error = try #require(throws: PathError.self) { try Projection(list) }
    #expect(error.reason.contains(spelling), "\(error.reason)")
  }

  @Test(
    "a list with types has the same names and paths as one without",
    arguments: [
      "id,['a.b'],['x,y']=c,.d.e,x=['f g'].h", "id amt", "/id", "['a'].b=c", "=a", "a b=c", "..a",
    ])
  func typed(list: String) throws {
    let types = list.replacing(",", with: ":json,").replacing("['x:json,y']", with: "['x,y']") + ":json"
    do throws(PathError) {
      let projection = try Projection(list)
      let columns = try ColumnMapping(types)
      #expect(projection.names == columns.columns.map(\.name))
      #expect(projection.columns.map(\.paths) == columns.paths)
    } catch {
      let other = #expect(throws: PathError.self) { try ColumnMapping(types) }
      #expect(error.reason == other?.reason && error.position == other?.position)
    }
  }

  @Test(
    "an error has the position of its path in the list",
    arguments: [
      ("a, b[", 3), ("n = a[-1]", 4), ("x=a.b , y= a[0]", 11), ("größe,b.", 8), ("a.b,c=a[0],d=a[0]", 6),
      ("a, ", 3),
    ])
  func starts(list: String, start: Int) throws {
    #expect(try #require(throws: PathError.self) { try Projection(list) }.start == start)
  }

  static func rows(_ columns: String, _ lines: String) throws -> [[[String]?]] {
    let projection = try Projection(columns)
    var rows: [[[String]?]] = []
    try JSONLines(.text(lines), as: try projection.mapping()).forEach { row, _ in
      rows.append(projection.columns.indices.map { values(of: row, $0) })
    }
    return rows
  }

  static func values(of row: borrowing ColumnRow, _ column: Int) -> [String]? {
    var values: [String] = []
    let isPresent = row.forEachValue(column) { span in
      values.append(String(decoding: span.indices.map { span[$0] }, as: UTF8.self))
    }
    return isPresent ? values : nil
  }

  @Test("keeps values as written")
  func values() throws {
    let lines = #"""
      {"id": 1.50, "s": "a\u0041 b", "l": [ {"v" : 1 }, {"v":[ 2 , 3 ]}, {} ], "o" : { "k" : [ ] } }
      {"id":null,"l":[]}
      {"l":{"v":1},"id":12345678901234567890123}
      """#
    #expect(
      try Self.rows("id,s,l[*].v,o,o.k,$", lines) == [
        [
          ["1.50"], [#""a\u0041 b""#], ["1", "[2,3]", "null"], [#"{"k":[]}"#], ["[]"],
          [#"{"id":1.50,"s":"a\u0041 b","l":[{"v":1},{"v":[2,3]},{}],"o":{"k":[]}}"#],
        ],
        [nil, nil, [], nil, nil, [#"{"id":null,"l":[]}"#]],
        [["12345678901234567890123"], nil, nil, nil, nil, [#"{"l":{"v":1},"id":12345678901234567890123}"#]],
      ])
  }

  @Test("a malformed record between two valid ones")
  func badRecord() throws {
    let projection = try Projection("id,l[*]")
    var lines = JSONLines(
      .text("{\"id\":1,\"l\":[1,2]}\n{\"id\":2,\"l\":[3,\n{\"l\":[4]}\n{}"),
      as: try projection.mapping())
    lines.onError = .skip { _, _ in }
    var rows: [[[String]?]] = []
    try lines.forEach { row, _ in rows.append([Self.values(of: row, 0), Self.values(of: row, 1)]) }
    #expect(rows == [[["1"], ["1", "2"]], [nil, ["4"]], [nil, nil]])
  }

  /// A delivered row belongs to the caller, like any model.
  @Test("rows can be kept")
  func keptRows() throws {
    let projection = try Projection("id,text")
    let text = (0..<50).map { "{\"id\":\($0),\"text\":\"\(String(repeating: "x", count: $0))\"}" }.joined(
      separator: "\n")
    let rows = try JSONLines(.text(text), as: try projection.mapping()).results.map {
      try $0.get()
    }
    for (index, row) in rows.enumerated() {
      try #require(Self.values(of: row, 0) == ["\(index)"])
      try #require(Self.values(of: row, 1) == ["\"\(String(repeating: "x", count: index))\""])
    }
    let one = try projection.mapping().decode(#"{"id":7,"text":"a"}"#)
    #expect(Self.values(of: one, 1) == [#""a""#])
  }

  @Test("rows from pushed chunks")
  func pieces() throws {
    let projection = try Projection("id,o")
    var parser = PushParser(try projection.mapping(), framing: .document)
    for byte in Array(#"{"o": { "x" : [1, 2] }, "id": 77 }"#.utf8) { try parser.feed([byte]) { _, _ in } }
    var seen: [[String]?] = []
    try parser.finish { row, _ in seen = [Self.values(of: row, 0), Self.values(of: row, 1)] }
    #expect(seen == [["77"], [#"{"x":[1,2]}"#]])
  }
}
