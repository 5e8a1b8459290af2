import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// ``PushParser/partial()``: what has arrived, decoded.
@Suite("Partial models that are decoded")
struct PartialDecodingTests {
  /// A value with its offsets in the document. The oracle: it knows when a value has begun and ended, and closes nothing.
  private indirect enum Node {
    /// A number ends with the byte after it, because `12` may continue as `123`.
    case number(JSONNumber)
    case literal(JSONValue)
    /// The characters, each with the offset after it.
    case string([(text: String, end: Int)])
    case array([Part])
    case object([(name: String, value: Part)])
  }

  private struct Part {
    let node: Node
    let range: Range<Int>

    /// Returns the value as far as the first bytes have it.
    ///
    /// - Parameter continuation: the text at the end of an open string.
    func value(in count: Int, closesText: Bool = true, continuation: String = "") -> JSONValue? {
      guard count > range.lowerBound else { return nil }
      switch node {
      case .number(let number): return count > range.upperBound ? .number(number) : nil
      case .literal(let value): return count >= range.upperBound ? value : nil
      case .string(let characters):
        if !closesText, count < range.upperBound { return nil }
        let text = characters.prefix { $0.end <= count }.map(\.text).joined()
        return .string(count < range.upperBound ? text + continuation : text)
      case .array(let elements):
        return .array(
          elements.compactMap { $0.value(in: count, closesText: closesText, continuation: continuation) })
      case .object(let members):
        return .object(
          JSONObject(
            members: members.compactMap { name, part in
              part.value(in: count, closesText: closesText, continuation: continuation).map { (name, $0) }
            }))
      }
    }
  }

  /// Writes random documents, and notes the offsets.
  private struct Writer {
    var random: SeededRandom
    var text: [UInt8] = []
    let spaces: [String]

    mutating func put(_ piece: String) { text += Array(piece.utf8) }

    mutating func space() { if random.chance(1, outOf: 5) { put(random.pick(spaces)) } }

    mutating func part(depth: Int = 0, names: [String]? = nil) -> Part {
      let start = text.count
      let node: Node
      switch names == nil ? random.below(depth > 3 ? 4 : 8) : 7 {
      case 0:
        let literal = random.pick(["0", "-1", "12", "1.50", "-0.0e-7", "1E+2", "123456789012345678901"])
        put(literal)
        node = .number(JSONNumber(literal: literal))
      case 1:
        let (literal, value) = random.pick(
          [("true", .bool(true)), ("false", .bool(false)), ("null", .null)] as [(String, JSONValue)])
        put(literal)
        node = .literal(value)
      case 2, 3: node = string()
      case 4, 5:
        put("[")
        var elements: [Part] = []
        space()
        for index in 0..<random.below(4) {
          if index > 0 { separator(",") }
          elements.append(part(depth: depth + 1))
          space()
        }
        put("]")
        node = .array(elements)
      default:
        put("{")
        var members: [(name: String, value: Part)] = []
        space()
        for index in 0..<random.below(names == nil ? 4 : 7) {
          if index > 0 { separator(",") }
          let name = random.pick(names ?? ["a", "b", "long name", "\\u00e9x", "a\\\\"])
          put("\"\(name)\"")
          separator(":")
          members.append(
            (name.replacing("\\u00e9", with: "é").replacing("\\\\", with: "\\"), part(depth: depth + 1)))
          space()
        }
        put("}")
        node = .object(members)
      }
      return Part(node: node, range: start..<text.count)
    }

    private mutating func separator(_ piece: String) {
      space()
      put(piece)
      space()
    }

    private mutating func string() -> Node {
      let characters = [
        ("a", "a"), (" ", " "), ("é", "é"), ("日", "日"), ("😀", "😀"), ("\\n", "\n"), ("\\\"", "\""),
        ("\\u0041", "A"), ("\\u0841", "\u{841}"), ("\\uD55C", "한"),
        ("\\ud83d\\ude00", "😀"), ("\\\\", "\\"), ("{", "{"), ("]", "]"), (",", ","), ("red", "red"),
        ("green", "green"),
        ("2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z"),
      ]
      put("\"")
      var read: [(text: String, end: Int)] = []
      for _ in 0..<random.below(4) {
        let (source, decoded) = random.pick(characters)
        if source.hasPrefix("\\") {
          put(source)
          read.append((decoded, text.count))
        } else {
          for character in source.unicodeScalars {
            put(String(character))
            read.append((String(character), text.count))
          }
        }
      }
      put("\"")
      return .string(read)
    }
  }

