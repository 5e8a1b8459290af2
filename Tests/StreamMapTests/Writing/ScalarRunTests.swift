import Testing

@testable import StreamMap
@testable import TestSupport

/// The scalars of a model are written in runs, sixteen bytes at a time. An oracle writes them one by one.
@Suite("Runs of scalars")
struct ScalarRunTests {
  struct Record {
    var first = ""
    var count: Int?
    var second: String?
    var ratio = 0.0
    var share: Double?
    var flag: Bool?
    var third = ""
    var total = 0
  }

  static func mapping() throws -> Mapping<Record> {
    try Mapping(Record()) {
      Field(\.first, "first")
      Field(\.count, "count")
      Field(\.second, "second")
      Field(\.ratio, "ratio")
      Field(\.share, "share")
      Field(\.flag, "flag")
      Field(\.third, "a name of more than sixteen bytes")
      Field(\.total, "total")
    }
  }

  /// Writes a string with its escapes, character by character.
  static func quoted(_ text: String, escapesSlashes: Bool) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "/": json += escapesSlashes ? "\\/" : "/"
      case "\n": json += "\\n"
      case "\t": json += "\\t"
      case "\u{1}": json += "\\u0001"
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  static func expected(_ record: Record, _ style: JSONStyle) -> String {
    func text(_ value: String?) -> String? { value.map { quoted($0, escapesSlashes: style.escapesSlashes) } }
    let members: [(String, String?)] = [
      ("first", text(record.first)), ("count", record.count.map { "\($0)" }), ("second", text(record.second)),
      ("ratio", "\(record.ratio)"), ("share", record.share.map { "\($0)" }),
      ("flag", record.flag.map { "\($0)" }), ("a name of more than sixteen bytes", text(record.third)),
      ("total", "\(record.total)"),
    ]
    let written = members.filter { $0.1 != nil || style.writesNil }
    return "{" + written.map { "\"\($0.0)\":\($0.1 ?? "null")" }.joined(separator: ",") + "}"
  }

  static var styles: [JSONStyle] {
    [false, true].flatMap { escapesSlashes in
      [false, true].map { writesNil in
        var style = JSONStyle()
        style.escapesSlashes = escapesSlashes
        style.writesNil = writesNil
        return style
      }
    }
  }

  @Test("strings of every length, with an escape at any place")
  func strings() throws {
    let mapping = try Self.mapping()
    for length in 0...140 {
      let plain = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
      for special in [nil, "\"", "\\", "/", "\n", "\u{1}", "é", "\u{7F}"] as [Character?] {
        for place in special == nil ? [0] : [0, length / 2, length] {
          var text = plain
          if let special { text.insert(special, at: text.index(text.startIndex, offsetBy: place)) }
          let record = Record(first: text, second: text, third: text, total: length)
          for style in Self.styles {
            let json = String(decoding: try mapping.encode(record, style: style), as: UTF8.self)
            #expect(json == Self.expected(record, style))
          }
        }
      }
    }
  }

  @Test("random records")
  func randomRecords() throws {
    let mapping = try Self.mapping()
    var random = SeededRandom(seed: SeededRandom.seed)
    var json = JSONWriter()
    var all = ""
    for _ in 0..<2_000 {
      func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
      func text() -> String {
        let length = Int.random(in: 0...40, using: &random)
        return String((0..<length).map { _ in "abc/\"\\\né1 ,".randomElement(using: &random) ?? "a" })
      }
      let number = Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
      let record = Record(
        first: text(), count: maybe(number), second: maybe(text()),
        ratio: Double(number % 100_000) / 1_000,
        share: maybe(Double(bitPattern: UInt64(bitPattern: Int64(number)) >> 2)),
        flag: maybe(number > 0), third: text(), total: -number / 3)
      guard record.share?.isFinite ?? true else { continue }
      try mapping.encode(record, to: &json)
      all += Self.expected(record, JSONStyle())
    }
    #expect(String(decoding: json.take(), as: UTF8.self) == all, "\(SeededRandom.again)")
  }

