import Testing

@testable import TestSupport

@Suite("Path interpreter")
struct PathInterpreterTests {
  private static let document = Array(
    #"""
    {"id":1,"a":{"b":[{"c":1},{"c":2},{"d":3},7,{"c":4,"c":5}]},"a":{"b":"second"},
     "m":{"x":{"v":1},"y":{"v":2},"x":{"v":3},"z":4},"n":[[1,2],[],3,[4]],"e":[],"o":{},"s":"text","u":null}
    """#.utf8)

  private struct Row {
    var segments: [PathInterpreter.Segment]
    var text: String
    var matches: [String]
    var hasContainer: Bool

    init(
      _ segments: [PathInterpreter.Segment], _ text: String, _ matches: [String], _ hasContainer: Bool = false
    ) {
      self.segments = segments
      self.text = text
      self.matches = matches
      self.hasContainer = hasContainer
    }
  }

  private static func name(_ text: String) -> PathInterpreter.Segment { .name(Array(text.utf8)) }

  private static let rows: [Row] = [
    Row([name("id")], "id", ["1"]),
    Row([name("absent")], "absent", []),
    Row([name("a"), name("b"), .index(0), name("c")], "a.b[0].c", ["1"]),
    Row([name("a"), name("b"), .index(2), name("c")], "a.b[2].c", []),
    Row([name("a"), name("b"), .index(4), name("c")], "a.b[4].c", ["4"]),
    Row([name("a"), name("b"), .index(9)], "a.b[9]", []),
    Row([name("a"), .index(0)], "a[0]", []),
    Row([name("id"), name("x")], "id.x", []),
    Row([name("a"), name("b"), .everyElement, name("c")], "a.b[*].c", ["1", "2", "4"], true),
    Row([name("m"), .everyMember, name("v")], "m.*.v", ["1", "2"], true),
    Row([name("m"), .everyMember], "m.*", [#"{"v":1}"#, #"{"v":2}"#, "4"], true),
    Row([name("n"), .everyElement, .everyElement], "n[*][*]", ["1", "2", "4"], true),
    Row([name("n"), .everyElement, .index(0)], "n[*][0]", ["1", "4"], true),
    Row([name("n"), .index(3), .everyElement], "n[3][*]", ["4"], true),
    Row([name("e"), .everyElement], "e[*]", [], true),
    Row([name("o"), .everyMember], "o.*", [], true),
    Row([name("o"), .everyElement], "o[*]", []),
    Row([name("e"), .everyMember], "e.*", []),
    Row([name("s"), .everyElement], "s[*]", []),
    Row([name("u"), .everyElement, name("x")], "u[*].x", []),
    Row([name("absent"), .everyElement], "absent[*]", []),
    Row([.everyMember, name("b"), .index(1)], "$.*.b[1]", [#"{"c":2}"#], true),
    Row([.everyElement], "[*]", []),
    Row([name("x y")], "['x y']", []),
    Row([name("it's")], #"['it\'s']"#, []),
  ]

  @Test("matches, containers and text, case by case")
  func table() throws {
    let root = try ReferenceParser.parse(Self.document)
    for row in Self.rows {
      let path = PathInterpreter(segments: row.segments)
      let outcome = path.run(on: root)
      let matches = outcome.matches.map { String(decoding: Self.document[$0.range], as: UTF8.self) }
      #expect(matches == row.matches, "\(row.text)")
      #expect(outcome.hasContainer == row.hasContainer, "\(row.text)")
      #expect(path.text == row.text)
    }
    #expect(PathInterpreter(segments: []).run(on: root).matches.map(\.range) == [root.range])
    #expect(PathInterpreter(segments: []).text == "$")
  }

  @Test("random paths into a document match")
  func randomPaths() throws {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    var hits = 0
    for _ in 0..<1_000 {
      let root = try ReferenceParser.parse(generator.document())
      if !generator.path(into: root).run(on: root).matches.isEmpty { hits += 1 }
    }
    #expect(hits > 700, "\(SeededRandom.again)")
  }
}
