import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Records of the framings other than lines, with results given by hand.
@Suite("Framing")
struct FramingTests {
  static func place(_ record: Int, _ line: Int, _ offset: Int, _ count: Int) -> RecordLocation {
    RecordLocation(record: record, line: line, byteOffset: offset, byteCount: count)
  }

  /// The expected results of a reading, in short form.
  struct Expected {
    var ids: [Int] = []
    var places: [RecordLocation]?
    var refusals: [Verdict] = []
    var errorPlaces: [[Int?]]?
  }

  @Test("a rejected text is the record, without what decorates it")
  func rejectedTexts() {
    func record(_ text: String, _ framing: Framing) -> String? {
      framing.record(in: text.utf8.span).map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }
    #expect(record(#"{"a":1"#, .lines) == #"{"a":1"#)
    #expect(record(#"data: {"a":1"#, .serverSentEvents) == #"{"a":1"#)
    #expect(record(": a comment", .serverSentEvents) == nil)
  }

  @Test("a framer of lines that restarts forgets the line before, its length and what was skipped")
  func restart() {
    let log = LineFramer(
      limit: Framing.embeddedLines.lineLimit(20), decoration: Framing.embeddedLines.decoration)
    #expect(log.skippedLines == 0)
    #expect(log.append("no record\n{}\n".utf8.span) == 13)
    #expect(log.next() && log.skippedLines == 1)
    log.restart()
    #expect(log.skippedLines == 0)

    let framer = LineFramer(limit: 4)
    #expect(framer.append("123456789".utf8.span) == 9)
    #expect(framer.next() && framer.line.count > 4)
    framer.restart(at: 100)
    #expect(framer.append("\n{}\n".utf8.span) == 4)
    #expect(framer.line.number == 0)
    #expect(framer.next() && framer.line.number == 1 && framer.line.count == 0 && framer.line.offset == 100)
    #expect(framer.next() && framer.line.count == 2 && framer.line.offset == 101)
    #expect(!framer.next())
  }

  static func check(
    _ text: String, _ framing: Framing, _ expected: Expected, limits: Limits = Limits(),
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = Array(text.utf8)
    let heard = try Framed.read(bytes, framing, limits: limits)
    #expect(heard.ids == expected.ids, "\(text)", sourceLocation: location)
    if let places = expected.places { #expect(heard.places == places, "\(text)", sourceLocation: location) }
    #expect(heard.refusals == expected.refusals, "\(text)", sourceLocation: location)
    if let places = expected.errorPlaces {
      #expect(heard.errorPlaces == places, "\(text)", sourceLocation: location)
    }
    #expect(
      try ReferenceFraming.heard(bytes, framing, limits: limits) == heard, "\(text)", sourceLocation: location
    )
    let once = try Framed.pushed(bytes, framing, limits: limits) { _ in 1 }
    #expect(once == heard, "\(text), byte by byte", sourceLocation: location)
    let other = try Framed.pushed(bytes, framing, limits: limits, engine: .yajl) { _ in 3 }
    #expect(other == heard, "\(text), by yajl", sourceLocation: location)
  }

  @Test("concatenated values", .feature("46"))
  func concatenated() throws {
    try Self.check(
      "{\"id\":1}{\"id\":2} [1]\n2 3\"x\"\"y\"true{\"id\":\n3}null", .concatenated,
      Expected(
        ids: [1, 2, -1, -1, -1, -1, -1, -1, 3, -1],
        places: [
          Self.place(1, 1, 0, 8), Self.place(2, 1, 8, 8), Self.place(3, 1, 17, 3), Self.place(4, 2, 21, 1),
          Self.place(5, 2, 23, 1), Self.place(6, 2, 24, 3), Self.place(7, 2, 27, 3), Self.place(8, 2, 30, 4),
          Self.place(9, 2, 34, 9), Self.place(10, 3, 43, 4),
        ]))
    for text in ["", " ", "\n\r\n\t", "\u{FEFF}", "\u{FEFF} \n"] {
      try Self.check(text, .concatenated, Expected())
    }
    try Self.check(
      "\u{FEFF}{\"id\":1}", .concatenated, Expected(ids: [1], places: [Self.place(1, 1, 3, 8)]))
  }

