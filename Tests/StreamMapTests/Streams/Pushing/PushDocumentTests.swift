import Testing

@testable import StreamMap
@testable import TestSupport

/// A document in chunks gives the same result as in one piece: the model, or the error and its location.
@Suite("Documents in chunks")
struct PushDocumentTests {
  struct Point: Equatable {
    var x = 0.0
    var y = 0.0
  }

  struct Model: Equatable {
    var id = 0
    var text = ""
    var raw = RawJSON()
    var value = JSONValue.null
    var raws: [RawJSON] = []
    var points: [Point] = []
    var flag: Bool?
  }

  static func mapping() throws -> Mapping<Model> {
    let point = try Mapping(Point()) {
      Field(\.x, "[0]", .required)
      Field(\.y, "[1]")
    }
    return try Mapping(Model()) {
      Field(\.id, "id", .required)
      Field(\.text, "text")
      Field(\.raw, "raw")
      Field(\.value, "raw")
      Field(\.raws, "raws[*].v")
      Field(\.points, "points", mapping: point)
      Field(\.flag, "flag")
    }
  }

  enum Outcome: Equatable {
    case model(Model, RecordLocation)
    case refused(ReportedError)
    case nothing
  }

  static func whole(_ text: String) throws -> Outcome {
    let mapping = try mapping()
    do throws(MappingError) {
      let place = RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: text.utf8.count)
      return .model(try mapping.decode(text), place)
    } catch {
      return .refused(ReportedError(error))
    }
  }

  /// - Returns: the model that is delivered at the end, or the error. Of a document before other text, the error.
  static func pushed(_ text: String, into parser: inout PushParser<Model>, size: () -> Int) throws -> Outcome
  {
    var outcome = Outcome.nothing
    do {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        let count = size()
        try parser.feed(Array(rest.prefix(count))) { model, place in outcome = .model(copy model, place) }
        if case .model = outcome { Issue.record("a document ends with finish, or before an error") }
        rest = rest.dropFirst(count)
      }
      try parser.finish { model, place in outcome = .model(copy model, place) }
    } catch let error as MappingError {
      return .refused(ReportedError(error))
    }
    return outcome
  }

  static let full = #"""
    {"raw": {"a" : [ 1.50, "x\n\u00e9 \ud83d\ude00", true , null], "b\"" : {} },
     "text":"\u0041é😀\\ and more than fifteen", "skipped":{"id":7,"x":["]","}"]},
     "raws":[{"v":1e5},{"v": "s \" t"},{"w":0},{"v": [ [ ] ]},{"v":null},{"v":-0.5}],
     "points":[[1.25,-2e3],[3],[4,5,6]] , "\u0069d" : 1234567890123, "flag":true}
    """#

  static let bad = [
    #"{"id":1,"points":[[1],[2,"x"]]}"#, #"{"id":1,"points":[[1],[]]}"#, #"{"text":"x"}"#, #"{"id":1.5}"#,
    #"{"id":12345678901234567890}"#, #"{"id":1,"raw":{"x":[1,}}"#, #"{"id":1,"text":"\ud800x"}"#,
    #"{"id":1,"#,
    #"{"id":1} {"#, #"{"id":1}x"#, "{\"id\":1,\n\"raw\":[tru]}", "{\"id\":1,\n \"flag\":\n \"abc\"}", "",
    "  ",
    "[1,2]", "7", "7  \n ", "\"text\"", "\"text\"   ", "null", "-", "tru", "{\"id\":null}",
    #"{"id":{"a":[1]}}"#,
    #"{"raws":[{"v":{"a":"\x"}}]}"#, "{\"text\":\"\u{1}\"}", #"{"a":1"#, #"{"a":[]"#, "{\"a\": 1, }",
    #"{"flag":"a string of more than twenty bytes","id":1}"#, "\u{FEFF}{\"id\":x}", "{\"id\":1}\u{FEFF}",
    "{\"id\":[]}",
    #"{"id" 1}"#, #"{"x":{"id":1}}"#, #"{"points":{"x":1}}"#,
  ]

  @Test("decodes a model in any chunks", arguments: Array(1...31) + [64, 1_000])
  func model(size: Int) throws {
    var parser = PushParser(try Self.mapping(), framing: .document)
    let whole = try Self.whole(Self.full)
    guard case .model(let model, _) = whole else {
      Issue.record("\(whole)")
      return
    }
    #expect(model.raw.text == #"{"a":[1.50,"x\n\u00e9 \ud83d\ude00",true,null],"b\"":{}}"#)
    #expect(model.raws.map(\.text) == ["1e5", #""s \" t""#, "[[]]", "null", "-0.5"])
    #expect(model.points == [Point(x: 1.25, y: -2_000), Point(x: 3), Point(x: 4, y: 5)])
    #expect(
      (model.id, model.flag, model.value["a"]?[0]?.number?.literal) == (1_234_567_890_123, true, "1.50"))
    #expect(model.text == "Aé😀\\ and more than fifteen")
    for _ in 0..<2 { #expect(try Self.pushed(Self.full, into: &parser) { size } == whole) }
  }

  @Test("reports an error in any chunks", arguments: bad)
  func error(text: String) throws {
    let whole = try Self.whole(text)
    guard case .refused = whole else {
      Issue.record("accepted")
      return
    }
    for size in [1, 2, 3, 5, 8, 13, 1_000] {
      var parser = PushParser(try Self.mapping(), framing: .document)
      #expect(try Self.pushed(text, into: &parser) { size } == whole, "pieces of \(size)")
    }
  }

  @Test("delivers a document before it reports the text after it")
  func followed() throws {
    let cases: [(text: String, end: Int, offset: Int)] = [
      (#"{"id":1} and prose"#, 9, 9), ("{\"id\":1}\n```\nprose", 9, 9), (#"{"id":1}{"id":2}"#, 8, 8),
      ("{\"id\":1}\n\n]", 10, 10),
    ]
    for (text, end, offset) in cases {
      for size in [1, 2, 3, 8, 9, 100] {
        let noted = Noted()
        var ids: [Int] = []
        for skips in [false, true] {
          var parser = PushParser(try Self.mapping(), framing: .document)
          if skips { parser.onError = .skip { error, bytes in noted.note(error, bytes) } }
          var places: [RecordLocation] = []
          var error: MappingError?
          do {
            for start in stride(from: 0, to: text.utf8.count, by: size) {
              try parser.feed(Array(text.utf8.dropFirst(start).prefix(size))) { model, place in
                ids.append(model.id)
                places.append(place)
              }
            }
            try parser.finish { _, _ in Issue.record("delivered twice") }
          } catch let thrown as MappingError {
            error = thrown
          }
          #expect(
            places == [RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: end)], "\(text), \(size)")
          #expect(skips || error.map(Verdict.init) == Verdict(.extraValue, offset, "$"), "\(text), \(size)")
        }
        #expect(ids == [1, 1], "\(text), \(size)")
        #expect(noted.all.map { Verdict($0.0) } == [Verdict(.extraValue, offset, "$")], "\(text), \(size)")
      }
    }
    // The next byte belongs to the value.
    for text in ["01", "1x", "truefalse", "true]"] {
      var parser = PushParser(try Self.mapping(), framing: .document)
      #expect(throws: MappingError.self) {
        try parser.feed(text) { _, _ in Issue.record("delivered \(text)") }
      }
    }
  }

  @Test("accepts every two-way split")
  func cuts() throws {
    let bytes = Array(Self.full.utf8)
    let whole = try Self.whole(Self.full)
    var parser = PushParser(try Self.mapping(), framing: .document)
    for cut in 0...bytes.count {
      var sizes = [cut, bytes.count]
      #expect(try Self.pushed(Self.full, into: &parser) { sizes.removeFirst() } == whole, "cut at \(cut)")
    }
  }

  @Test("reports every truncation")
  func truncations() throws {
    let bytes = Array(Self.full.utf8)
    for count in 0..<bytes.count {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      guard text.utf8.count == count else { continue }
      var parser = PushParser(try Self.mapping(), framing: .document)
      let whole = try Self.whole(text)
      #expect(try Self.pushed(text, into: &parser) { 3 } == whole, "\(count) bytes")
    }
  }

  @Test("throws the same error again")
  func afterError() throws {
    var parser = PushParser(try Self.mapping(), framing: .document)
    let first = try #require(throws: MappingError.self) {
      try parser.feed(Array("{\"id\":x".utf8)) { _, _ in }
    }
    let again = try #require(throws: MappingError.self) { try parser.feed(Array("}".utf8)) { _, _ in } }
    #expect(ReportedError(first) == ReportedError(again))
    #expect(throws: MappingError.self) { try parser.finish { _, _ in } }
  }

  @Test("skips malformed documents")
  func skip() throws {
    let noted = Noted()
    var parser = PushParser(try Self.mapping(), framing: .document)
    parser.onError = .skip { error, bytes in noted.note(error, bytes) }
    for (text, ids) in [("{\"id\":1}", [1]), ("{\"id\":x}", []), ("{\"id\":", []), ("{\"id\":2}", [2])] {
      var heard: [Int] = []
      try parser.feed(Array(text.utf8)) { _, _ in }
      try parser.feed(Array("  ".utf8)) { _, _ in }
      try parser.finish { model, _ in heard.append(model.id) }
      #expect(heard == ids, "\(text)")
    }
    #expect(noted.all.map { Verdict($0.error) } == [Verdict(.syntax, 6, "id"), Verdict(.truncated, 8, "id")])
  }

  @Test("reads a document of many blocks")
  func long() throws {
    let points = (0..<60_000).map { "[\($0),\n\($0 * 2)]" }.joined(separator: ", ")
    let text = "{\"points\":[\(points)],\n\"raw\":[\(points)],\"id\":9}"
    var parser = PushParser(try Self.mapping(), framing: .document)
    let outcome = try Self.pushed(text, into: &parser) { 100_000 }
    guard case .model(let model, let place) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(model.points.count == 60_000)
    #expect(model.points.last == Point(x: 59_999, y: 119_998))
    #expect(model.raw.text.hasPrefix("[[0,0],[1,2],"))
    #expect(model.raw.text.hasSuffix(",[59999,119998]]"))
    #expect(place.byteCount == text.utf8.count)

    let bad = text.replacing("59999,\n119998]],\"id\"", with: "59999,\n119998]],,\"id\"")
    let whole = try Self.whole(bad)
    var other = PushParser(try Self.mapping(), framing: .document)
    #expect(try Self.pushed(bad, into: &other) { 70_001 } == whole)
    guard case .refused(let refusal) = whole else {
      Issue.record("accepted")
      return
    }
    #expect(refusal.line == 120_002)
  }
}
