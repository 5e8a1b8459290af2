import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Generated models, written and read again by the same mapping. Nothing is lost, and the decoded model writes the
/// same text.
@Suite("Models encoded and decoded")
struct RoundTripTests {
  enum Level: String, Sendable, CaseIterable { case low, high }

  struct Part: Equatable, Sendable {
    var id = 0
    var weight: Float?
    var tags: [String] = []

    static func mapping() throws -> Mapping<Part> {
      try Mapping(Part()) {
        Field(\.id, "id")
        Field(\.weight, "measures.weight")
        Field(\.tags, "tags")
      }
    }
  }

  struct Branch: Equatable, Sendable {
    var name = ""
    var branches: [Branch] = []

    static let mapping: Result<Mapping<Branch>, any Error> = Result {
      try Mapping(Branch()) {
        Field(\.name, "name")
        Field(\.branches, "branches", recursive: { try Branch.mapping.get() })
      }
    }
  }

  struct Whole: Equatable, Sendable {
    var bool = false
    var int = 0
    var small: Int8 = 0
    var wide: UInt128 = 0
    var double = 0.0
    var text = ""
    var optional: String?
    var level = Level.low
    var levels: [Level] = []
    var decimal: Decimal = 0
    var link: URL?
    var data = Data()
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var at = Date(timeIntervalSince1970: 0)
    var times: [String: Date] = [:]
    var part = Part()
    var parts: [Part] = []
    var maybe: Part?
    var named: [String: [Part]] = [:]
    var grid: [[Int?]] = []
    var keys: Set<Int> = []
    var counts: [Int: Double] = [:]
    var first = 0
    var third = 0
    var words: [String] = []
    var tree = Branch()
    var any = JSONValue.null

    static func mapping() throws -> Mapping<Whole> {
      let part = try Part.mapping()
      let branch = try Branch.mapping.get()
      return try Mapping(Whole()) {
        Field(\.bool, "flags.bool")
        Field(\.int, "numbers.int")
        Field(\.small, "numbers.small")
        Field(\.wide, "numbers.wide")
        Field(\.double, "numbers['a double']")
        Field(\.text, "text")
        Field(\.optional, "maybe.text")
        Field(\.level, "level")
        Field(\.levels, "levels")
        Field(\.decimal, "numbers.decimal")
        Field(\.link, "link")
        Field(\.data, "data")
        Field(\.id, "id")
        Field(\.at, "at", using: .unixSeconds)
        Field(\.times, "times", using: .unixMilliseconds)
        Field(\.part, "parts.one", mapping: part)
        Field(\.parts, "parts.all", mapping: part)
        Field(\.maybe, "parts.maybe", mapping: part)
        Field(\.named, "parts.named", mapping: part)
        Field(\.grid, "grid")
        Field(\.keys, "keys")
        Field(\.counts, "counts")
        Field(\.first, "places[0]")
        Field("places[2].deep", get: { $0.third }, set: { $0.third = $1 })
        Field(\.words, "items[*].word")
        Field(\.tree, "tree", mapping: branch)
        Field(\.any, "any")
      }
    }
  }

  private struct Generator {
    var random: SeededRandom