  /// Members of nested objects, one of which can be omitted, and elements of arrays, one of which has gaps.
  struct Nested {
    var first = 0
    var inner: Int?
    var list: [Int]?
    var last = 0
    var deep = false
    var deeper: Int?
    var ratio = 0.0
    var left: Int?
    var right: Int?
    var pair: (Double?, Double?)
    var gap: (Int?, Int?)
    var end: Int?

    static func mapping() throws -> Mapping<Nested> {
      try Mapping(Nested()) {
        Field(\.first, "first")
        Field(\.inner, "in.inner")
        Field(\.list, "in.list")
        Field(\.last, "in.last")
        Field(\.deep, "in.deep.deep")
        Field(\.deeper, "in.deep.deeper")
        Field(\.ratio, "in.ratio")
        Field(\.left, "may.left")
        Field(\.right, "may.right")
        Field(\.pair.0, "pair[0]")
        Field(\.pair.1, "pair[1]")
        Field(\.gap.0, "gap[1]")
        Field(\.gap.1, "gap[4]")
        Field(\.end, "end")
      }
    }

    func expected(writesNil: Bool) -> String {
      func object(_ members: [(String, String?)], isOmitted: Bool = false) -> String? {
        let written = members.filter { $0.1 != nil || writesNil }
        if written.isEmpty && isOmitted { return nil }
        return "{" + written.map { "\"\($0.0)\":\($0.1 ?? "null")" }.joined(separator: ",") + "}"
      }
      func array(_ elements: [String?]) -> String? {
        elements.contains { $0 != nil } ? "[\(elements.map { $0 ?? "null" }.joined(separator: ","))]" : nil
      }
      func text(_ value: (some CustomStringConvertible)?) -> String? { value?.description }
      let deep = object([("deep", "\(deep)"), ("deeper", text(deeper))])
      let inside = object([
        ("inner", text(inner)), ("list", list.map { "[\($0.map(\.description).joined(separator: ","))]" }),
        ("last", "\(last)"), ("deep", deep), ("ratio", "\(ratio)"),
      ])
      return object([
        ("first", "\(first)"), ("in", inside),
        ("may", object([("left", text(left)), ("right", text(right))], isOmitted: true)),
        ("pair", array([text(pair.0), text(pair.1)])),
        ("gap", array([nil, text(gap.0), nil, nil, text(gap.1)])),
        ("end", text(end)),
      ]) ?? ""
    }
  }

  @Test("objects within, and elements")
  func nested() throws {
    let mapping = try Nested.mapping()
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<2_000 {
      func maybe<Value>(_ value: Value) -> Value? { Bool.random(using: &random) ? value : nil }
      let number = Int.random(in: -1_000...1_000, using: &random)
      let model = Nested(
        first: number, inner: maybe(number), list: maybe(maybe(number).map { [$0, 7] } ?? []),
        last: -number, deep: number > 0, deeper: maybe(number), ratio: Double(number) / 4, left: maybe(1),
        right: maybe(number), pair: (maybe(0.5), maybe(Double(number))), gap: (maybe(number), maybe(2)),
        end: maybe(number))
      for writesNil in [false, true] {
        var style = JSONStyle()
        style.writesNil = writesNil
        let compact = String(decoding: try mapping.encode(model, style: style), as: UTF8.self)
        try #require(compact == model.expected(writesNil: writesNil), "\(SeededRandom.again)")
        style.isPretty = true
        let pretty = String(decoding: try mapping.encode(model, style: style), as: UTF8.self)
        try #require(pretty.filter { !$0.isWhitespace } == compact, "\(SeededRandom.again)")
      }
    }
  }

  @Test("NaN in an object within", arguments: [true, false])
  func nonFinite(isNested: Bool) throws {
    let model = isNested ? Nested(ratio: .nan) : Nested(pair: (1, .infinity))
    let mapping = try Nested.mapping()
    var json = JSONWriter()
    let error = #expect(throws: EncodingError.self) { try mapping.encode(model, to: &json) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == (isNested ? ["in", "ratio"] : ["pair", "Index 1"]))
    #expect(json.count == 0)
  }
}
