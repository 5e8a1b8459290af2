import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Path parsing")
struct PathParsingTests {
  struct Form: Sendable, CustomTestStringConvertible {
    var text: String
    var segments: [RecordPath.Segment]
    var positions: [Int]
    var testDescription: String { text }

    init(_ text: String, _ segments: [RecordPath.Segment], _ positions: [Int]) {
      self.text = text
      self.segments = segments
      self.positions = positions
    }
  }

  static let forms: [Form] = [
    Form("$", [], []),
    Form("a", [.name("a")], [0]),
    Form(".a", [.name("a")], [1]),
    Form("$.a", [.name("a")], [2]),
    Form("a.b.c", [.name("a"), .name("b"), .name("c")], [0, 2, 4]),
    Form("$[0]", [.index(0)], [1]),
    Form("[10][2]", [.index(10), .index(2)], [0, 4]),
    Form(
      "a[*].b[*].c", [.name("a"), .everyElement, .name("b"), .everyElement, .name("c")], [0, 1, 5, 6, 10]),
    Form("*", [.everyMember], [0]),
    Form(".*", [.everyMember], [1]),
    Form("$.*", [.everyMember], [2]),
    Form("a.*.b", [.name("a"), .everyMember, .name("b")], [0, 2, 4]),
    Form("a.*[*]", [.name("a"), .everyMember, .everyElement], [0, 2, 3]),
    Form("['a']", [.name("a")], [0]),
    Form(#"["a"]"#, [.name("a")], [0]),
    Form("a['b.c'][0]", [.name("a"), .name("b.c"), .index(0)], [0, 1, 8]),
    Form("['']", [.name("")], [0]),
    Form(#"['it\'s']"#, [.name("it's")], [0]),
    Form(#"["a\"b\\c"]"#, [.name(#"a"b\c"#)], [0]),
    Form(#"['a"b']"#, [.name(#"a"b"#)], [0]),
    Form("['a]b']", [.name("a]b")], [0]), Form(#"['\u0041\u00e9\u000A']"#, [.name("Aé\n")], [0]),
    Form("['*']", [.name("*")], [0]),
    Form("['$']", [.name("$")], [0]),
    Form("$ref", [.name("$ref")], [0]),
    Form("$ref.$id", [.name("$ref"), .name("$id")], [0, 5]),
    Form("user name", [.name("user name")], [0]),
    Form("über.straße", [.name("über"), .name("straße")], [0, 6]),
    Form("日[3].本", [.name("日"), .index(3), .name("本")], [0, 3, 7]),
    Form("[2147483646]", [.index(2_147_483_646)], [0]),
    Form("0.1", [.name("0"), .name("1")], [0, 2]),
  ]

  @Test("accepted forms", arguments: forms)
  func form(_ form: Form) throws {
    let path = try RecordPath(form.text)
    #expect(path.segments == form.segments)
    #expect(path.positions == form.positions)
    #expect(path.text == form.text)
    #expect(path.description == form.text)
  }

  @Test(
    "errors",
    arguments: [
      ("", 0, "empty"), (".", 1, "name is missing"), ("$.", 2, "name is missing"),
      ("a.", 2, "name is missing"),
      ("a..b", 2, "name is missing"), ("..a", 1, "name is missing"), ("a.[0]", 2, "name is missing"),
      ("a[", 1, "never closed"), ("a[]", 2, "expected an index"), ("a[1", 1, "never closed"),
      ("a[*", 1, "never closed"), ("a[1x]", 3, "expected ]"), ("a[*x]", 3, "expected ]"),
      ("a[-1]", 2, "negative index"), ("a[01]", 2, "leading zero"), ("a[00]", 2, "leading zero"),
      ("a[1.5]", 3, "expected ]"), ("a[+1]", 2, "expected an index"), ("a[b]", 2, "expected an index"),
      ("a[ 1]", 2, "expected an index"), ("a[2147483647]", 2, "at most 2147483646"),
      ("a[99999999999999999999]", 2, "at most 2147483646"), ("a]", 1, "] without its ["),
      ("]", 0, "] without its ["), ("a['b", 2, "never closed"), ("a['b'", 1, "never closed"),
      (#"a["b']"#, 2, "never closed"), ("a['b'x]", 5, "expected ]"), ("a['b']c", 6, "expected . or ["),
      ("a[0]b", 4, "expected . or ["), ("[0]b", 3, "expected . or ["), (#"a['\n']"#, 4, "in a quoted name"),
      (#"a['b\"#, 5, "in a quoted name"), (#"a['b\"']"#, 5, "in a quoted name"),
      (#"a['\u00']"#, 3, "four hexadecimal"),
      (#"a['x\u12G4']"#, 4, "four hexadecimal"), (#"a['\uD83D\uDE00']"#, 3, "surrogate pair"),
      ("*a", 1, "* must be a whole name"),
      ("a.*b", 3, "* must be a whole name"), ("ü[-1]", 3, "negative index"), ("$[", 1, "never closed"),
    ])
  func error(text: String, position: Int, reason: String) throws {
    let error = try #require(throws: PathError.self) { try RecordPath(text) }
    #expect(error.path == text)
    #expect(error.position == position)
    #expect(error.reason.contains(reason), "\(error.reason)")
    #expect(error.description == "path \"\(text)\", position \(position): \(error.reason)")
  }

  @Test("equality by steps")
  func equality() throws {
    #expect(try RecordPath("$.a[0]") == RecordPath("['a'][0]"))
    #expect(try RecordPath("a").hashValue == RecordPath(#"$["a"]"#).hashValue)
    #expect(try RecordPath("a.*") != RecordPath("a[*]"))
    #expect(try RecordPath("['*']") != RecordPath("*"))
    #expect(try RecordPath("[0]") != RecordPath("['0']"))
  }

  @Test("compares names by bytes")
  func canonicalEquivalence() throws {
    #expect(try RecordPath("\u{E9}") != RecordPath("e\u{301}"))
  }

  @Test(
    "wildcards", arguments: [("a", false), ("a[0].b", false), ("a[*]", true), ("a.*", true), ("$", false)])
  func multiple(text: String, isMultiple: Bool) throws {
    #expect(try RecordPath(text).isMultiple == isMultiple)
  }
}
