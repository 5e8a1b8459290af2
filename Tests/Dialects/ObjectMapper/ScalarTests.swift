import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

/// Reads a document in every way, and expects the same result: from text for the first time and again, and from
/// dictionaries of `JSONSerialization`.
func everyWay<Model: BaseMappable, Value: Equatable>(
  _ json: String, _ type: Model.Type, at location: SourceLocation = #_sourceLocation,
  _ value: (Model) -> Value
) throws -> Value {
  let mapper = Mapper<Model>()
  let tree = try #require(
    try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any], sourceLocation: location)
  let expected = value(try #require(mapper.map(JSON: tree), sourceLocation: location))
  for _ in 0..<3 {
    let read = value(try #require(mapper.map(JSONString: json), sourceLocation: location))
    #expect(read == expected, "text and tree differ", sourceLocation: location)
  }
  return expected
}

/// A tree as text, equal for equal trees.
func canonical(_ tree: [String: Any]) -> String? {
  (try? JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)).map {
    String(decoding: $0, as: UTF8.self)
  }
}

/// One property of a type, with a value before mapping.
struct Holder<Value: MappableValue>: StaticMappable {
  static func objectForMapping(map: Map) -> (any BaseMappable)? { Holder() }

  var value: Value?
  var array: [Value] = []
  var optionalArray: [Value]?
  var dictionary: [String: Value] = [:]

  mutating func mapping(map: Map) {
    value <- map["v"]
    array <- map["a"]
    optionalArray <- map["a"]
    dictionary <- map["d"]
  }
}

@Suite("ObjectMapper: scalars")
struct ScalarTests {
  private struct Plain: Mappable, Equatable {
    var text = "old"
    var optional: String? = "old"
    var forced: String! = "old"
    var flag = true
    var number = 1.5
    var optionalNumber: Double? = 1.5
    var list = ["old"]
    var optionalList: [String]? = ["old"]

    init() {}
    init?(map: Map) {}

    mutating func mapping(map: Map) {
      text <- map["k"]
      optional <- map["k"]
      forced <- map["k"]
      flag <- map["k"]
      number <- map["k"]
      optionalNumber <- map["k"]
      list <- map["k"]
      optionalList <- map["k"]
    }
  }