  /// The document, and what there is of it in its first bytes.
  private static func document(
    _ random: inout SeededRandom, _ spaces: [String], names: [String]? = nil
  ) -> (text: [UInt8], root: Part) {
    var writer = Writer(random: random, spaces: spaces)
    writer.space()
    let root = writer.part(names: names)
    random = writer.random
    return (writer.text, root)
  }

  /// Feeds a document in pieces, and calls `body` after each piece with the number of bytes so far.
  private static func feed<Root: Decodable & Sendable>(
    _ text: [UInt8], to parser: inout PushParser<Root>, by length: () -> Int,
    _ body: (inout PushParser<Root>, Int) throws -> Void
  ) throws {
    var end = 0
    while end < text.count {
      let start = end
      end = min(start + length(), text.count)
      try parser.feed(text[start..<end]) { _, _ in }
      try body(&parser, end)
    }
  }

  private static var rounds: Int { min(Effort.documents, 60) }

  @Test("every prefix and every cut of a document gives the oracle's value")
  func values() throws {
    var shown = 0
    try SeededRandom.run(rounds: Self.rounds) { random in
      let (text, root) = Self.document(&random, [" ", "\n ", "\t"])
      for isBytewise in [true, false] {
        var parser = PushParser(decoding: JSONValue.self, framing: .document)
        try Self.feed(text, to: &parser, by: { isBytewise ? 1 : 1 + random.below(20) }) { parser, count in
          let value = try parser.partial()
          shown += value == nil ? 0 : 1
          let expected = root.value(in: count)
          #expect(
            value == expected,
            "\(String(decoding: text[..<count], as: UTF8.self)): \(String(describing: value)), \(SeededRandom.again)"
          )
        }
        var whole: [JSONValue] = []
        try parser.finish { value, _ in whole.append(copy value) }
        #expect(whole == [root.value(in: .max)].compactMap(\.self))
      }
    }
    #expect(shown > 500)
  }

  @Test("the unfinished record of several", arguments: [Framing.lines, .concatenated, .array()])
  func records(framing: Framing) throws {
    var shown = 0
    let isArray = if case .array = framing.kind { true } else { false }
    try SeededRandom.run(rounds: Self.rounds / 4) { random in
      var text: [UInt8] = isArray ? [0x5B] : []
      var roots: [(base: Int, root: Part, count: Int)] = []
      for _ in 0..<3 {
        var (document, root) = Self.document(&random, [" "], names: ["a", "b"])
        if !roots.isEmpty, isArray { text.append(0x2C) }
        roots.append((text.count, root, document.count))
        if framing.kind == .lines { document.append(0x0A) }
        text += document
      }
      var parser = PushParser(decoding: JSONValue.self, framing: framing)
      try Self.feed(text, to: &parser, by: { 1 + random.below(3) }) { parser, count in
        // A record that ends was delivered, unless its line feed has not arrived.
        let open = roots.last { $0.base < count }
        let isEnded = open.map { count >= $0.base + $0.count + (framing.kind == .lines ? 1 : 0) } ?? true
        let expected = isEnded ? nil : open.flatMap { $0.root.value(in: count - $0.base) }
        let value = try parser.partial()
        shown += value == nil ? 0 : 1
        #expect(
          value == expected, "\(String(decoding: text[..<count], as: UTF8.self)), \(SeededRandom.again)")
      }
    }
    #expect(shown > 100)
  }

  private final class Model: Decodable, Sendable, Equatable {
    enum Color: String, Decodable { case red, green }

    let text: String?
    let color: Color?
    let date: Date?
    let inner: Model?
    let list: [Model]?
    let words: [String]?
    let count: Int?

    static func == (left: Model, right: Model) -> Bool {
      (left.text, left.color, left.date, left.inner, left.list, left.words)
        == (right.text, right.color, right.date, right.inner, right.list, right.words)
        && left.count == right.count
    }
  }

  @Test("a model is that of the oracle's closing, without a string that the model does not take")
  func models() throws {
    let decoder = StreamDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var (shown, withoutText) = (0, 0)
    try SeededRandom.run(rounds: 4 * Self.rounds) { random in
      let (text, root) = Self.document(
        &random, [" "], names: ["text", "color", "date", "inner", "list", "words", "count", "other"])
      func model(_ value: JSONValue?) throws -> Model? {
        try value.map { try StreamEncoder().encode($0) }.flatMap { try? decoder.decode(Model.self, from: $0) }
      }
      var parser = PushParser(decoding: Model.self, framing: .document, decoder: decoder)
      parser.onError = .skip { _, _ in }
      try Self.feed(text, to: &parser, by: { 1 + random.below(4) }) { parser, count in
        let takesAny = try model(root.value(in: count, continuation: "\u{1}")) != nil
        let closed = takesAny ? try model(root.value(in: count)) : nil
        let expected = try closed ?? model(root.value(in: count, closesText: false))
        let found = try parser.partial()
        #expect(
          found == expected, "\(String(decoding: text[..<count], as: UTF8.self)), \(SeededRandom.again)")
        if expected != nil { shown += 1 }
        if expected != nil, closed == nil { withoutText += 1 }
      }
    }
    #expect(shown > 500 && withoutText > 20, "\(shown), \(withoutText)")
  }

  @Test("a string that has not ended is not shown as one of certain strings")
  func beginnings() throws {
    enum State: String, Decodable { case ok, okay }
    struct Status: Decodable, Sendable { var state: State? }
    var parser = PushParser(decoding: Status.self)
    for (piece, state) in [("{\"state\":\"ok", nil), ("ay", nil), ("\"", State.okay)] {
      try parser.feed(piece) { _, _ in }
      let partial = try #require(try parser.partial())
      #expect(partial.state == state)
    }
  }

  private struct Answer: Decodable, Sendable, Equatable {
    var text: String
    var sources: [String]?
  }

  @Test("nothing is shown until the type has what it needs, and of a malformed record")
  func nothing() throws {
    var parser = PushParser(decoding: Answer.self)
    var seen: [Answer?] = []
    for piece in [
      "\n", "{\"sou", "rces\":[\"a\",\"b", "\"],\"te", "xt\":\"c\\", "ud83d", "\\ude00", " d\"}  ",
    ] {
      try parser.feed(piece) { _, _ in Issue.record("no record has ended") }
      seen.append(try parser.partial())
      #expect(try parser.partial() == seen.last ?? nil, "a second call")
    }
    let none = [Answer?](repeating: nil, count: 4)
    let list = ["a", "b"]
    #expect(
      seen == none + ["c", "c", "c😀", "c😀 d"].map { Answer(text: $0, sources: list) }.map { Optional($0) })
    try parser.feed("\n{\"text\":\"x\", oops") { _, _ in }
    #expect(try parser.partial() == nil)
    #expect(throws: MappingError.self) { try parser.feed("\n{\"text\":\"y\"") { _, _ in } }
    #expect(throws: MappingError.self) { try parser.partial() }
  }

  @Test("the next record is not mixed with one that was blank, skipped or too long")
  func next() throws {
    let decoder = StreamDecoder()
    decoder.limits = Limits(record: 20)
    var parser = PushParser(decoding: [Int].self, decoder: decoder)
    parser.onError = .skip { _, _ in }
    for (piece, expected) in [
      ("  ", nil), ("\n[1,2", [1]), (",3] ", [1, 2, 3]), ("x", nil), ("\n[4,5,", [4, 5]),
      (String(repeating: " ", count: 30), nil), ("]\n", nil), ("[6,7 ", [6, 7]), ("]", [6, 7]),
    ] as [(String, [Int]?)] {
      try parser.feed(piece) { _, _ in }
      #expect(try parser.partial() == expected, "\(piece)")
    }
  }

  @Test("a byte order mark is skipped only before the first record")
  func byteOrderMark() throws {
    var parser = PushParser(decoding: [Int].self)
    parser.onError = .skip { _, _ in }
    for (piece, expected) in [
      ("\u{FEFF}[1,2", [1]), (",3]", [1, 2, 3]), ("\n[4,5,", [4, 5]), ("6]\n\u{FEFF}[7,8", nil), (",9]", nil),
      ("\n[10,11", [10]), ("]", [10, 11]),
    ] as [(String, [Int]?)] {
      try parser.feed(piece) { _, _ in }
      #expect(try parser.partial() == expected, "\(piece)")
    }
  }

  @Test("a parser of a mapping shows its models with a closure alone")
  func mapping() throws {
    struct Text: Decodable, Sendable { var text = "" }
    let mapping = try Mapping(Text()) { Field(\.text, "text") }
    var parser = PushParser(mapping)
    try parser.feed("{\"text\":\"a") { _, _ in }
    #expect(try parser.partial() == nil)
    #expect(try parser.partial { model, _ in model.text } == "a")
  }
}
