import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

/// Dictionaries that Swift code builds, and the text of dictionaries.
@Suite("ObjectMapper: dictionaries of Swift values")
struct SwiftTreeTests {
  private struct Amount: RawRepresentable, Equatable {
    var rawValue: NSNumber
    init(rawValue: NSNumber) { self.rawValue = rawValue }
  }
  private struct Words: RawRepresentable, Equatable {
    var rawValue: [String]
    init(rawValue: [String]) { self.rawValue = rawValue }
  }
  private enum Half: Double { case half = 0.5 }

  private struct Model: Mappable {
    var float: Float = 9
    var floats: [Float]?
    var table: [String: Float] = [:]
    var amount: Amount?
    var amounts: [Amount] = []
    var amountTable: [String: Amount]?
    var words: Words?
    var half: Half?
    var any: Any? = "old"
    var twice: Any?? = "old"
    var names: [String?] = ["old"]
    var ages: [String: Int?]?
    var small: Int8 = 1
    init?(map: Map) {}
    mutating func mapping(map: Map) {
      float <- map["float"]
      floats <- map["floats"]
      table <- map["table"]
      amount <- map["amount"]
      amounts <- map["amounts"]
      amountTable <- map["amountTable"]
      words <- map["words"]
      half <- map["half"]
      any <- map["any"]
      twice <- map["twice"]
      names <- map["names"]
      ages <- map["ages"]
      small <- map["small"]
    }
  }

  private func model(_ tree: [String: Any]) throws -> Model { try #require(Model(JSON: tree)) }

  @Test("reads floats, and any number as a float", .feature("O5"))
  func floats() throws {
    for value in [Float(2.5), 2.5 as Double, Decimal(2.5), NSNumber(value: 2.5)] as [Any] {
      #expect(try model(["float": value]).float == 2.5, "\(type(of: value))")
    }
    #expect(try model(["float": 3]).float == 3 && model(["float": true]).float == 1)
    #expect(try model(["float": Int8(3)]).float == 3 && model(["float": UInt64.max]).float == 0x1p64)
    #expect(try model(["float": "3"]).float == 9 && model(["float": Float.infinity]).float == .infinity)
    let read = try model(["floats": [Float(1.5)], "table": ["a": Float(2)]])
    #expect(read.floats == [1.5] && read.table == ["a": 2])
    #expect(
      try model(["floats": [Float(1.5), 2.5 as Double, NSNumber(value: 3)] as [Any]]).floats == [1.5, 2.5, 3])
    #expect(try model(["floats": [Float(1.5), "x"] as [Any]]).floats == nil)
    #expect(try #require(Model(JSONString: #"{"float":18446744073709551615}"#)).float == 0x1p64)
  }

  @Test("a model survives its own dictionary and its text", .feature("O22"))
  func roundTrips() throws {
    var old = try model([:])
    (old.float, old.floats, old.table, old.small) = (0.1, [0.1, 16_777_216], ["a": 3.25], -8)
    (old.amount, old.amounts, old.words) = (
      Amount(rawValue: 2.5), [Amount(rawValue: 1)], Words(rawValue: ["a"])
    )
    old.half = .half
    let text = try #require(old.toJSONString())
    for new in [try model(old.toJSON()), try #require(Model(JSONString: text))] {
      #expect(new.float == old.float && new.floats == old.floats && new.table == old.table && new.small == -8)
      #expect(new.amount == old.amount && new.amounts == old.amounts && new.words == old.words)
      #expect(new.half == .half)
    }
    #expect(old.toJSON()["small"] as? Int8 == -8 && old.toJSON()["floats"] as? [Float] == old.floats)
  }