    mutating func text() -> String {
      let pieces = ["a", "\"", "\\", "/", "\n", "\u{0}", "é", "日本", "😀", "a longer text"]
      return (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
    }

    mutating func list<Element>(_ make: (inout Generator) -> Element) -> [Element] {
      (0..<random.below(4)).map { _ in make(&self) }
    }

    mutating func dictionary<Key: Hashable, Value>(
      _ key: (inout Generator) -> Key, _ value: (inout Generator) -> Value
    ) -> [Key: Value] {
      Dictionary(list { (key(&$0), value(&$0)) }, uniquingKeysWith: { $1 })
    }

    mutating func double() -> Double {
      let bits = Double(bitPattern: random.next())
      return random.chance(1, outOf: 2) && bits.isFinite ? bits : Double(random.below(100_000)) / 8
    }

    mutating func part() -> Part {
      Part(
        id: Int(truncatingIfNeeded: random.next()),
        weight: random.chance(1, outOf: 2) ? Float(random.below(1000)) / 7 : nil, tags: list { $0.text() })
    }

    mutating func branch(_ depth: Int) -> Branch {
      Branch(name: text(), branches: depth == 0 ? [] : list { $0.branch(depth - 1) })
    }

    mutating func value(_ depth: Int) -> JSONValue {
      switch random.below(depth == 0 ? 4 : 6) {
      case 0: .null
      case 1: .bool(random.chance(1, outOf: 2))
      case 2: .number(JSONNumber(literal: random.pick(["0", "-1.50", "1e400", "12345678901234567890123"])))
      case 3: .string(text())
      case 4: .array(list { $0.value(depth - 1) })
      default:
        .object(JSONObject(members: list { ($0.text(), $0.value(depth - 1)) }))
      }
    }

    mutating func whole() -> Whole {
      var whole = Whole()
      whole.bool = random.chance(1, outOf: 2)
      whole.int = Int(truncatingIfNeeded: random.next())
      whole.small = Int8(truncatingIfNeeded: random.next())
      whole.wide = UInt128(random.next()) << 64 | UInt128(random.next())
      whole.double = double()
      whole.text = text()
      whole.optional = random.chance(1, outOf: 2) ? text() : nil
      whole.level = random.pick(Level.allCases)
      whole.levels = list { $0.random.pick(Level.allCases) }
      whole.decimal = Decimal(random.below(1_000_000)) / 1000
      whole.link =
        random.chance(1, outOf: 2) ? URL(string: "https://a.example/\(random.below(100))?b=c#d") : nil
      whole.data = Data(list { UInt8(truncatingIfNeeded: $0.random.next()) })
      whole.at = Date(timeIntervalSince1970: Double(random.below(2_000_000_000)))
      whole.times = dictionary(
        { $0.text() }, { Date(timeIntervalSince1970: Double($0.random.below(1_000_000))) })
      whole.part = part()
      whole.parts = list { $0.part() }
      whole.maybe = random.chance(1, outOf: 2) ? part() : nil
      whole.named = dictionary({ $0.text() }, { $0.list { $0.part() } })
      whole.grid = list { $0.list { $0.random.chance(1, outOf: 3) ? nil : $0.random.below(100) } }
      whole.keys = Set(list { $0.random.below(100) })
      whole.counts = dictionary({ $0.random.below(100) }, { $0.double() })
      whole.first = random.below(10)
      whole.third = random.below(10)
      whole.words = list { $0.text() }
      whole.tree = branch(3)
      whole.any = value(3)
      return whole
    }
  }

  @Test("types, transforms, nested models, collections and recursion", .feature("1", "O2"))
  func models() throws {
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed))
    let mapping = try Whole.mapping()
    let styles = [JSONStyle(sortsNames: true), .pretty, JSONStyle(sortsNames: true, escapesSlashes: true)]
    var parser = PushParser(mapping)
    var lines: [UInt8] = []
    var models: [Whole] = []
    for _ in 0..<min(Effort.documents / 10, 100_000) {
      let model = generator.whole()
      models.append(model)
      for style in styles {
        let json = try mapping.encode(model, style: style)
        let read = try mapping.decode(json.span)
        try #require(read == model, "\(String(decoding: json, as: UTF8.self)), \(SeededRandom.again)")
        // A set's elements have no order.
        if model.keys.count < 2 {
          try #require(try mapping.encode(read, style: style) == json, "\(SeededRandom.again)")
        }
      }
      lines += try mapping.encode(model, style: styles[0]) + [ASCII.lineFeed]
      if models.count == 200 || models.count == Effort.documents / 10 {
        var pushed: [Whole] = []
        try parser.feed(lines) { model, _ in pushed.append(copy model) }
        try parser.finish { model, _ in pushed.append(copy model) }
        #expect(pushed == models, "\(SeededRandom.again)")
        parser = PushParser(mapping)
        lines = []
        models = []
      }
    }
  }

  /// A closure creates the model when reading. A second mapping with getters writes it.
  @Test("a model of constants", .feature("3", "G6"))
  func constants() throws {
    final class Constant: Sendable, Equatable {
      let id: Int
      let names: [String]

      init(id: Int, names: [String]) {
        self.id = id
        self.names = names
      }

      static func == (left: Constant, right: Constant) -> Bool {
        left.id == right.id && left.names == right.names
      }
    }
    let reading = try Mapping(Argument<Int>("id"), Argument<[String]>("names")) {
      Constant(id: $0, names: $1)
    }
    let writing = try Mapping(Constant(id: 0, names: [])) {
      Field("id", get: { $0.id }, set: { (_: inout Constant, _: Int) in })
      Field("names", get: { $0.names }, set: { (_: inout Constant, _: [String]) in })
    }
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed))
    for _ in 0..<200 {
      let model = Constant(id: generator.random.below(1000), names: generator.list { $0.text() })
      let json = try writing.encode(model)
      try #require(try reading.decode(json.span) == model, "\(SeededRandom.again)")
    }
  }
}
