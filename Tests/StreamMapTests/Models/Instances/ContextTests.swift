import Testing

@testable import StreamMap
@testable import TestSupport

/// A value that a call passes to closures.
@Suite("Contexts")
struct ContextTests {
  struct Rates: Sendable {
    var factor: Int
  }

  struct Price: Equatable {
    var amount = 0
    var amounts: [Int] = []
    var maybe: Int?
    var label = ""
  }

  struct Offer: Equatable {
    var price = Price()
    var prices: [Price] = []
    var made: Int?
  }

  static let times = Transform("an amount", context: Rates.self) { (number: Int, rates) in
    number < 0 ? nil : number * rates.factor
  } encode: { (amount: Int, rates) in
    amount / rates.factor
  }

  static func price() throws -> Mapping<Price> {
    try Mapping(Price()) {
      Field(\.amount, "amount", using: times)
      Field(\.amounts, "amounts", using: times, .badElement(.drop))
      Field(
        \.maybe, "maybe",
        using: times.map {
          $0 + 1
        } encode: {
          $0 - 1
        }, .mismatch(.setNil))
    }.didDecode(context: Rates.self) { price, rates in
      price.label = "\(price.amount) at \(rates.factor)"
    }.validating(context: Rates.self) { price, rates in price.amount <= 1000 * rates.factor }
  }

  static func offer() throws -> Mapping<Offer> {
    let price = try price()
    let made = try Mapping(Argument<Int>("a"), Argument<Int>("b", using: times), context: Rates.self) {
      rates, a, b in
      a + b + rates.factor
    }
    return try Mapping(Offer()) {
      Field(\.price, "price", mapping: price)
      Field(\.prices, "prices", mapping: price)
      Field(\.made, "made", mapping: made)
    }
  }

