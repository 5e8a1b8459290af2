import Testing

@testable import StreamMap
@testable import TestSupport

/// The framing detected from the first bytes.
@Suite("Framing detection")
struct DetectionTests {
  @Test(
    "whole inputs",
    arguments: [
      ("{\"a\":1}", .lines), ("{\"a\":1}\n", .lines), ("{\"a\":1}\n{\"a\":2}\n", .lines),
      ("{\"a\":1}\r\n\r\n{\"a\":2}", .lines), ("\u{FEFF}{\"a\":1}\n{\"a\":2}", .lines), ("1\n2\n3", .lines),
      ("\"a\"\n\"b\"", .lines), ("[1,2]\n[3,4]", .lines), ("[[1],[2]]\n[[3]]\n", .lines), ("[1,2,3]", .lines),
      ("17", .lines), ("{\"a\":1},\n{\"a\":2},\n", .lines), ("{\"a\":1\n{\"a\":2}\n", .lines),
      ("[{\"a\":1\n[{\"a\":2}]\n", .lines), ("{\"a\":\"x\ny\"}\n{\"a\":2}\n", .lines), ("x\ny", .lines),
      ("{\"a\":tru}\n{\"a\":2}\n", .lines), ("[]\n[]\n", .lines),
      ("{\"a\":1}{\"a\":2}", .concatenated), ("{\"a\":1} {\"a\":2}\n{\"a\":3}", .concatenated),
      ("1 2 3", .concatenated), ("\"a\"\"b\"", .concatenated), ("[1][2]", .concatenated),
      ("true false", .concatenated),
      ("{\n\"a\":1\n}\n{\n\"a\":2\n}\n", .concatenated), ("{\n\"a\":1\n}{\"a\":2}", .concatenated),
      ("[{\n}]\n[{}]", .concatenated),
      ("{\n  \"a\": 1\n}\n", .document), ("[1,\n2]", .document), ("{\n\"a\": tru}", .document),
      ("{\"a\":\n", .document),
      ("[{\"a\":1},{\"a\":2}]", .array()), ("[{\"a\":1}]\n", .array()),
      ("[\n{\"a\":1},\n{\"a\":2}\n]\n", .array()),
      (" [ [1], [2] ]", .array()), ("[]", .array()), ("[ \n ]\n", .array()), ("[{\"a\":1},", .array()),
      ("[{\"a\":1},{\"a\":x}]", .array()), ("[{\"a\":1},\n{\"a\":x}]", .array()),
      ("[\n{\"a\":1}\n] x", .array()),
      ("```json\n{}\n```\n", .markdown), ("\u{FEFF}\n ~~~ JSONL", .markdown), ("```\n{}\n```\n", .lines),
      ("\u{1E}{\"a\":1}\n", .sequence), ("\u{FEFF}\n\u{1E}{}", .sequence),
      ("", nil), (" \n", nil), ("\u{FEFF}", nil),
    ] as [(String, Framing?)])
  func whole(text: String, framing: Framing?) {
    #expect(
      Framing.detect(in: Array(text.utf8).span, isComplete: true) == framing, "\(text.debugDescription)")
  }

  @Test(
    "every prefix",
    arguments: [
      ("{\"a\":1", .lines), ("[{\"a\":1},{\"b\"", .array()), ("[1,2,", .lines), ("[", .lines),
      ("{\n\"a\":1,", .document),
      ("[\n  {\n", .array()), ("[\n1,", .document), ("{\"a\":1}\n{\"b\"", .lines),
      ("{\"a\":1}{\"b\"", .concatenated),
      ("{\n}\n{", .concatenated), ("12", .lines), ("\"ab", .lines),
    ] as [(String, Framing?)])
  func prefixes(text: String, framing: Framing?) {
    #expect(Framing.detect(in: Array(text.utf8).span) == framing, "\(text.debugDescription)")
  }

  @Test("the real files", .corpus("real", cases: 3))
  func real() throws {
    let expected: [(String, Framing)] = [
      ("real/tweets.jsonl", .lines), ("real/github_events.jsonl", .lines), ("real/canada.json", .document),
    ]
    for (name, framing) in expected {
      let bytes = try Corpora.bytes(name)
      #expect(Framing.detect(in: Array(bytes.prefix(64 << 10)).span) == framing, "\(name)")
      guard name.hasSuffix("l") else { continue }
      // The same records in another form.
      let lines = bytes.split(separator: 0x0A).prefix(10)
      #expect(Framing.detect(in: Array(lines.joined()).span) == .concatenated, "\(name)")
      let elements = [0x5B] + lines.joined(separator: [0x2C, 0x0A]) + [0x5D]
      #expect(Framing.detect(in: Array(elements.prefix(64 << 10)).span) == .array(), "\(name)")
    }
  }
}
