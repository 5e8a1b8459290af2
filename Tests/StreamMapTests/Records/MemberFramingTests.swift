import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Records that are the values of an object's members.
@Suite("Framing of members")
struct MemberFramingTests {
  @Test("the values of an object are records")
  func values() throws {
    let text = "{\"a\":{\"id\":1},\n \"b\\u0041\" : {\"id\":2} , \"c\":[3],\"\":4,\"a\":{\"id\":5}}"
    try FramingTests.check(
      text, Framed.array("*"),
      .init(
        ids: [1, 2, -1, -1, 5],
        places: [
          FramingTests.place(1, 1, 5, 8), FramingTests.place(2, 2, 28, 8), FramingTests.place(3, 2, 43, 3),
          FramingTests.place(4, 2, 50, 1), FramingTests.place(5, 2, 56, 8),
        ]))
    try FramingTests.check("{ }", Framed.array("*"), .init())
    try FramingTests.check(
      "{\"x\":[],\"d\":[0,{\"k\":{\"id\":7}}],\"y\":1}", Framed.array("d[1].*"), .init(ids: [7]))
  }

  @Test(
    "only an error between members ends reading",
    arguments: [
      ("{\"a\":{\"id\":1},}", [1], Verdict(.syntax, 14, "$")),
      ("{\"a\":{\"id\":1} \"b\":2}", [1], Verdict(.syntax, 14, "$")),
      ("{\"a\":{\"id\":1},\"b\":}", [1], Verdict(.syntax, 18, "b")),
      ("{\"a\":{\"id\":1},\"b\"", [1], Verdict(.truncated, 17, "$")),
      ("{\"a\":{\"id\":1},\"b\":", [1], Verdict(.truncated, 18, "b")),
      ("{\"a\":{\"id\":1}", [1], Verdict(.truncated, 13, "$")),
      ("{\"a\":{\"id\":1}} 2", [1], Verdict(.extraValue, 15, "$")),
      ("{\"a\":{\"id\":1},\"\\x\":2}", [1], Verdict(.escape, 16, "$")),
      ("{\"a\":{\"id\":x},\"b\":{\"id\":2}}", [2], Verdict(.syntax, 11, "id")),
      ("[1]", [], Verdict(.typeMismatch, 0, "$")), ("{\"d\":1}", [-1], nil),
    ])
  func errors(text: String, ids: [Int], verdict: Verdict?) throws {
    try FramingTests.check(
      text, Framed.array("*"), .init(ids: ids, refusals: verdict.map { [$0] } ?? []))
  }

  @Test(
    "rejects a number at the end of the input",
    arguments: [("*", "{\"a\":12", ", or }"), ("$", "[12", ", or ]")])
  func truncated(path: String, text: String, expected: String) throws {
    var lines = JSONLines(.text(text), as: try Row.mapping())
    lines.framing = try Framed.array(path)
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(error.kind == .truncated && error.expected == expected, "\(error)")
  }

  @Test("the description of a path parses to the same path", arguments: ["*", "a.*", "['a.b'][2].*"])
  func text(path: String) throws {
    let framing = try Framed.array(path)
    #expect(framing.description == "array(at: \(path))")
    #expect(try framing != Framed.array(String(path.dropLast(path == "*" ? 1 : 2)) + "[*]"))
    #expect(try Framed.array("a[*]") == Framed.array("a"))
  }

  private static let text =
    "{\"a\":{\"n\":1},\"b\\u0041 \":{},\n\"\":{},\"a\":{\"$key\":5},\"\(String(repeating: "k", count: 300))\":{\"n\":[]}}"

  private static func row(_ row: borrowing ColumnRow) -> String {
    (0..<4).map { ProjectionTests.values(of: row, $0)?.joined() ?? "-" }.joined(separator: " ")
  }

  private static let rows = [
    "\"a\" 1 \"a\" -", "\"b\\u0041 \" - \"b\\u0041 \" -", "\"\" - \"\" -", "\"a\" - \"a\" 5",
    "\"\(String(repeating: "k", count: 300))\" [] \"\(String(repeating: "k", count: 300))\" -",
  ]

  @Test("a column has the key of each record, for every engine", arguments: [Engine.index, .yajl])
  func keys(engine: Engine) throws {
    let projection = try Projection("$key,n,again=$key,['$key']", recordKeys: true)
    let mapping = try projection.mapping()
    var lines = JSONLines(.text(Self.text), as: mapping)
    lines.framing = try Framed.array("*")
    lines.options.engine = engine
    var read: [String] = []
    try lines.forEach { row, _ in read.append(Self.row(row)) }
    #expect(read == Self.rows)
    // Copied rows keep their keys.
    #expect(try Array(lines.results).map { Self.row(try $0.get()) } == Self.rows)
    for size in [1, 3, 50, 1_000] {
      var parser = PushParser(
        mapping, framing: try Framed.array("*"), options: ReadingOptions(engine: engine))
      var pushed: [String] = []
      var rest = Array(Self.text.utf8)[...]
      while !rest.isEmpty {
        try parser.feed(Array(rest.prefix(size))) { row, _ in pushed.append(Self.row(row)) }
        rest = rest.dropFirst(size)
      }
      try parser.finish { row, _ in pushed.append(Self.row(row)) }
      #expect(pushed == Self.rows)
    }
  }

  @Test("records of other framings have no key")
  func withoutKeys() throws {
    let projection = try Projection("$key,n", recordKeys: true)
    try JSONLines(.text("{\"$key\":1,\"n\":2}"), as: projection.mapping()).forEach { row, _ in
      #expect(ProjectionTests.values(of: row, 0) == nil && ProjectionTests.values(of: row, 1) == ["2"])
    }
    #expect(try ProjectionTests.rows("$key,n", "{\"$key\":1,\"n\":2}") == [[["1"], ["2"]]])
  }
}