  @Test("a malformed value affects only itself where framing continues", .feature("46"))
  func concatenatedErrors() throws {
    try Self.check(
      "{\"id\":1}{\"id\":\n \"x\"} truefalse {\"id\":2,}[}\0{\"id\":5}", .concatenated,
      Expected(
        ids: [1, 5],
        refusals: [
          Verdict(.typeMismatch, 16, "id"), Verdict(.extraValue, 25, "$"), Verdict(.syntax, 39, "$"),
          Verdict(.syntax, 41, "[0]"), Verdict(.syntax, 42, "$"),
        ],
        errorPlaces: [[2, 2, 2], [3, 2, 11], [4, 2, 25], [5, 2, 27], [6, 2, 28]]))
    // A superfluous closing bracket, and separators outside any container.
    for stray in ["}", "]", ",", ":"] {
      try Self.check(
        "{\"id\":1}\n \(stray){\"id\":2}", .concatenated,
        Expected(ids: [1], refusals: [Verdict(.syntax, 10, "$")], errorPlaces: [[nil, 2, 2]]))
    }
    try Self.check(
      "{\"id\":1}{\"id\":2 {\"id\":3}", .concatenated,
      Expected(ids: [1], refusals: [Verdict(.syntax, 16, "$")], errorPlaces: [[2, 1, 17]]))
    try Self.check(
      "1\"x", .concatenated, Expected(ids: [-1], refusals: [Verdict(.truncated, 3, "$")]))
  }

  @Test("text sequences", .feature("46"))
  func sequence() throws {
    try Self.check(
      "\u{1E}{\"id\":1}\n\u{1E}{\"id\":2}\u{1E}\u{1E} \n\u{1E}\n [1,\n2] \r\n\u{1E}3 \u{1E}\"x\"", .sequence,
      Expected(
        ids: [1, 2, -1, -1, -1],
        places: [
          Self.place(1, 1, 1, 8), Self.place(2, 2, 11, 8), Self.place(3, 4, 26, 6), Self.place(4, 6, 36, 1),
          Self.place(5, 6, 39, 3),
        ]))
    for text in ["", "\n", "\u{1E}", "\u{FEFF}\u{1E}\u{1E} "] { try Self.check(text, .sequence, Expected()) }
    try Self.check(
      "\u{FEFF}\u{1E}{\"id\":1}", .sequence, Expected(ids: [1], places: [Self.place(1, 1, 4, 8)]))
  }

  @Test("truncated and malformed texts of a sequence affect only themselves", .feature("46"))
  func sequenceErrors() throws {
    try Self.check(
      "{\"id\":0}\n\u{1E}{\"id\":1}\n\u{1E}{\"id\":2,\"text\":\"\n\u{1E}12\u{1E}true\u{1E}tru\n\u{1E}1 2\n\u{1E}[]]\n\u{1E}{\"id\":3}",
      .sequence,
      Expected(
        ids: [1, 3],
        refusals: [
          Verdict(.syntax, 0, "$"), Verdict(.truncated, 36, "text"), Verdict(.truncated, 40, "$"),
          Verdict(.truncated, 45, "$"), Verdict(.truncated, 49, "$"), Verdict(.extraValue, 53, "$"),
          Verdict(.extraValue, 58, "$"),
        ]))
    try Self.check("\u{1E}-1.5e3", .sequence, Expected(refusals: [Verdict(.truncated, 7, "$")]))
    try Self.check("\u{1E}null\n", .sequence, Expected(ids: [-1]))
  }

  @Test("the elements of an array", .feature("45"))
  func array() throws {
    try Self.check(
      "\u{FEFF} [ {\"id\":1},\n{\"id\":\n2} ,3,\"x\",[],null]\n ", .array(),
      Expected(
        ids: [1, 2, -1, -1, -1, -1],
        places: [
          Self.place(1, 1, 6, 8), Self.place(2, 2, 16, 9), Self.place(3, 3, 27, 1), Self.place(4, 3, 29, 3),
          Self.place(5, 3, 33, 2), Self.place(6, 3, 36, 4),
        ]))
    for text in ["[]", " [ ] ", "\u{FEFF}[\n]\n"] { try Self.check(text, .array(), Expected()) }
  }

