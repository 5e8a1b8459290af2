import Testing

@testable import StreamMap
@testable import TestSupport

/// Strings of fields whose values repeat, which a decoder shares without being asked.
@Suite("Shared strings")
struct SharedStringTests {
  struct Model: Equatable {
    var plain = "template"
    var optional: String?
    var list: [String] = []
  }

  final class Instance {
    var plain = "template"
    var optional: String?
    var list: [String] = []
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.plain, "plain", all: policies)
      Field(\.optional, "optional", all: policies)
      Field(\.list, "list", all: policies)
    }
  }

  static func instances() throws -> Mapping<Instance> {
    try Mapping(Instance()) {
      Field(\.plain, "plain")
      Field(\.optional, "optional")
      Field(\.list, "list")
    }
  }

  /// One of a number of texts. They have 1 to 270 bytes.
  private static func text(_ kinds: Int, _ random: inout SeededRandom) -> String {
    let number = random.below(kinds)
    return "\(number)" + String(repeating: number % 3 == 0 ? "é" : "x", count: number % 5 * 33)
  }

  /// A record, and the model that it must give.
  private static func record(
    _ number: Int, _ random: inout SeededRandom
  ) -> (bytes: [UInt8], model: Model) {
    // The number of values changes, so that fields begin and cease to share.
    let kinds = [4, 4, 1_000_000, 30][number / 3_000 % 4]
    var model = Model(plain: text(kinds, &random))
    var members = [#""plain":"\#(model.plain)""#]
    if random.chance(3, outOf: 4) {
      let text = text(2, &random)
      model.optional = text
      members.append(#""optional":"\#(text)""#)
    }
    if random.chance(1, outOf: 2) {
      model.list = (0..<random.below(4)).map { _ in text(kinds, &random) }
      members.append("\"list\":[\(model.list.map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    return (Array("{\(members.joined(separator: ","))}".utf8), model)
  }

  @Test("the same models as without sharing", arguments: Engine.allCases)
  func same(engine: Engine) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let options = ReadingOptions(engine: engine)
    let reused = RecordDecoder(try Self.mapping(), options: options)
    let taken = RecordDecoder(try Self.mapping(), options: options)
    let instances = RecordDecoder(try Self.instances(), options: options)
    var kept: [Instance] = []
    for number in 0..<24_000 {
      let (bytes, model) = Self.record(number, &random)
      try reused.read(bytes.span) { try #require($0 == model, "\(SeededRandom.again)") }
      try #require(try taken.decode(bytes.span) == model, "\(SeededRandom.again)")
      let instance = try instances.decode(bytes.span)
      try #require(
        Model(plain: instance.plain, optional: instance.optional, list: instance.list) == model,
        "\(SeededRandom.again)")
      // A kept instance is replaced by another, at another address.
      if number % 100 == 0 { kept.append(instance) }
    }
  }

  /// The address of a string's text. It is compared, and never read.
  private static func address(_ text: String) -> Int? {
    unsafe text.utf8.withContiguousStorageIfAvailable { Int(bitPattern: $0.baseAddress) }
  }

  /// Returns in how many of the last records the string is that of the first.
  private static func sharedCount(
    _ mapping: Mapping<Model>, after count: Int, _ text: (Int) -> String
  ) throws -> Int {
    let decoder = mapping.makeDecoder()
    var models: [Model] = []
    for number in 0..<(count + 100) {
      let model = try decoder.decode(Array(#"{"plain":"\#(text(number))"}"#.utf8).span)
      if number >= count { models.append(model) }
    }
    return models.filter { Self.address($0.plain) == Self.address(models[0].plain) }.count
  }

  @Test("shares the strings of a field with few values")
  func few() throws {
    let values = (0..<4).map { "a text of many bytes, number \($0)" }
    #expect(try Self.sharedCount(Self.mapping(), after: 5_000) { values[$0 % 4] } == 25)
    #expect(try Self.sharedCount(Self.mapping(.interned), after: 8) { values[$0 % 4] } == 25)
    // A short input is not measured.
    #expect(try Self.sharedCount(Self.mapping(), after: 100) { values[$0 % 4] } == 1)
  }

  @Test(
    "finds most of 256 strings again, wherever they differ",
    arguments: [
      "text of many bytes, number #", "https://example.org/users/#", "#: a text of many bytes",
      "a text, # of many bytes",
    ])
  func places(pattern: String) throws {
    let decoder = try Self.mapping(.interned).makeDecoder()
    func models() throws -> [Model] {
      try (1_000..<1_256).map { number in
        let text = pattern.replacing("#", with: "\(number)")
        return try decoder.decode(Array(#"{"plain":"\#(text)"}"#.utf8).span)
      }
    }
    let (first, second) = (try models(), try models())
    // Some strings replace others that are still wanted.
    #expect(zip(first, second).filter { Self.address($0.plain) == Self.address($1.plain) }.count > 190)
  }

  @Test("tries a field again whose values begin to repeat")
  func again() throws {
    let mapping = try Self.mapping()
    #expect(
      try Self.sharedCount(mapping, after: 40_000) { number in
        number < 12_000 ? "a new text of many bytes \(number)" : "the same text of many bytes"
      } == 100)
  }

  @Test("looks up few strings of a field whose values do not repeat")
  func unique() {
    var sharing = StringSharing()
    var lookups = 0
    // As many trials as in eight million records.
    for _ in 0..<1_000 where sharing.isDue() {
      repeat { lookups += 1 } while sharing.record(isKnown: false)
    }
    #expect(lookups < 1_000)
  }

  @Test("a found string earns two look-ups, up to 255")
  func credit() {
    var sharing = StringSharing()
    // The first one makes the credit odd.
    _ = sharing.record(isKnown: false)
    for _ in 0..<200 { _ = sharing.record(isKnown: true) }
    var misses = 1
    while sharing.record(isKnown: false) { misses += 1 }
    #expect(misses == 255)
  }

  @Test("looks up every string of an interned field")
  func interned() {
    var sharing = StringSharing(isMeasured: false)
    #expect((0..<10_000).allSatisfy { sharing.record(isKnown: $0 % 7 == 0) })
  }
}