  static let json = #"""
    {"price":{"amount":1,"amounts":[1,-1,2],"maybe":3},"prices":[{"amount":2}],"made":{"a":1,"b":2}}
    """#

  static func expected(_ factor: Int) -> Offer {
    Offer(
      price: Price(
        amount: factor, amounts: [factor, 2 * factor], maybe: 3 * factor + 1, label: "\(factor) at \(factor)"),
      prices: [Price(amount: 2 * factor, label: "\(2 * factor) at \(factor)")],
      made: 1 + 2 * factor + factor)
  }

  @Test(
    "reaches transforms, arguments, hooks and nested models", .feature("29", "O24", "G9"),
    arguments: [Engine.yajl, .index])
  func reaches(engine: Engine) throws {
    let mapping = try Self.offer()
    for factor in [1, 10] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: Rates(factor: factor)))
      for _ in 0..<2 {
        #expect(try decoder.decode(Array(Self.json.utf8).span) == Self.expected(factor))
      }
      #expect(
        try mapping.decode(Self.json, options: ReadingOptions(context: Rates(factor: factor)))
          == Self.expected(factor))
      var offer = Offer(made: 7)
      try mapping.makeDecoder(ReadingOptions(context: Rates(factor: factor)))
        .decode(#"{"price":{"amount":1}}"#, into: &offer)
      #expect(offer.price.label == "\(factor) at \(factor)" && offer.made == 7)
    }
  }

  @Test("lines and pushed chunks", .feature("29"), arguments: [Engine.yajl, .index])
  func lines(engine: Engine) throws {
    let mapping = try Self.offer()
    let text = Array(repeating: Self.json, count: 3).joined(separator: "\n")
    var lines = JSONLines(.text(text), as: mapping)
    lines.options = ReadingOptions(engine: engine, context: Rates(factor: 3))
    #expect(try lines.results.map { try $0.get() } == Array(repeating: Self.expected(3), count: 3))
    var parser = PushParser(mapping, options: ReadingOptions(engine: engine, context: Rates(factor: 4)))
    var offers: [Offer] = []
    for byte in text.utf8 { try parser.feed([byte]) { offer, _ in offers.append(copy offer) } }
    try parser.finish { offer, _ in offers.append(copy offer) }
    #expect(offers == Array(repeating: Self.expected(4), count: 3))
  }

  struct Friend: Equatable {
    var level = 0
    var friends: [Friend] = []
    static let mapping: Result<Mapping<Friend>, any Error> = Result {
      try Mapping(Friend()) {
        Field(\.level, "level", using: ContextTests.times)
        Field(\.friends, "friends", recursive: { try Friend.mapping.get() })
      }
    }
  }

  @Test("models nested in their own type", .feature("29"), arguments: [Engine.yajl, .index])
  func recursive(engine: Engine) throws {
    let mapping = try Friend.mapping.get()
    for factor in [2, 3] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: Rates(factor: factor)))
      #expect(
        try decoder.decode(Array(#"{"level":1,"friends":[{"level":2,"friends":[{"level":3}]}]}"#.utf8).span)
          == Friend(
            level: factor,
            friends: [Friend(level: 2 * factor, friends: [Friend(level: 3 * factor)])]))
    }
    let json = #"{"friends":[{"level":2}]}"#
    let error = try #require(throws: MappingError.self) { try mapping.decode(json) }
    #expect(Verdict(error) == Verdict(.wrongContext, 21, "friends[0].level"))
    #expect(error.expected == "a context of Rates")
  }

  @Test("rejects a wrong or missing context, whatever the policies", .feature("29"))
  func wrong() throws {
    let mapping = try Self.offer()
    for engine in [Engine.yajl, .index] {
      let without = mapping.makeDecoder(ReadingOptions(engine: engine))
      let error = try #require(throws: MappingError.self) {
        try without.decode(Array(#"{"price":{"amounts":[1]}}"#.utf8).span)
      }
      #expect(Verdict(error) == Verdict(.wrongContext, 21, "price.amounts[0]"))
      #expect(error.message == "price.amounts[0]: expected a context of Rates, found no context")
      let other = mapping.makeDecoder(ReadingOptions(engine: engine, context: "text"))
      let late = try #require(throws: MappingError.self) {
        try other.decode(Array(#"{"price":{}}"#.utf8).span)
      }
      #expect(Verdict(late) == Verdict(.wrongContext, 10, "price"))
      #expect(late.message == "price: expected a context of Rates, found a context of String")
      #expect(try other.decode(Array("{}".utf8).span) == Offer())
    }
  }

  @Test("encoding to JSON", .feature("29"))
  func writing() throws {
    let price = Price(amount: 20, amounts: [10], maybe: 31)
    let mapping = try Self.price()
    let json = try mapping.encode(price, context: Rates(factor: 10))
    #expect(String(decoding: json, as: UTF8.self) == #"{"amount":2,"amounts":[1],"maybe":3}"#)
    #expect(throws: EncodingError.self) { try mapping.encode(price) }
    #expect(try Self.times.decode(3, context: Rates(factor: 2)) == 6)
    #expect(throws: (any Error).self) { try Self.times.decode(3) }
  }

  /// Counts its instances.
  final class Store: @unchecked Sendable {
    var made: [Entity] = []
    func new() -> Entity {
      made.append(Entity())
      return made[made.count - 1]
    }
  }

  final class Entity {
    var id = 0
    var name: String? = "new"
    var parts: [Entity] = []
    var size = 1
  }

  @Test(
    "a factory gets the context once for each instance", .feature("41", "G14"),
    arguments: [Engine.yajl, .index])
  func factory(engine: Engine) throws {
    let part = try Mapping(context: Store.self) {
      $0.new()
    } fields: {
      Field(\.id, "id")
      Field(\.name, "name", .null(.keep), .mismatch(.keep))
    }
    let mapping = try Mapping(context: Store.self) {
      $0.new()
    } fields: {
      Field(\.id, "id", .required)
      Field(\.parts, "parts", mapping: part)
      Field(\.size, "size", .mismatch(.keep))
    }
    let store = Store()
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: store))
    #expect(store.made.isEmpty)
    let json = #"{"id":1,"parts":[{"id":2,"name":null},{"id":3,"name":"x"}],"size":"big"}"#
    for round in 1...2 {
      let entity = try decoder.decode(Array(json.utf8).span)
      #expect(entity.id == 1 && entity.parts.map(\.id) == [2, 3] && entity.size == 1)
      #expect(entity.parts[0].name == "new" && entity.parts[1].name == "x")
      #expect(store.made.count == 3 * round && store.made[3 * round - 1] === entity)
    }
    #expect(throws: MappingError.self) { try decoder.decode(Array("{}".utf8).span) }
    #expect(store.made.count == 6)
    let kept = store.made[0]
    kept.name = "kept"
    try decoder.decode(Array(#"{"id":9}"#.utf8).span, into: kept)
    #expect(kept.id == 9 && kept.name == "kept" && store.made.count == 6)
    let back = try mapping.encode(store.made[2])
    #expect(String(decoding: back, as: UTF8.self).hasPrefix(#"{"id":1,"parts":[{"id":"#))
    #expect(throws: MappingError.self) { try mapping.decode(json) }
  }

  @Test("a single value as an array", .feature("12", "29"), arguments: [Engine.yajl, .index])
  func reshaped(_ engine: Engine) throws {
    let mapping = try Mapping(Price()) { Field(\.amounts, "amounts", using: Self.times, .singleAsArray) }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, context: Rates(factor: 7)))
    #expect(try decoder.decode(#"{"amounts":3}"#).amounts == [21])
    #expect(try decoder.decode(#"{"amounts":[1,2]}"#).amounts == [7, 14])
    let error = try #require(throws: MappingError.self) { try mapping.decode(#"{"amounts":3}"#) }
    #expect(error.kind == .wrongContext)
  }
}