  @Test("absent keeps the value; null or mismatch clears optionals", .feature("5", "O3"))
  func absentNullWrong() throws {
    let absent = try everyWay("{}", Plain.self) { $0 }
    #expect(absent == Plain())
    for json in [#"{"k":null}"#, #"{"k":{}}"#] {
      let model = try everyWay(json, Plain.self) { $0 }
      var expected = Plain()
      expected.optional = nil
      expected.forced = nil
      expected.optionalNumber = nil
      expected.optionalList = nil
      #expect(model == expected, "\(json)")
    }
    let number = try everyWay(#"{"k":5}"#, Plain.self) { $0 }
    #expect(
      number.text == "old" && number.optional == nil && number.number == 5 && number.optionalNumber == 5)
    let array = try everyWay(#"{"k":["a","b"]}"#, Plain.self) { $0 }
    #expect(array.list == ["a", "b"] && array.optionalList == ["a", "b"] && array.flag)
  }

  private struct Widths: Mappable, Equatable {
    var int = 7
    var int8: Int8 = 7
    var int16: Int16 = 7
    var int32: Int32 = 7
    var int64: Int64 = 7
    var uint: UInt = 7
    var uint8: UInt8 = 7
    var uint16: UInt16 = 7
    var uint32: UInt32 = 7
    var uint64: UInt64 = 7
    var optional: Int? = 7
    var forced: UInt8! = 7

    init?(map: Map) {}

    mutating func mapping(map: Map) {
      int <- map["k"]
      int8 <- map["k"]
      int16 <- map["k"]
      int32 <- map["k"]
      int64 <- map["k"]
      uint <- map["k"]
      uint8 <- map["k"]
      uint16 <- map["k"]
      uint32 <- map["k"]
      uint64 <- map["k"]
      optional <- map["k"]
      forced <- map["k"]
    }

    var all: [String] {
      let rest = ["\(int64)", "\(uint)", "\(uint8)", "\(uint16)", "\(uint32)", "\(uint64)"]
      let optionals = [optional.map { "\($0)" } ?? "nil", forced.map { "\($0)" } ?? "nil"]
      return ["\(int)", "\(int8)", "\(int16)", "\(int32)"] + rest + optionals
    }
  }

  @Test(
    "truncates fractions; null, mismatch and overflow give 0 or nil", .feature("7", "O4")
  )
  func integers() throws {
    func all(_ json: String) throws -> String {
      try everyWay("{\"k\":\(json)}", Widths.self) { $0.all.joined(separator: " ") }
    }
    #expect(try everyWay("{}", Widths.self) { $0.all } == Array(repeating: "7", count: 12))
    #expect(try all("3.7") == "3 3 3 3 3 3 3 3 3 3 3 3")
    #expect(try all("5.0") == "5 5 5 5 5 5 5 5 5 5 5 5")
    #expect(try all("true") == "1 1 1 1 1 1 1 1 1 1 1 1")
    for json in ["null", #""5""#, "{}", "[]", "1e30"] {
      #expect(try all(json) == "0 0 0 0 0 0 0 0 0 0 nil nil", "\(json)")
    }
    #expect(try all("300") == "300 0 300 300 300 300 0 300 300 300 300 nil")
    // The original wraps these: -1 to the maximum, 2^63 to the minimum.
    #expect(try all("-1") == "-1 -1 -1 -1 -1 0 0 0 0 0 -1 nil")
    #expect(
      try all("9223372036854775808") == "0 0 0 0 0 9223372036854775808 0 0 0 9223372036854775808 nil nil")
    #expect(try all("-3.7") == "-3 -3 -3 -3 -3 0 0 0 0 0 -3 nil")
    // In a collection fractions are not truncated.
    #expect(try everyWay(#"{"a":[1,2.5]}"#, Holder<Int>.self) { $0.optionalArray } == nil)
    #expect(try everyWay(#"{"a":[1,2.0]}"#, Holder<Int>.self) { $0.array } == [1, 2])
    #expect(Mapper<Widths>().map(JSON: ["k": 5])?.int8 == 5)
  }

  @Test("floats accept doubles", .feature("7", "O5"))
  func floats() throws {
    let holder = try everyWay(
      #"{"v":0.1,"a":[1,2.2],"d":{"x":3.3}}"#, Holder<Float>.self
    ) { [$0.value ?? 0] + $0.array + $0.dictionary.values }
    #expect(holder == [0.1, 1, 2.2, 3.3])
    #expect(try everyWay(#"{"v":1e300}"#, Holder<Float>.self) { $0.value } == nil)
    #expect(try everyWay(#"{"v":"1"}"#, Holder<Float>.self) { $0.value } == nil)
  }

  @Test("bridges booleans, integers, doubles and strings", .feature("O29"))
  func bridging() throws {
    func bool(_ json: String) throws -> Bool? {
      try everyWay("{\"v\":\(json)}", Holder<Bool>.self) { $0.value }
    }
    #expect(try ["true", "1", "1.0", "1e0"].allSatisfy { try bool($0) == true })
    #expect(try ["false", "0", "0.0", "-0.0"].allSatisfy { try bool($0) == false })
    #expect(try ["2", "0.5", "-1", #""true""#, "null"].allSatisfy { try bool($0) == nil })
    func int(_ json: String) throws -> [Int]? {
      try everyWay("{\"a\":[\(json)]}", Holder<Int>.self) { $0.optionalArray }
    }
    #expect(try int("true") == [1] && int("false") == [0] && int("2e3") == [2000] && int("-7") == [-7])
    #expect(try int("1.5") == nil && int(#""1""#) == nil && int("9223372036854775808") == nil)
    func double(_ json: String) throws -> Double? {
      try everyWay("{\"v\":\(json)}", Holder<Double>.self) { $0.value }
    }
    #expect(try double("true") == 1 && double("5") == 5 && double("1e3") == 1000 && double("0.1") == 0.1)
    // An integer that no double represents.
    #expect(try double("9223372036854775807") == nil && double("9223372036854775808") == 0x1p63)
    #expect(try double("9007199254740993") == nil && double("9007199254740994") == 9_007_199_254_740_994)
    func string(_ json: String) throws -> String? {
      try everyWay("{\"v\":\(json)}", Holder<String>.self) { $0.value }
    }
    #expect(try string("5") == nil && string("true") == nil && string(#""a\n\u00e9""#) == "a\né")
  }

