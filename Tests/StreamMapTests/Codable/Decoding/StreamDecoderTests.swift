import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// All requests that a `Decodable` type can make, by name, with `JSONDecoder`'s results.
@Suite("StreamDecoder")
struct StreamDecoderTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, _ json: String, _ change: (StreamDecoder) -> Void = { _ in }
  ) throws -> Value {
    let decoder = StreamDecoder()
    change(decoder)
    return try decoder.decode(type, from: json)
  }

  /// The error of a type that fails to decode.
  private func error<Value: Decodable>(
    _ type: Value.Type, _ json: String, _ change: (StreamDecoder) -> Void = { _ in }
  ) -> DecodingVerdict {
    DecodingVerdict {
      _ = try decode(type, json, change)
      return .absent
    }
  }

  struct One<Value: Decodable>: Decodable {
    var a: Value
  }

  @Test("decodes bytes, data and text alike")
  func inputs() throws {
    let decoder = StreamDecoder()
    let json = #"{"a":[1,2,3]}"#
    let utf8 = Array(json.utf8)
    #expect(try decoder.decode(One<[Int]>.self, from: json).a == [1, 2, 3])
    #expect(try decoder.decode(One<[Int]>.self, from: utf8).a == [1, 2, 3])
    #expect(try decoder.decode(One<[Int]>.self, from: utf8.span).a == [1, 2, 3])
    #expect(try decoder.decode(One<[Int]>.self, from: Data(utf8)).a == [1, 2, 3])
    #expect(try decoder.decode(One<[Int]>.self, from: Data([0xEF, 0xBB, 0xBF] + utf8)).a == [1, 2, 3])
    for encoding: String.Encoding in [
      .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian, .utf32,
    ] {
      let data = try #require(json.data(using: encoding))
      #expect(try decoder.decode(One<[Int]>.self, from: data).a == [1, 2, 3], "\(encoding)")
    }
  }

  @Test("decodes root scalars surrounded by white space")
  func fragments() throws {
    #expect(try decode(Int.self, "7") == 7)
    #expect(try decode(Int.self, " \n 7\t\r\n") == 7)
    #expect(try decode(String.self, #"  "x" "#) == "x")
    #expect(try decode(Bool.self, "true"))
    #expect(try decode(Int?.self, "null") == nil)
    #expect(try decode([Int]?.self, "[]") == [])
    #expect(error(Int.self, "null") == .failure("valueNotFound", type: "Int", path: []))
    #expect(error(Int.self, #""7""#) == .failure("typeMismatch", type: "Int", path: []))
  }

  @Test("decodes a document longer than an index window")
  func long() throws {
    let numbers = (0..<60_000).map { $0 }
    let text = String(repeating: "long text, with \\\"escapes\\\" ", count: 8_000)
    let json =
      "{\"skip\":[\(numbers.map(String.init).joined(separator: ","))],\"a\":{\"text\":\"\(text)\",\"a\":\(numbers)}}"
    struct Inner: Decodable {
      var text: String
      var a: [Int]
    }
    let inner = try decode(One<Inner>.self, json).a
    #expect(inner.a == numbers)
    #expect(inner.text == text.replacingOccurrences(of: "\\\"", with: "\""))
  }

  @Test("decodes integers of every width exactly")
  func integers() throws {
    func check<Value: FixedWidthInteger & Decodable & Sendable>(_: Value.Type) throws {
      #expect(try decode([Value].self, "[\(Value.min),0,\(Value.max)]") == [.min, 0, .max])
      #expect(try decode([Value].self, "[1.0,1e2,0.1e1,-0]") == [1, 100, 1, 0])
      #expect(error([Value].self, "[0,1.5]") == .failure("dataCorrupted", type: "", path: ["Index 1 1"]))
      #expect(
        error([Value].self, "[\(Value.max)0]") == .failure("dataCorrupted", type: "", path: ["Index 0 0"]))
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
    #expect(error(UInt.self, "-1") == .failure("dataCorrupted", type: "", path: []))
  }

  /// The differences from `JSONDecoder` that ``DecoderDifferenceTests`` lists.
  @Test("differs from JSONDecoder for some numbers")
  func exactNumbers() throws {
    #expect(error(Int.self, "1.0000000000000001").name == "dataCorrupted")
    #expect(error(Int.self, "1e-400").name == "dataCorrupted")
    #expect(try decode(UInt64.self, "18446744073709551615.0") == .max)
    #expect(try decode(Int128.self, "1e25") == 10_000_000_000_000_000_000_000_000)
    #expect(try decode(Double.self, "0e5") == 0)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Double.self, from: Data("0e5".utf8)) }
    #expect(try JSONDecoder().decode(Int.self, from: Data("1.0000000000000001".utf8)) == 1)
  }

  @Test("decodes floating-point numbers")
  func floatingPoint() throws {
    #expect(
      try decode([Double].self, "[0,-0.0,1.5,1e308,5e-324,0.1]") == [
        0, 0, 1.5, 1e308, .leastNonzeroMagnitude, 0.1,
      ])
    #expect(try decode([Float].self, "[16777217,0.1,1e-45]") == [16_777_216, 0.1, .leastNonzeroMagnitude])
    #expect(try decode([Float16].self, "[1.5]") == [1.5])
    for json in ["1e400", "-1e999", "1e-400"] {
      #expect(error(Double.self, json).name == "dataCorrupted", "\(json)")
    }
    #expect(error(Float.self, "1e39").name == "dataCorrupted")
    #expect(error(Double.self, #""NaN""#).name == "typeMismatch")
    let values = try decode([Double].self, #"["inf","-inf",1]"#) {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    #expect(values == [.infinity, -.infinity, 1])
    let nan = try decode(One<Float>.self, #"{"a":"nan"}"#) {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    #expect(nan.a.isNaN)
  }

  @Test("decodes strings with escapes, of every length, all of Unicode")
  func strings() throws {
    for count in 0..<70 {
      let text = String(repeating: "é", count: count / 2) + String(repeating: "x", count: count % 2)
      #expect(try decode(One<String>.self, "{\"a\":\"\(text)\"}").a == text)
      #expect(try decode([String].self, "[\"\(text)\"]") == [text])
    }
    #expect(
      try decode(String.self, #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\u0000""#) == "\"\\/\u{8}\u{C}\n\r\té😀\0")
    #expect(error(String.self, #""\ud800""#) == .failure("dataCorrupted", type: "", path: []))
  }

  @Test("decodes URL, Decimal, Data and Date")
  func foundation() throws {
    #expect(try decode(One<URL>.self, #"{"a":"https://example.org/x"}"#).a.host() == "example.org")
    #expect(error(One<URL>.self, #"{"a":""}"#) == .failure("dataCorrupted", type: "", path: ["a -"]))
    #expect(
      try decode(One<Decimal>.self, #"{"a":-1234567890.0123456789}"#).a
        == Decimal(string: "-1234567890.0123456789"))
    #expect(
      error(One<Decimal>.self, #"{"a":"1"}"#) == .failure("typeMismatch", type: "NSDecimal", path: ["a -"])
        || error(One<Decimal>.self, #"{"a":"1"}"#) == .failure("typeMismatch", type: "Decimal", path: ["a -"])
    )
    #expect(try decode(One<Data>.self, #"{"a":"AAEC"}"#).a == Data([0, 1, 2]))
    #expect(
      try decode(One<Data>.self, #"{"a":[0,1,2]}"#) { $0.dataDecodingStrategy = .deferredToData }.a
        == Data([0, 1, 2]))
    #expect(
      try decode(One<Data>.self, #"{"a":3}"#) {
        $0.dataDecodingStrategy = .custom { decoder in
          Data(repeating: 7, count: try decoder.singleValueContainer().decode(Int.self))
        }
      }.a == Data([7, 7, 7]))
    #expect(error(One<Data>.self, #"{"a":"A"}"#) == .failure("dataCorrupted", type: "", path: ["a -"]))
  }

  @Test("decodes dates by every strategy", .feature("32"))
  func dates() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    func check(_ json: String, _ strategy: JSONDecoder.DateDecodingStrategy) throws {
      #expect(try decode(One<Date>.self, "{\"a\":\(json)}") { $0.dateDecodingStrategy = strategy }.a == date)
      #expect(try decode([Date].self, "[\(json)]") { $0.dateDecodingStrategy = strategy } == [date])
      #expect(try decode(Date.self, json) { $0.dateDecodingStrategy = strategy } == date)
    }
    try check("\(date.timeIntervalSinceReferenceDate)", .deferredToDate)
    try check("1700000000", .secondsSince1970)
    try check("1700000000000", .millisecondsSince1970)
    try check(#""2023-11-14T22:13:20Z""#, .iso8601)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy/MM/dd HH:mm:ss"
    try check(#""2023/11/14 22:13:20""#, .formatted(formatter))
    try check(
      #"{"at":1700000000}"#,
      .custom { decoder in
        let container = try decoder.container(keyedBy: AnyKey.self)
        return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: AnyKey("at")))
      })
    #expect(
      error(One<Date>.self, #"{"a":"soon"}"#) { $0.dateDecodingStrategy = .iso8601 }
        == .failure("dataCorrupted", type: "", path: ["a -"]))
    #expect(
      error(One<Date>.self, #"{"a":"soon"}"#) { $0.dateDecodingStrategy = .formatted(formatter) }
        == .failure("dataCorrupted", type: "", path: ["a -"]))
    #expect(
      error(One<Date>.self, #"{"a":null}"#) == .failure("valueNotFound", type: "Date", path: ["a -"]))
  }

  @Test("converts snake case like JSONDecoder", .feature("32"))
  func snakeCase() throws {
    let names = [
      "foo_bar", "__foo_bar__", "foo-bar_baz", "FOO_BAR", "foo__bar", "_a_", "é_ñandú", "a_b1_2c",
      "foo_bar.baz",
      "_", "__", "a_", "", "IŞ_İX", "ß_ß", "foo_ǆbc", "foo_BAR BAZ", "foo_d'arc",
    ]
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    for name in names {
      let json = "{\"\(name)\":1}"
      let own = try decode(Names.self, json) { $0.keyDecodingStrategy = .convertFromSnakeCase }
      #expect(own.names == (try foundation.decode(Names.self, from: Data(json.utf8)).names), "\(name)")
    }
    struct Model: Decodable, Equatable {
      var fooBar: Int
      var values: [String: Int]
    }
    let json = #"{"foo_bar":1,"fooBar":2,"values":{"a_b":3}}"#
    #expect(
      try decode(Model.self, json) { $0.keyDecodingStrategy = .convertFromSnakeCase }
        == Model(fooBar: 1, values: ["a_b": 3]))
  }

  private struct Names: Decodable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
    }
  }

  @Test("converts names by a closure that gets the path", .feature("32"))
  func customKeys() throws {
    struct Model: Decodable {
      var inner: [One<Int>]
    }
    let model = try decode(Model.self, #"{"INNER":[{"x0a":1},{"x1a":2}]}"#) {
      $0.keyDecodingStrategy = .custom { path in
        let name = path.last?.stringValue ?? ""
        if path.count == 3, let index = path[1].intValue { return AnyKey(name == "x\(index)a" ? "a" : "?") }
        return AnyKey(name.lowercased())
      }
    }
    #expect(model.inner.map(\.a) == [1, 2])
  }

  @Test("passes userInfo", .feature("32"))
  func userInfo() throws {
    struct Model: Decodable {
      static let key = CodingUserInfoKey(rawValue: "unit")
      var unit: String?

      init(from decoder: any Decoder) throws { unit = Self.key.flatMap { decoder.userInfo[$0] as? String } }
    }
    let key = try #require(Model.key)
    #expect(try decode(Model.self, "{}") { $0.userInfo[key] = "metre" }.unit == "metre")
    #expect(try decode([Model].self, "[1]").first?.unit == nil)
  }

  enum Shape: Decodable, Equatable {
    case circle(radius: Double)
    case pair(Int, String)
    case empty
  }

  @Test("decodes enumerations with associated values", .feature("33"))
  func enumerations() throws {
    let json = #"[{"circle":{"radius":1.5}},{"pair":{"_0":1,"_1":"x"}},{"empty":{}},{"circle":{"radius":2}}]"#
    #expect(
      try decode([Shape].self, json) == [.circle(radius: 1.5), .pair(1, "x"), .empty, .circle(radius: 2)])
    #expect(error(Shape.self, "{}").name == "typeMismatch")
    #expect(error(Shape.self, #"{"circle":{},"empty":{}}"#).name == "typeMismatch")
    #expect(
      error([Shape].self, #"[{"circle":{}}]"#)
        == .failure("keyNotFound", type: "radius", path: ["Index 0 0", "circle -"]))
  }

  enum Level: String, Decodable, CodingKeyRepresentable {
    case low, high
  }

  @Test("decodes dictionaries with non-string keys", .feature("33"))
  func dictionaries() throws {
    #expect(try decode([Int: String].self, #"{"1":"a","-2":"b","1":"c"}"#) == [1: "a", -2: "b"])
    #expect(error([Int: Int].self, #"{"x":1}"#) == .failure("typeMismatch", type: "Int", path: ["x -"]))
    #expect(try decode([Level: Int].self, #"{"low":1,"high":2}"#) == [.low: 1, .high: 2])
    #expect(try decode([Double: Int].self, "[1.5,2,2.5,3]") == [1.5: 2, 2.5: 3])
    #expect(error([Double: Int].self, "[1.5]").name == "dataCorrupted")
    #expect(
      try decode([String: [String: Int?]].self, #"{"a":{"b":null,"c":1}}"#) == ["a": ["b": nil, "c": 1]])
    let many = Dictionary(uniqueKeysWithValues: (0..<2_000).map { ("key \($0)", $0) })
    let json = "{" + many.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    #expect(try decode([String: Int].self, json) == many)
    #expect(try decode([Int: Int].self, json.replacingOccurrences(of: "key ", with: "")).count == 2_000)
  }

  private class Base: Decodable {
    var base: Int
    enum CodingKeys: CodingKey { case base }

    required init(from decoder: any Decoder) throws {
      base = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .base)
    }
  }

  private final class Derived: Base {
    var own: Int
    enum CodingKeys: CodingKey { case own, parent }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      own = try container.decode(Int.self, forKey: .own)
      let isNamed = container.contains(.parent)
      try super.init(from: isNamed ? container.superDecoder(forKey: .parent) : container.superDecoder())
    }
  }

  @Test("superDecoder works with and without a key", .feature("33"))
  func superDecoders() throws {
    let decoder = StreamDecoder()
    for _ in 0..<3 {
      let plain = try decoder.decode(
        [Derived].self, from: #"[{"own":1,"super":{"base":2}},{"super":{"base":4},"own":3}]"#)
      #expect(plain.map(\.own) == [1, 3] && plain.map(\.base) == [2, 4])
      let named = try decoder.decode(Derived.self, from: #"{"own":1,"parent":{"base":2}}"#)
      #expect(named.own == 1 && named.base == 2)
    }
    #expect(
      error(Derived.self, #"{"own":1}"#)
        == .failure("valueNotFound", type: "Dictionary<String, Any>", path: ["super -"]))
  }

  indirect enum Recursive: Decodable, Equatable {
    case leaf(Int)
    case node([String: Recursive])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let leaf = try? container.decode(Int.self) {
        self = .leaf(leaf)
      } else {
        self = .node(try container.decode([String: Recursive].self))
      }
    }
  }

  private final class Node: Decodable {
    var left: Node?
    var right: Node?
    var value: Int
    var depth: Int { 1 + max(left?.depth ?? 0, right?.depth ?? 0) }
    var sum: Int { value + (left?.sum ?? 0) + (right?.sum ?? 0) }
  }

  @Test("decodes types that contain themselves")
  func recursion() throws {
    func tree(_ depth: Int) -> String {
      depth == 0 ? "null" : "{\"left\":\(tree(depth - 1)),\"value\":\(depth),\"right\":\(tree(depth - 1))}"
    }
    let decoder = StreamDecoder()
    for _ in 0..<2 {
      let node = try decoder.decode(Node.self, from: tree(13))
      #expect(node.depth == 13)
      #expect(node.sum == (1...13).reduce(0) { $0 + $1 << (13 - $1) })
    }
    var chain = "null"
    for index in 0..<500 { chain = "{\"value\":\(index),\"left\":\(chain)}" }
    #expect(try decoder.decode(Node.self, from: chain).depth == 500)
    #expect(
      try decoder.decode(Recursive.self, from: #"{"a":{"b":1}}"#) == .node(["a": .node(["b": .leaf(1)])]))
  }

  @Test("has the right path for arrays retried after dictionaries")
  func pathsOfPlaces() throws {
    enum Either: Decodable {
      case dictionary, array

      init(from decoder: any Decoder) throws {
        if (try? decoder.singleValueContainer().decode([String: Int].self)) != nil {
          self = .dictionary; return
        }
        _ = try decoder.singleValueContainer().decode([Int].self)
        self = .array
      }
    }
    let decoder = StreamDecoder()
    #expect(
      try decoder.decode([Either].self, from: #"[{"a":1},[1],{"b":2}]"#) == [
        .dictionary, .array, .dictionary,
      ])
    let verdict = DecodingVerdict {
      _ = try decoder.decode([Either].self, from: #"[{"a":1},[1,"x"]]"#)
      return .absent
    }
    #expect(verdict == .failure("typeMismatch", type: "Int", path: ["Index 1 1", "Index 1 1"]))
  }

  @Test("compares equivalent keys as String does")
  func canonicalEquivalence() throws {
    struct Model: Decodable, Equatable {
      var é: Int
      var kelvin: Int
      enum CodingKeys: String, CodingKey {
        case é
        case kelvin = "K"
      }
    }
    #expect(try decode(Model.self, "{\"e\u{301}\":1,\"\u{212A}\":2}") == Model(é: 1, kelvin: 2))
    #expect(try decode(Model.self, #"{"\u00e9":1,"\u004b":2}"#) == Model(é: 1, kelvin: 2))
  }

  @Test("decodes more keys than a shape has slots")
  func manyKeys() throws {
    struct Model: Decodable {
      var sum = 0

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for index in 0..<1_500 {
          sum += try container.decode(Int.self, forKey: AnyKey("a long name, number \(index)"))
        }
      }
    }
    let members = (0..<1_500).map { "\"a long name, number \($0)\":\($0)" }
    let decoder = StreamDecoder()
    for json in [members, members.reversed()].map({ "{" + $0.joined(separator: ",") + "}" }) {
      #expect(try decoder.decode(Model.self, from: json).sum == 1_500 * 1_499 / 2)
    }
  }

  @Test("reports the location of invalid JSON")
  func syntax() throws {
    for json in [
      "", " ", "{", "[1,,]", #"{"a":1,"b":01}"#, #"{"a":1} x"#, "{\"a\":1,\"b\":\"\\q\"}", "1\0", "nul",
    ] {
      do {
        _ = try decode(One<Int>.self, json)
        Issue.record("\(json) decodes")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.codingPath.isEmpty)
        let error = try #require(context.underlyingError as? MappingError, "\(json)")
        #expect(error.category == .syntax || error.category == .truncated, "\(json)")
        #expect(error.byteOffset != nil)
      }
    }
  }

  @Test("applies the configured limits")
  func limits() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(error([[Int]].self, deep).name == "dataCorrupted")
    struct Ignored: Decodable { init(from decoder: any Decoder) throws {} }
    #expect(throws: Never.self) { try decode(Ignored.self, deep) { $0.limits = Limits(depth: 1_000) } }
    #expect(error(String.self, #""abcdef""#) { $0.limits = Limits(string: 5) }.name == "dataCorrupted")
    #expect(try decode(String.self, #""abcde""#) { $0.limits = Limits(string: 5) } == "abcde")
    #expect(error(String.self, #""abcdef""#) { $0.limits = Limits(record: 5) }.name == "dataCorrupted")
  }

  @Test("one decoder serves several threads")
  func threads() async throws {
    let decoder = StreamDecoder()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var sum = 0
          for index in 0..<200 {
            sum += try decoder.decode(One<[Int]>.self, from: "{\"b\":\(task),\"a\":[\(index),\(task)]}").a[0]
          }
          return sum
        }
      }
      for try await sum in group { #expect(sum == 199 * 100) }
    }
  }
}
