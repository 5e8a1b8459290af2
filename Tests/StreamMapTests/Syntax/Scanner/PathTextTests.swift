import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Path text")
struct PathTextTests {
  static func text(_ segments: [RecordPath.Segment]) -> String {
    var text = PathText()
    for segment in segments { text.append(segment) }
    return text.description
  }

  @Test(
    "shortest form",
    arguments: [
      ([], "$"), ([.name("a")], "a"), ([.name("a"), .name("b"), .index(3)], "a.b[3]"),
      ([.index(0), .name("x")], "[0].x"), ([.name("a.b")], "['a.b']"), ([.name("$")], "['$']"),
      ([.name("a"), .name("$")], "a['$']"), ([.name("")], "['']"), ([.name("it's")], #"['it\'s']"#),
      ([.name(#"a\b"#)], #"['a\\b']"#), ([.name("a b")], "['a b']"), ([.everyMember], "*"),
      ([.name("a"), .everyMember, .everyElement], "a.*[*]"), ([.name("*")], "['*']"), ([.name("é")], "é"),
      ([.name("$ref")], "$ref"), ([.name("a\n\u{1B}\u{7F}")], #"['a\u000A\u001B\u007F']"#),
    ] as [([RecordPath.Segment], String)])
  func shortest(segments: [RecordPath.Segment], text: String) throws {
    #expect(Self.text(segments) == text)
    #expect(try RecordPath(text).segments == segments)
  }

  /// Any steps survive being written and parsed again.
  @Test("round trip", arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "$", ".", "[", "]", "'", "\"", "\\", "*", " ", ",", "=", "\n", "\0", "é", "日", "😀", "\u{301}", "0",
    ]
    for _ in 0..<2_000 {
      let segments = (0..<Int.random(in: 0...5, using: &random)).map { _ -> RecordPath.Segment in
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .index(Int.random(in: 0...20, using: &random))
        case 1: .everyElement
        case 2: .everyMember
        default:
          .name(
            (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(pieces) }.joined())
        }
      }
      let text = Self.text(segments)
      let read = try RecordPath(text)
      try #require(read.segments == segments, "seed \(seed): \(segments) as \(text)")
      try #require(Self.text(read.segments) == text, "seed \(seed)")
    }
  }
}