  @Test(
    "scalar collections are all or nothing; others need transforms", .feature("11", "O30"))
  func allOrNothing() throws {
    for json in ["[1,null]", #"[1,"x"]"#, "[[1]]", "{}", "1"] {
      #expect(try everyWay("{\"a\":\(json)}", Holder<Int>.self) { $0.optionalArray } == nil, "\(json)")
    }
    #expect(try everyWay(#"{"a":[]}"#, Holder<Int>.self) { $0.optionalArray } == [])
    #expect(try everyWay(#"{"d":{"x":1,"y":2}}"#, Holder<Int>.self) { $0.dictionary } == ["x": 1, "y": 2])
    #expect(try everyWay(#"{"d":{"x":1,"y":null}}"#, Holder<Int>.self) { $0.dictionary } == [:])

    struct Others: Mappable {
      var names: Set<String>? = ["old"]
      var date: Date?
      var url: URL?
      var uuid: UUID?
      var dates: [Date]?

      init?(map: Map) {}

      mutating func mapping(map: Map) {
        names <- map["names"]
        date <- map["date"]
        url <- map["url"]
        uuid <- map["uuid"]
        dates <- map["dates"]
      }
    }
    var others = try #require(Others(JSONString: #"{"names":["a"],"date":1,"url":"u","uuid":"x"}"#))
    #expect(others.names == nil && others.date == nil && others.url == nil && others.uuid == nil)
    others.names = ["a"]
    others.date = Date()
    others.url = URL(string: "https://example.org")
    others.uuid = UUID()
    others.dates = [Date()]
    #expect(others.toJSON().isEmpty && others.toJSONString() == "{}")
  }

  private struct Untyped: Mappable {
    var any: Any?
    var array: [Any]?
    var dictionary: [String: Any] = ["old": 1]
    var rows: [[String: Any]]?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
      any <- map["any"]
      array <- map["array"]
      dictionary <- map["dictionary"]
      rows <- map["rows"]
    }
  }

  @Test("untyped values match JSONSerialization: NSNumber and NSNull", .feature("13", "O6"))
  func untyped() throws {
    let json = """
      {"any":5,"array":[1,2.5,null,"x",true,[1],{"a":1}],"dictionary":{"n":null,"big":18446744073709551615},
       "rows":[{"a":1},{"a":2}]}
      """
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    for model in [Untyped(JSONString: json), Untyped(JSON: tree)] {
      let model = try #require(model)
      #expect(model.any as? Double == 5 && model.any as? Int == 5 && model.any is NSNumber)
      #expect(model.array?.count == 7 && model.array?[2] is NSNull && model.array?[4] as? Bool == true)
      #expect(model.dictionary["n"] is NSNull && model.dictionary["big"] as? UInt64 == .max)
      #expect(model.rows?.map { $0["a"] as? Int } == [1, 2])
      #expect(canonical(model.toJSON()) == canonical(tree))
    }
    let wrong = try #require(Untyped(JSONString: #"{"any":null,"array":{},"dictionary":[],"rows":[1]}"#))
    #expect(
      wrong.any as? Int == nil && wrong.array == nil && wrong.dictionary["old"] != nil && wrong.rows == nil)
  }

  @Test("the last of two duplicate members counts", .feature("60", "O31"))
  func duplicates() throws {
    #expect(try everyWay(#"{"v":1,"v":2}"#, Holder<Int>.self) { $0.value } == 2)
    #expect(try everyWay(#"{"d":{"x":1,"x":"no","x":3}}"#, Holder<Int>.self) { $0.dictionary } == ["x": 3])
  }
}