  @Test(
    "errors around the elements", .feature("45", "48"),
    arguments: [
      ("", [], Verdict(.truncated, 0, "$")), (" ", [], Verdict(.truncated, 1, "$")),
      ("[", [], Verdict(.truncated, 1, "$")), ("[{\"id\":1}", [1], Verdict(.truncated, 9, "$")),
      ("[{\"id\":1},", [1], Verdict(.truncated, 10, "$")), ("[{\"id\":1},]", [1], Verdict(.syntax, 10, "$")),
      ("[,{\"id\":1}]", [], Verdict(.syntax, 1, "$")),
      ("[{\"id\":1} {\"id\":2}]", [1], Verdict(.syntax, 10, "$")),
      ("[{\"id\":1}},{\"id\":2}]", [1], Verdict(.syntax, 9, "$")),
      ("[{\"id\":1}]]", [1], Verdict(.extraValue, 10, "$")),
      ("[{\"id\":1}]\n{\"id\":2}", [1], Verdict(.extraValue, 11, "$")),
      ("[{\"id\":1}]\0", [1], Verdict(.extraValue, 10, "$")),
      ("{\"id\":1}", [], Verdict(.typeMismatch, 0, "$")),
      ("17", [], Verdict(.typeMismatch, 0, "$")), ("x", [], Verdict(.syntax, 0, "$")),
      ("\u{FEFF}\u{FEFF}[]", [], Verdict(.syntax, 3, "$")),
    ])
  func around(text: String, ids: [Int], verdict: Verdict) throws {
    try Self.check(text, .array(), Expected(ids: ids, refusals: [verdict]))
  }

  @Test("a malformed element affects only itself", .feature("45"))
  func badElements() throws {
    try Self.check(
      "[{\"id\":1},\n{\"id\":\"x\"},tru,{\"id\":2,},\n [1,2},{\"id\":3}]", .array(),
      Expected(
        ids: [1, 3],
        refusals: [
          Verdict(.typeMismatch, 17, "id"), Verdict(.truncated, 25, "$"), Verdict(.syntax, 34, "$"),
          Verdict(.syntax, 42, "$"),
        ],
        errorPlaces: [[2, 2, 7], [3, 2, 15], [4, 2, 24], [5, 3, 6]]))
    // Truncated by the end: nothing more is reported.
    try Self.check("[1,23", .array(), Expected(ids: [-1], refusals: [Verdict(.truncated, 5, "$")]))
    // A byte order mark is not part of an element.
    try Self.check("[1,\u{FEFF}23", .array(), Expected(ids: [-1], refusals: [Verdict(.syntax, 3, "$")]))
    try Self.check(
      "[{\"id\":1},{\"id\":2", .array(), Expected(ids: [1], refusals: [Verdict(.truncated, 17, "$")]))
    try Self.check("[\"x\"", .array(), Expected(ids: [-1], refusals: [Verdict(.truncated, 4, "$")]))
  }

  static let document = """
    {"meta": {"items": [9], "id": "\\u007d]"}, "n": [1, {"items": []}, "]"],
      "data": {"x": null, "items": [ {"id": 1},
        {"id": 2} ], "items": [{"id": 7}] }, "data": {"items": 5}, "end": [{}]}

    """

  @Test(
    "the array at a path", .feature("45"),
    arguments: ["data.items", "$.data.items", "data['items'][*]", "data.items[*]"])
  func path(path: String) throws {
    let first = try #require(Self.document.range(of: "{\"id\": 1}")).lowerBound
    let offset = Self.document.utf8.distance(from: Self.document.startIndex, to: first)
    try Self.check(
      Self.document, Framed.array(path),
      Expected(ids: [1, 2], places: [Self.place(1, 2, offset, 9), Self.place(2, 3, offset + 15, 9)]))
  }

  @Test("the array at an index", .feature("45"))
  func indexes() throws {
    let text = "{\"a\":[{}, [1], {\"\\u0069tems\":[{\"id\":1}], \"items\": 0}, 3]}"
    try Self.check(text, Framed.array("a[2].items"), Expected(ids: [1]))
    try Self.check(text, Framed.array("a[1]"), Expected(ids: [-1]))
    try Self.check("[[[{\"id\":4}]]]", Framed.array("[0][0]"), Expected(ids: [4]))
    try Self.check("[[],[{\"id\":4}]]", Framed.array("[1][*]"), Expected(ids: [4]))
  }

