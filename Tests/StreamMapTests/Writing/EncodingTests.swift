import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Models as JSON")
struct EncodingTests {
  struct Tag: Equatable {
    var text = ""
    var weight: Double?
  }

  enum Level: String, Sendable { case low, high }

  struct Model: Equatable {
    var id = 0
    var name: String?
    var author = ""
    var followers = 0
    var isActive = false
    var ratio = 0.0
    var level = Level.low
    var levels: [Level] = []
    var tags: [Tag] = []
    var first: Tag?
    var words: [String] = []
    var sizes: [Int] = []
    var x = 0.0
    var y = 0.0
    var counts: [String: Int] = [:]
    var groups: [[Int]] = []
    var raw = RawJSON()
    var upper: String {
      get { author.uppercased() }
      set { author = newValue.lowercased() }
    }
  }

  static func tag() throws -> Mapping<Tag> {
    try Mapping(Tag()) {
      Field(\.text, "text")
      Field(\.weight, "weight")
    }
  }

  static func mapping() throws -> Mapping<Model> {
    let tag = try tag()
    return try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.name, "user.name")
      Field(\.followers, "user.followers_count")
      Field(\.isActive, "active")
      Field(\.ratio, "ratio")
      Field(\.level, "level")
      Field(\.levels, "levels")
      Field(\.tags, "tags", mapping: tag)
      Field(\.first, "first", mapping: tag)
      Field(\.words, "items[*].word")
      Field(\.sizes, "items[*].size")
      Field(\.x, "place[0]")
      Field(\.y, "place[2]")
      Field(\.counts, "counts")
      Field(\.groups, "groups")
      Field(\.raw, "raw")
      Field(\.upper, "author")
    }
  }

  static let model = Model(
    id: -12, name: "Ann \"A\"\n\u{1}é", author: "ann", followers: 7, isActive: true, ratio: 0.1, level: .high,
    levels: [.low, .high], tags: [Tag(text: "a", weight: 1.5), Tag(text: "b")], first: nil,
    words: ["one", "two"], sizes: [1], x: 1.25, y: -2, counts: ["k": 1], groups: [[1, 2], [], [3]],
    raw: RawJSON(bytes: Array(#"{"z":[1,2]}"#.utf8)))

  static let text = #"""
    {"id":-12,"user":{"name":"Ann \"A\"\n\u0001é","followers_count":7},"active":true,"ratio":0.1,\#
    "level":"high","levels":["low","high"],"tags":[{"text":"a","weight":1.5},{"text":"b"}],\#
    "items":[{"word":"one","size":1},{"word":"two"}],"place":[1.25,null,-2.0],"counts":{"k":1},\#
    "groups":[[1,2],[],[3]],"raw":{"z":[1,2]},"author":"ANN"}
    """#

  @Test("writes a compact model", .feature("1", "34"))
  func compact() throws {
    #expect(String(decoding: try Self.mapping().encode(Self.model), as: UTF8.self) == Self.text)
  }

  @Test("written JSON decodes to the same model", .feature("1"))
  func roundTrip() throws {
    let mapping = try Self.mapping()
    var model = Self.model
    // Two arrays over the same elements cannot record which of them lacked one.
    model.sizes = [1, 2]
    let json = try mapping.encode(model)
    #expect(try mapping.decode(json.span) == model)
    #expect(try mapping.encode(mapping.decode(json.span)) == json)
  }

  @Test("writes pretty, in order, with nil as null", .feature("34", "O23"))
  func pretty() throws {
    var style = JSONStyle.pretty
    style.writesNil = true
    let json = try Self.tag().encode(Tag(text: "t"), style: style)
    #expect(
      String(decoding: json, as: UTF8.self) == """
        {
          "text": "t",
          "weight": null
        }
        """)
    let expected = try #require(try Self.tree(Array(Self.text.utf8)))
    for style in [JSONStyle.pretty, JSONStyle(sortsNames: true), JSONStyle(isPretty: true)] {
      let json = try Self.mapping().encode(Self.model, style: style)
      #expect(try Self.tree(json) == expected)
      #expect(json.contains(UInt8(ascii: "\n")) == style.isPretty)
      guard style.sortsNames else { continue }
      guard case .object(let object) = try Self.value(json) else {
        Issue.record("no object")
        continue
      }
      let names = object.members.map(\.name)
      #expect(names == names.sorted())
    }
  }

  private static func tree(_ json: [UInt8]) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary
  }

  private static func value(_ json: [UInt8]) throws -> JSONValue {
    struct Whole { var value = JSONValue.null }
    return try Mapping(Whole()) { Field(\.value, "$") }.decode(json.span).value
  }

  @Test("writes an empty object without fields")
  func empty() throws {
    struct Nothing { var name: String? }
    let mapping = try Mapping(Nothing()) { Field(\.name, "a.b.c") }
    #expect(try mapping.encode(Nothing()) == Array("{}".utf8))
    let style = JSONStyle(writesNil: true)
    #expect(try mapping.encode(Nothing(), style: style) == Array(#"{"a":{"b":{"c":null}}}"#.utf8))
  }

  final class Account {
    var id = 0
    var owner: Account?
    var notes: [String?] = []
  }

  @Test("objects, computed properties and setters")
  func classes() throws {
    let inner = try Mapping(Account()) { Field(\.id, "id") }
    let mapping = try Mapping(Account()) {
      Field(\.id, "id")
      Field(\.owner, "owner", mapping: inner)
      Field(\.notes, "notes")
      Field("ignored") { (_: inout Account, _: Int) in }
      Field("twice", get: { $0.id * 2 }, set: { $0.id = $1 / 2 })
    }
    let account = Account()
    account.id = 4
    account.owner = Account()
    account.notes = ["a", nil]
    let text = String(decoding: try mapping.encode(account), as: UTF8.self)
    #expect(text == #"{"id":4,"owner":{"id":0},"notes":["a",null],"twice":8}"#)
  }

  struct Event: Equatable {
    var at = Date(timeIntervalSince1970: 0)
    var ends: Date?
    var days: [String: Date] = [:]
    var link: URL?
    var wide: Int128 = 0
    var price: Decimal = 0
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var data = Data()
    var keys: Set<Int> = []
    var odd = 1
  }

  struct Odd: Error {}

  static func events() throws -> Mapping<Event> {
    try Mapping(Event()) {
      Field(\.at, "at", using: .unixSeconds)
      Field(\.ends, "ends", using: .iso8601)
      Field(\.days, "days", using: .unixMilliseconds)
      Field(\.link, "link")
      Field(\.wide, "wide")
      Field(\.price, "price")
      Field(\.id, "id")
      Field(\.data, "data")
      Field(\.keys, "keys")
      Field(
        \.odd, "odd",
        using: Transform("an odd number") { (value: Int) in
          value % 2 == 1 ? value : nil
        } encode: { value in
          if value < 0 { throw Odd() }
          return value % 2 == 1 ? value : nil
        })
    }
  }

  @Test("transforms, Foundation's values, sets")
  func transforms() throws {
    let mapping = try Self.events()
    let event = Event(
      at: Date(timeIntervalSince1970: 1_700_000_000), ends: Date(timeIntervalSince1970: 86_400),
      days: ["a": Date(timeIntervalSince1970: 1.5)], link: URL(string: "https://a.example/b?c=d"),
      wide: .min, price: try #require(Decimal(string: "12.50")), data: Data([1, 2, 255]), keys: [7])
    let json = try mapping.encode(event)
    #expect(try mapping.decode(json.span) == event)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains(#""ends":"1970-01-02T00:00:00Z""#), "\(text)")
    #expect(text.contains(#""days":{"a":1500"#), "\(text)")
    #expect(text.contains(#""wide":-170141183460469231731687303715884105728,"price":12.5,"#), "\(text)")
    // Absent values are left out. Thrown errors are reported.
    var other = Event()
    other.odd = 2
    #expect(!String(decoding: try mapping.encode(other), as: UTF8.self).contains("odd"))
    other.odd = -1
    let error = #expect(throws: EncodingError.self) { try mapping.encode(other) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("another case")
      return
    }
    #expect(context.underlyingError is Odd)
  }

  final class Person: Sendable {
    let name: String
    let friends: [Person]

    init(name: String = "", friends: [Person] = []) {
      self.name = name
      self.friends = friends
    }
  }

  struct Tree: Equatable {
    var name = ""
    var branches: [Tree] = []

    static let mapping: Result<Mapping<Tree>, any Error> = Result {
      try Mapping(Tree()) {
        Field(\.name, "name")
        Field(\.branches, "branches", recursive: { try Tree.mapping.get() })
      }
    }
  }

  @Test("a recursive model")
  func recursive() throws {
    let mapping = try Tree.mapping.get()
    let tree = Tree(
      name: "a", branches: [Tree(name: "b"), Tree(name: "c", branches: [Tree(name: "d")])])
    let json = try mapping.encode(tree)
    let text =
      #"{"name":"a","branches":[{"name":"b","branches":[]},"#
      + #"{"name":"c","branches":[{"name":"d","branches":[]}]}]}"#
    #expect(String(decoding: json, as: UTF8.self) == text)
    #expect(try mapping.decode(json.span) == tree)
  }

  @Test("rejects a model without readable properties", .feature("1"))
  func built() throws {
    let mapping = try Mapping(Argument<String>("name")) { Person(name: $0) }
    let error = #expect(throws: PathError.self) { try mapping.encode(Person(name: "a")) }
    #expect(error?.path == "name")
  }

  @Test("rejects numbers that JSON cannot express")
  func nonFinite() throws {
    let mapping = try Self.tag()
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(throws: EncodingError.self) { try mapping.encode(Tag(text: "", weight: value)) }
    }
    var json = JSONWriter()
    try mapping.encode(Tag(text: "a"), to: &json)
    #expect(throws: EncodingError.self) { try mapping.encode(Tag(text: "b", weight: .nan), to: &json) }
    #expect(json.take() == Array(#"{"text":"a"}"#.utf8))
  }

  @Test("writes with one mapping concurrently, in both orders of names")
  func concurrent() async throws {
    let mapping = try Mapping(Tag()) {
      Field(\.weight, "weight")
      Field(\.text, "text")
    }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<16 {
        group.addTask {
          var json = JSONWriter(JSONStyle(sortsNames: number.isMultiple(of: 2)))
          try mapping.encode(Tag(text: "a", weight: 1), to: &json)
          return String(decoding: json.take(), as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == [#"{"text":"a","weight":1.0}"#, #"{"weight":1.0,"text":"a"}"#])
  }

  @Test("rejects paths that cannot be written", .feature("20"))
  func unwritable() throws {
    struct Lists { var values: [Int] = [] }
    for (path, position) in [("a.*", 2), ("a[*].b[*]", 6)] {
      let mapping = try Mapping(Lists()) { Field(\.values, path) }
      let error = #expect(throws: PathError.self) { try mapping.encode(Lists()) }
      #expect(error?.position == position)
    }
  }

  // MARK: Scalars

  /// Foundation reads the written value.
  @Test("any string")
  func strings() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let pieces = [
      "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "日本", "😀", "longer text",
    ]
    for _ in 0..<5_000 {
      let text = (0..<random.below(30)).map { _ in random.pick(pieces) }.joined()
      var json = JSONWriter()
      json.beginArray()
      json.element()
      json.string(text)
      json.endArray()
      let written = Data(json.take())
      let read = try JSONSerialization.jsonObject(with: written) as? [String]
      try #require(read == [text], "\(SeededRandom.again)")
    }
  }

  /// Every ASCII character at every place of short strings, compared with its escape.
  @Test("every character in every place of a word")
  func escapes() {
    for length in Array(1...17) + [24, 31, 32, 33] {
      for place in 0..<length {
        for byte in UInt8(0)..<0x80 {
          for slashes in [false, true] {
            var text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
            text[place] = byte
            var json = slashes ? JSONWriter(JSONStyle(escapesSlashes: true)) : JSONWriter()
            json.string(String(decoding: text, as: UTF8.self))
            let escape =
              switch byte {
              case 0x08: #"\b"#
              case 0x09: #"\t"#
              case 0x0A: #"\n"#
              case 0x0C: #"\f"#
              case 0x0D: #"\r"#
              case 0x00..<0x20: #"\u00\#(byte < 16 ? "0" : "")\#(String(byte, radix: 16))"#
              case UInt8(ascii: "\""): #"\""#
              case UInt8(ascii: "\\"): #"\\"#
              case UInt8(ascii: "/") where slashes: #"\/"#
              default: String(decoding: [byte], as: UTF8.self)
              }
            let x = { String(repeating: "x", count: $0) }
            let expected = "\"" + x(place) + escape + x(length - 1 - place) + "\""
            let written = json.take()
            if written != Array(expected.utf8) {
              Issue.record("\(byte) at \(place) of \(length): \(String(decoding: written, as: UTF8.self))")
            }
          }
        }
      }
    }
  }

  /// The step after an escape begins anywhere in the text.
  @Test("two characters to escape at every distance")
  func pairsOfEscapes() throws {
    for between in 0..<20 {
      for (first, second) in [("\"", "#"), ("\"", "\\"), ("\n", "\u{1F}"), ("\\", "é"), ("\t", "\"")] {
        let text = "é" + first + String(repeating: "x", count: between) + second + "日本"
        var json = JSONWriter()
        json.string(text)
        let written = Data(json.take())
        let read = try JSONSerialization.jsonObject(with: written, options: .fragmentsAllowed) as? String
        #expect(read == text)
        let escapes = text.unicodeScalars.count { $0 == "\"" || $0 == "\\" || $0.value < 0x20 }
        let long = text.unicodeScalars.count { $0 == "\u{1F}" }
        #expect(written.count == text.utf8.count + 2 + escapes + 4 * long)
      }
    }
  }

  /// Short decimals, random bits, and neighbours of powers of ten. They round-trip, with no more digits than the
  /// standard library's shortest form.
  @Test("any double")
  func doubles() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var values: [Double] = [
      0, -0.0, 1, -1, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e15, 1e16, 123456789012345,
      0.001,
    ]
    for power in -20...20 {
      let near = Double("1e\(power)") ?? 0
      values += [near, near.nextUp, near.nextDown, -near]
    }
    for _ in 0..<20_000 {
      values.append(Double(bitPattern: random.next()))
      let digits = Double(random.below(1_000_000_000)) * Double(random.below(1_000_000))
      values.append(digits / random.pick([1, 10, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18]))
    }
    for value in values where value.isFinite {
      var json = JSONWriter()
      json.double(value)
      let text = String(decoding: json.take(), as: UTF8.self)
      let read = try #require(Double(text))
      try #require(read.bitPattern == value.bitPattern, "\(text), \(SeededRandom.again)")
      let (own, shortest) = (Self.digits(text), Self.digits(value.description))
      try #require(own == shortest, "\(text), \(value), \(SeededRandom.again)")
    }
  }

  /// The number of significant digits.
  private static func digits(_ text: String) -> Int {
    let plain = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    return plain.count - plain.reversed().prefix { $0 == "0" }.count
  }

  @Test("integers of every width, limits and powers of ten")
  func integers() {
    func check<Value: FixedWidthInteger>(_: Value.Type) {
      var values: [Value] = [.min, .max, 0, 1, 9, 10, 11, 99, 100, 127]
      var power: Value = 1
      while true {
        let (next, overflow) = power.multipliedReportingOverflow(by: 10)
        if overflow { break }
        power = next
        values += [power - 1, power, power + 1]
      }
      for value in values {
        var json = JSONWriter()
        json.integer(value)
        #expect(String(decoding: json.take(), as: UTF8.self) == String(value))
      }
    }
    check(Int8.self)
    check(UInt8.self)
    check(Int16.self)
    check(UInt16.self)
    check(Int32.self)
    check(UInt32.self)
    check(Int64.self)
    check(UInt64.self)
    check(Int128.self)
    check(UInt128.self)
  }
}
