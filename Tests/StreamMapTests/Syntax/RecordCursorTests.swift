import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Record cursor")
struct RecordCursorTests {
  /// Calls a closure with random documents.
  private static func forEachDocument(_ body: ([UInt8]) throws -> Void) rethrows {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    for _ in 0..<400 { try body(generator.document()) }
  }

  private static func comment(_ bytes: [UInt8]) -> Comment {
    "\(String(decoding: bytes, as: UTF8.self)), \(SeededRandom.again)"
  }

  @Test("reads the tokens that the reference parser reads")
  func tokens() throws {
    try Self.forEachDocument { bytes in
      let expected = try ReferenceParser.parse(bytes).events
      let text = bytes.span
      var cursor = RecordCursor()
      var events: [ParsedEvent] = []
      while let token = cursor.next(in: text) { events.append(ParsedEvent(token, in: text)) }
      #expect(events == expected, Self.comment(bytes))
      #expect(cursor.offset == bytes.count, Self.comment(bytes))
    }
  }

  @Test("walks members and elements as the reference parser does")
  func values() throws {
    try Self.forEachDocument { bytes in
      let root = try ReferenceParser.parse(bytes)
      let cursor = RecordCursor(at: bytes.span.endOfWhitespace(from: 0))
      let isSame = Self.isSame(root, cursor, bytes.span)
      #expect(isSame, Self.comment(bytes))
    }
  }

  /// Returns whether the value at a cursor has the range, names and values of a reference value.
  private static func isSame(_ value: ReferenceValue, _ start: RecordCursor, _ text: Span<UInt8>) -> Bool {
    var end = start
    guard end.skipValue(in: text) == value.range, end.offset == value.range.upperBound else { return false }
    var cursor = start
    switch value.node {
    case .null: return cursor.kind(in: text) == .null
    case .bool(let bool): return cursor.kind(in: text) == (bool ? .true : .false)
    case .number: return cursor.kind(in: text) == .number
    case .string(let bytes): return cursor.readText(in: text).bytes(in: text) == bytes
    case .array(let elements):
      guard cursor.kind(in: text) == .array else { return false }
      cursor.enter()
      for element in elements {
        guard cursor.findNext(in: text), isSame(element, cursor, text) else { return false }
        cursor.skipValue(in: text)
      }
      return !cursor.findNext(in: text) && cursor.offset == value.range.upperBound - 1
    case .object(let members):
      guard cursor.kind(in: text) == .object else { return false }
      cursor.enter()
      for member in members {
        guard cursor.nextName(in: text)?.bytes(in: text) == member.name else { return false }
        guard isSame(member.value, cursor, text) else { return false }
        cursor.skipValue(in: text)
      }
      return cursor.nextName(in: text) == nil && cursor.offset == value.range.upperBound - 1
    }
  }

  @Test("ends with text that is cut at any byte")
  func cutText() {
    let bytes = Array(#" {"a\"\\":[true ,false,null,-1.5e+3,"x\u00e9"],"b" : {"c":"d\\"}} "#.utf8)
    for count in 0...bytes.count {
      let text = bytes.span.extracting(..<count)
      var cursor = RecordCursor()
      while cursor.next(in: text) != nil {}
      #expect(cursor.offset == count)
      cursor = RecordCursor(at: text.endOfWhitespace(from: 0))
      cursor.skipValue(in: text)
      #expect(cursor.offset == min(count, bytes.count - 1))
    }
  }

  @Test(
    "decodes a string and reports escapes",
    arguments: [
      (#""""#, "", false), (#""abc""#, "abc", false), (#""\\""#, "\\", true),
      (#""a\"b\u00e9""#, "a\"bé", true),
      (#""cut"#, "cut", false), (#""cut\"#, "cut", true), (#""cut\u00"#, "cut", true),
    ])
  func text(_ json: String, _ expected: String, _ hasEscapes: Bool) {
    let bytes = Array(json.utf8)
    var cursor = RecordCursor()
    let text = cursor.readText(in: bytes.span)
    let string = text.string(in: bytes.span)
    #expect(string == expected)
    #expect(text.hasEscapes == hasEscapes)
    #expect(cursor.offset == bytes.count)
  }

  @Test(
    "ends a walk over text that is not JSON",
    arguments: ["[x]", "[1,x y]", "[,,]", "[=", "{x}", "{\"a\":x", "[}"])
  func notJSON(_ json: String) {
    let bytes = Array(json.utf8)
    var cursor = RecordCursor()
    cursor.enter()
    var count = 0
    while cursor.findNext(in: bytes.span), count <= bytes.count {
      cursor.skipValue(in: bytes.span)
      count += 1
    }
    #expect(count <= bytes.count)
    cursor = RecordCursor()
    cursor.skipValue(in: bytes.span)
    #expect(cursor.offset <= bytes.count)
  }

  @Test("keeps names and values apart if a value is missing")
  func missingValue() {
    let bytes = Array(#"{"a":,"b":1}"#.utf8)
    var cursor = RecordCursor(at: 1)
    var names: [String] = []
    while let name = cursor.nextName(in: bytes.span) {
      names.append(name.string(in: bytes.span))
      cursor.skipValue(in: bytes.span)
    }
    #expect(names == ["a", "b"])
  }

  @Test("distinguishes a name from a string by the colon", arguments: [#"{"a":"b"}"#, "{\"a\" \n:\t\"b\" }"])
  func names(_ json: String) {
    let bytes = Array(json.utf8)
    var cursor = RecordCursor()
    var events: [ParsedEvent] = []
    while let token = cursor.next(in: bytes.span) { events.append(ParsedEvent(token, in: bytes.span)) }
    #expect(events == [.startObject, .key(Array("a".utf8)), .string(Array("b".utf8)), .endObject])
  }
}

extension RecordCursor.Text {
  fileprivate func bytes(in text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(from: text, to: &bytes)
    return bytes
  }
}

extension ParsedEvent {
  fileprivate init(_ token: RecordCursor.Token, in text: Span<UInt8>) {
    self =
      switch token {
      case .beginObject: .startObject
      case .endObject: .endObject
      case .beginArray: .startArray
      case .endArray: .endArray
      case .name(let name): .key(name.bytes(in: text))
      case .string(let string): .string(string.bytes(in: text))
      case .number(let range): .number(range.map { text[$0] })
      case .bool(let bool): .bool(bool)
      case .null: .null
      }
  }
}