  @Test(
    "reports a path without an array", .feature("45"),
    arguments: [
      ("{\"data\":{}}", "data.items", Verdict(.missingField, 9, "data.items")),
      ("{}", "data.items", Verdict(.missingField, 1, "data.items")),
      ("{\"data\":{},\"data\":{\"items\":[]}}", "data.items", Verdict(.missingField, 9, "data.items")),
      ("{\"data\":null}", "data.items", Verdict(.typeMismatch, 8, "data")),
      ("{\"data\":{\"items\":null}}", "data.items", Verdict(.typeMismatch, 17, "data.items")),
      ("{\"data\":[1]}", "data.items", Verdict(.typeMismatch, 8, "data")),
      ("[[1],2]", "[2]", Verdict(.missingField, 6, "[2]")), ("[ ]", "[0]", Verdict(.missingField, 2, "[0]")),
      ("[1,2]", "[1]", Verdict(.typeMismatch, 3, "[1]")),
      ("{\"a\":tru}", "a", Verdict(.typeMismatch, 5, "a")),
      ("{\"b\":tru}", "a", Verdict(.syntax, 8, "b")), ("{\"a\"", "a", Verdict(.truncated, 4, "$")),
      ("{\"a\":", "a", Verdict(.truncated, 5, "a")), ("[1,]", "[1]", Verdict(.syntax, 3, "[1]")),
      ("{\"a\":[],}", "a", Verdict(.syntax, 8, "$")), ("{\"a\":[],\"b\":01}", "a", Verdict(.syntax, 13, "$")),
      ("{\"a\":[]", "a", Verdict(.truncated, 7, "$")), ("{\"a\":[]} 1", "a", Verdict(.extraValue, 9, "$")),
      ("{\"a\":[1 2]}", "a", Verdict(.syntax, 8, "a")),
    ])
  func noArray(text: String, path: String, verdict: Verdict) throws {
    let ids = text.contains("[1 ") ? [-1] : []
    try Self.check(text, Framed.array(path), Expected(ids: ids, refusals: [verdict]))
  }

  @Test("reports paths to more than one array", .feature("45"))
  func paths() throws {
    let error = try #require(throws: PathError.self) { try Framed.array("a[*].items") }
    #expect(error.position == 1)
    #expect(error.reason == "the path to the records can have a wildcard only at its end: [*] or .*")
    #expect(throws: PathError.self) { try Framed.array("a.*.b") }
    #expect(throws: PathError.self) { try Framed.array("*[*]") }
    #expect(throws: PathError.self) { try Framed.array("a[") }
    #expect(try Framed.array("$['a'].b[3][*]").description == "array(at: a.b[3])")
    #expect(try Framed.array("$") == .array())
    #expect(try Framed.array("[*]") == .array())
    let either = try Framing.array(at: RecordPath("items.0", delimiter: "."))
    try #expect(Framed.read(Array("{\"items\":[[{\"id\":1}]]}".utf8), either).ids == [1])
    try #expect(Framed.read(Array("{\"items\":{\"0\":[{\"id\":1}]}}".utf8), either).ids == [1])
  }

  @Test("reads one document by every view of a file")
  func document() throws {
    try Self.check(
      "\u{FEFF}\n{\"id\":\n1}\n", .document, Expected(ids: [1], places: [Self.place(1, 1, 0, 14)]))
    let error = try Framed.read(Array("{\"id\":1}\n{\"id\":2}".utf8), .document)
    #expect(error.refusals == [Verdict(.extraValue, 9, "$")])
    #expect(error.errorPlaces == [[1, 2, 1]])
    #expect(try Framed.read([], .document).refusals == [Verdict(.truncated, 0, "$")])
  }

  @Test("errors are the same in any chunks")
  func description() throws {
    for text in [
      "{\"a\":[1,{\"id\":1},\n{\"id\":2} {", "{\"a\":[],\n \"b\": [1, 2, 3, 4, 5, 6 7]",
      "{\"a\": [[], [\"\\x\"]",
    ] {
      func description(_ size: Int) throws -> String {
        var parser = PushParser(try Row.mapping(), framing: try Framed.array("a"))
        let error = try #require(throws: MappingError.self) {
          var rest = Array(text.utf8)[...]
          while !rest.isEmpty {
            try parser.feed(Array(rest.prefix(size))) { _, _ in }
            rest = rest.dropFirst(size)
          }
          try parser.finish { _, _ in }
        }
        return error.description
      }
      let whole = try description(.max)
      for size in 1...7 { #expect(try description(size) == whole) }
    }
  }

  @Test("throws the error that ended reading again")
  func stop() throws {
    var parser = PushParser(try Row.mapping(), framing: .array())
    var ids: [Int] = []
    let first = try #require(throws: MappingError.self) {
      try parser.feed(Array("[{\"id\":1} x".utf8)) { row, _ in ids.append(row.id) }
    }
    #expect(ids == [1])
    #expect(
      first.description
        == "line 1, column 11, byte 10: syntax: expected , or ], found 'x' (at $) near [{\"id\":1} x")
    let again = try #require(throws: MappingError.self) { try parser.finish { _, _ in } }
    #expect(ReportedError(again) == ReportedError(first))
    var lines = JSONLines(.text("[{\"id\":1},{\"id\":x},{\"id\":3}]"), as: try Row.mapping())
    lines.framing = .array()
    let thrown = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect((thrown.record, thrown.byteOffset, thrown.path) == (2, 16, "id"))
  }
}