  @Test("raw values may be of any type", .feature("O7"))
  func rawValues() throws {
    let json = #"{"amount":1.5,"amounts":[1,2.5],"amountTable":{"a":7},"words":["a","b"],"half":0.5}"#
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    for read in [try model(tree), try #require(Model(JSONString: json))] {
      #expect(read.amount?.rawValue == 1.5 && read.amounts.map(\.rawValue) == [1, 2.5])
      #expect(
        read.amountTable?["a"]?.rawValue == 7 && read.words?.rawValue == ["a", "b"] && read.half == .half)
      #expect(read.toJSON()["amount"] as? Double == 1.5 && read.toJSON()["words"] as? [String] == ["a", "b"])
    }
    let wrong = #"{"amount":"x","amounts":[1,"x",null],"words":[1],"half":0.25}"#
    let read = try #require(Model(JSONString: wrong))
    #expect(
      read.amount == nil && read.amounts.map(\.rawValue) == [1] && read.words == nil && read.half == nil)
    struct Required: ImmutableMappable {
      let amount: Amount
      let words: [Words]
      init(map: Map) throws {
        amount = try map.value("amount")
        words = try map.value("words", default: [])
      }
    }
    #expect(try Required(JSONString: json).amount.rawValue == 1.5)
    #expect(throws: MapError.self) { try Required(JSONString: wrong) }
  }

  @Test("an untyped property gets an optional, and for null a nil inside it", .feature("O6"))
  func untyped() throws {
    for read in [
      try model(["any": NSNull(), "twice": NSNull()]),
      try #require(Model(JSONString: #"{"any":null,"twice":null}"#)),
    ] {
      #expect(read.any != nil && "\(read.any as Any)" == "Optional(nil)")
      let inner = try #require(read.twice)
      #expect(inner == nil)
      #expect(read.toJSON()["any"] == nil)
    }
    let read = try #require(Model(JSONString: #"{"any":"x","twice":5}"#))
    #expect(read.any as? String == "x" && read.twice as? Int == 5 && read.toJSON()["any"] as? String == "x")
    #expect(try model([:]).any as? String == "old")
  }

  @Test(
    "nil elements are written as null, and read as far as the platform casts null to nil", .feature("O30"))
  func optionalElements() throws {
    var old = try model([:])
    (old.names, old.ages) = (["a", nil], ["b": nil])
    #expect(old.toJSON()["names"] as? [String?] == ["a", nil])
    let text = try #require(old.toJSONString())
    #expect(text.contains(#""names":["a",null]"#) && text.contains(#""ages":{"b":null}"#))
    #expect(try model(["names": ["a"], "ages": ["b": 1]]).names == ["a"])
    let isCast = (NSNull() as Any) is String?
    for read in [try #require(Model(JSONString: text)), try model(["names": ["a", NSNull()] as [Any]])] {
      #expect(read.names == (isCast ? ["a", nil] : ["old"]))
    }
  }

  @Test("writes the text that JSONSerialization writes", .feature("O22"))
  func texts() throws {
    // Arrays have one order, and objects of one member, too.
    var random = Documents(state: Documents.seed)
    func tree(_ depth: Int) -> Any {
      switch random.below(depth > 4 ? 12 : 16) {
      case 0: return NSNull()
      case 1: return random.below(2) == 0
      case 2: return random.below(1000) - 500
      case 3: return Double(random.below(100_000)) / 64
      case 4:
        return [
          1e15, 1e16, -0.0 as Double, 1e300, .leastNonzeroMagnitude, 0.1, 1e-5, 123_456_789_012_345_680,
        ][random.below(8)]
      case 5: return NSNumber(value: random.below(5))
      case 6: return NSNumber(value: random.below(2) == 0)
      case 7:
        return [NSNumber(value: 0.1), NSNumber(value: UInt64.max), NSNumber(value: Float(1.1))][
          random.below(3)]
      case 8: return [Float(0.1), Int8(-3), UInt64.max, Int.min][random.below(4)] as Any
      case 9: return "a/b\\\"\u{1}\u{8}\u{c}\n\r\t\u{1f}\u{7f}\u{2028}é😀"
      case 10: return String(repeating: "x", count: random.below(40))
      case 11: return [1, 2, 3] as [Int]
      case 12: return [tree(depth + 1)] as [Any]
      case 13: return (0..<random.below(4)).map { _ in tree(depth + 1) }
      case 14: return ["name/\(random.below(9))": tree(depth + 1)]
      default: return [["x": random.below(9)]]
      }
    }
    for _ in 0..<2000 {
      let tree = [tree(0), tree(0)]
      let data = try JSONSerialization.data(withJSONObject: tree)
      #expect(Mapper<Item>.toJSONString(tree, prettyPrint: false) == String(decoding: data, as: UTF8.self))
      #expect(Mapper<Item>.toJSONData(tree, options: []) == data)
      #expect(
        Mapper<Item>.toJSONString(tree, prettyPrint: true)
          == String(
            decoding: try JSONSerialization.data(withJSONObject: tree, options: .prettyPrinted), as: UTF8.self
          ))
    }
  }

  @Test("a map that a model of a dictionary keeps is not reused", .feature("O26"))
  func keptMaps() {
    struct Keeper: Mappable {
      var map: Map
      var inner: [Keeper]?
      var path: Int?
      init?(map: Map) {
        if map.JSON["reject"] != nil { return nil }
        self.map = map
      }
      mutating func mapping(map: Map) {
        inner <- map["inner"]
        path <- map["a.b"]
      }
    }
    struct Plain: Mappable {
      var path: Int?
      var other: Int?
      var plains: [Plain]?
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        plains <- map["plains"]
        path <- map["a.b"]
        other <- map["x->y", delimiter: "->"]
      }
    }
    let tree: [[String: Any]] = [
      ["id": 1, "inner": [["id": 2], ["reject": 1], ["id": 3, "a": ["b": 5]]]], ["reject": 1], ["id": 4],
    ]
    let keepers = Mapper<Keeper>().mapArray(JSONArray: tree)
    let all = keepers + (keepers.first?.inner ?? [])
    #expect(
      all.map { $0.map["id"].value() as Int? } == [1, 4, 2, 3] && all.map(\.path) == [nil, nil, nil, 5])
    let plains = Mapper<Plain>().mapArray(JSONArray: [
      ["a": ["b": 1], "plains": [["a": ["b": 2]], ["x": ["y": 3], "plains": [["a": ["b": 4]]]]]],
      ["x": ["y": 5], "plains": [[:]]],
    ])
    #expect(plains.map(\.path) == [1, nil] && plains.map(\.other) == [nil, 5])
    #expect(plains.first?.plains?.map(\.path) == [2, nil] && plains.first?.plains?.map(\.other) == [nil, 3])
    #expect(plains.first?.plains?.last?.plains?.map(\.path) == [4] && plains.last?.plains?.first?.path == nil)
  }

  @Test("a value that is not JSON has no text", .feature("O22"))
  func invalid() {
    for value in [Double.nan, Float.infinity, Date(), [Date()], ["a": Date()], [1: 2]] as [Any] {
      #expect(Mapper<Item>.toJSONString([value], prettyPrint: false) == nil, "\(value)")
      #expect(Mapper<Item>.toJSONData(["a": value], options: []) == nil, "\(value)")
    }
    #expect(Mapper<Item>.toJSONString(5, prettyPrint: false) == nil)
    #expect(Mapper<Item>.toJSONString("a", prettyPrint: true) == nil)
    #expect(Mapper<Item>.toJSONString(NSArray(array: [1]), prettyPrint: false) == "[1]")
  }
}
