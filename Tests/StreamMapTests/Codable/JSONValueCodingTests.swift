import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// JSON values as members of `Codable` models, with this library's coders and with Foundation's.
@Suite("Codable JSON values")
struct JSONValueCodingTests {
  private struct Model: Codable, Sendable, Equatable {
    var value: JSONValue
    var object: JSONObject?
    var number: JSONNumber?
    var raw: RawJSON?
    var list: [JSONValue]?
    var table: [String: RawJSON]?
    var numbers: [[JSONNumber?]]?
    var objects: [String: [JSONObject]]?
  }

  /// Writes random values. Foundation's coders can represent the numbers, and no name is repeated unless it may be.
  private struct Writer {
    var random: SeededRandom
    var repeatsNames = true

    private static let numbers = [
      "0", "-7", "12", "1.50", "2.0", "-0.25e-3", "1E+2", "9007199254740993", "18446744073709551615",
      "-9223372036854775808", "12345678901234567890123", "0.12345678901234567890123", "1e300", "-2.5e-200",
      "4.35", "1e22", "0.1",
    ]
    private static let texts = [
      "", "a", "é", "\\n", "\\u00e9", "😀", "a/b", "\\/", "snake_case", "1", "\\\"", "\\u0000",
    ]

    private mutating func space() -> String {
      random.chance(1, outOf: 4) ? random.pick([" ", "\n", "\t "]) : ""
    }

    mutating func number() -> String { random.pick(Self.numbers) }

    mutating func object(_ depth: Int = 1) -> String {
      var names = ["a", "b", "snake_case", "camelCase", "é", "c d", ""]
      let members = (0..<random.below(4)).map { _ in
        let name = repeatsNames ? random.pick(names) : names.remove(at: random.below(names.count))
        return "\(space())\"\(name)\"\(space()):\(space())\(value(depth + 1))\(space())"
      }
      return "{\(members.joined(separator: ","))}"
    }

    mutating func value(_ depth: Int = 0) -> String {
      switch random.below(depth > 3 ? 4 : 6) {
      case 0: number()
      case 1: random.pick(["true", "false", "null"])
      case 2, 3: "\"\(random.pick(Self.texts))\(random.pick(Self.texts))\""
      case 4: "[\((0..<random.below(4)).map { _ in space() + value(depth + 1) }.joined(separator: ","))]"
      default: object(depth)
      }
    }

    mutating func list(_ item: (inout Writer) -> String) -> String {
      "[\((0..<random.below(4)).map { _ in item(&self) }.joined(separator: ", "))]"
    }

    mutating func model() -> String {
      let members: [(String, String)] = [
        ("object", object()), ("number", number()), ("raw", value()), ("list", list { $0.value() }),
        ("table", "{\"x\":\(value()), \"y_z\":\(value())}"),
        ("numbers", list { $0.list { $0.random.chance(1, outOf: 4) ? "null" : $0.number() } }),
        ("objects", "{\"k\":\(list { $0.object() })}"),
      ]
      let shown = members.filter { _ in random.chance(2, outOf: 3) }.map { "\"\($0.0)\": \($0.1)" }
      return "{\((["\"value\":\(value())"] + shown).shuffled(using: &random).joined(separator: ","))}"
    }
  }

  private static var rounds: Int { min(Effort.documents, 400) }

  private static func compact(_ text: String) -> [UInt8] { RawJSON(compacting: Array(text.utf8).span).bytes }

  private static func tree(_ text: String) throws -> JSONValue {
    let value = JSONValue(validated: Array(text.utf8).span)
    return try #require(value)
  }

  /// Whether two values are the same to a reader that knows numbers as `Double`, and objects as dictionaries.
  private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left.double == right.double
    case (.array(let left), .array(let right)): left.elementsEqual(right, by: isSame)
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && left.members.allSatisfy { member in right[member.name].map { isSame($0, member.value) } == true }
    default: left == right
    }
  }

  @Test("StreamDecoder and StreamEncoder are exact")
  func exact() throws {
    let encoder = StreamEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try SeededRandom.run(rounds: Self.rounds) { random in
      var writer = Writer(random: random)
      let text = writer.value()
      let decoder = StreamDecoder()
      // The text itself.
      let raw = try decoder.decode(RawJSON.self, from: text)
      #expect(raw.bytes == Self.compact(text))
      #expect(try Array(encoder.encode(raw)) == raw.bytes)
      // The tree, with literals, order and repeated members.
      let value = try decoder.decode(JSONValue.self, from: text)
      #expect(try value == Self.tree(text))
      #expect(try Self.tree(String(decoding: encoder.encode(value), as: UTF8.self)) == value, "\(text)")
      if case .object(let object) = value {
        #expect(try decoder.decode(JSONObject.self, from: text) == object)
        #expect(try encoder.encode(object) == encoder.encode(value))
      }
      if case .number(let number) = value {
        #expect(try decoder.decode(JSONNumber.self, from: " \(text) ") == number)
        #expect(try Array(encoder.encode(number)) == Array(text.utf8))
      }
    }
  }

  @Test("members, arrays and dictionaries of them, in documents and lines")
  func models() throws {
    var lines = ""
    var models: [Model] = []
    try SeededRandom.run(rounds: Self.rounds) { random in
      var writer = Writer(random: random)
      let text = writer.model()
      let model = try StreamDecoder().decode(Model.self, from: text)
      let tree = try Self.tree(text)
      #expect(model.value == tree["value"] && model.number == tree["number"]?.number)
      #expect(model.object.map { .object($0) } == tree["object"])
      #expect(model.list.map { .array($0) } == tree["list"])
      // `null` is an absent value for an optional member.
      if let raw = model.raw { #expect(JSONValue(validated: raw.bytes.span) == tree["raw"]) }
      #expect((model.raw == nil) == [nil, .null].contains(tree["raw"]))
      #expect(
        model.table.map { $0["y_z"].flatMap { JSONValue(validated: $0.bytes.span) } }
          == tree["table"].map { $0["y_z"] })
      #expect(
        model.numbers?.flatMap { $0 }.map { $0.map { .number($0) } ?? .null }
          == tree["numbers"].map { list in Self.elements(list).flatMap(Self.elements) })
      #expect(model.objects?["k"]?.map { .object($0) } == tree["objects"]?["k"].map(Self.elements))
      for formatting: JSONEncoder.OutputFormatting in [
        [], .prettyPrinted, [.sortedKeys, .withoutEscapingSlashes],
      ] {
        let encoder = StreamEncoder()
        encoder.outputFormatting = formatting
        let again = try StreamDecoder().decode(Model.self, from: encoder.encode(model))
        if !formatting.contains(.sortedKeys) { #expect(again == model, "\(text)") }
        #expect(Self.isSame(again.value, model.value) || Self.hasRepeatedNames(text))
      }
      lines += String(decoding: Self.compact(text), as: UTF8.self) + "\n"
      models.append(model)
    }
    let read = try JSONLines(.text(lines), decoding: Model.self).results.map { try $0.get() }
    #expect(read == models && !models.isEmpty)
  }

  private static func elements(_ value: JSONValue) -> [JSONValue] {
    if case .array(let elements) = value { elements } else { [] }
  }

  private static func hasRepeatedNames(_ text: String) -> Bool {
    (try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))).map { value in
      (try? tree(text)).map { !isSame($0, value) } ?? true
    } ?? true
  }

  @Test("Foundation's coders have the same values")
  func foundation() throws {
    try SeededRandom.run(rounds: Self.rounds) { random in
      var writer = Writer(random: random, repeatsNames: false)
      let text = writer.value()
      let tree = try Self.tree(text)
      let data = Data(text.utf8)
      let value = try JSONDecoder().decode(JSONValue.self, from: data)
      #expect(Self.isSame(value, tree), "\(text): \(value)")
      let raw = try JSONDecoder().decode(RawJSON.self, from: data)
      #expect(Self.isSame(try Self.tree(raw.text), tree), "\(text): \(raw)")
      // Encoded as a tree and as text.
      for encoded in [try JSONEncoder().encode(tree), try JSONEncoder().encode(RawJSON(bytes: Array(data)))] {
        let again = try Self.tree(String(decoding: encoded, as: UTF8.self))
        #expect(Self.isSame(again, tree), "\(text): \(String(decoding: encoded, as: UTF8.self))")
      }
      let modelText = writer.model()
      let own = try StreamDecoder().decode(Model.self, from: modelText)
      let other = try JSONDecoder().decode(Model.self, from: Data(modelText.utf8))
      let texts = try [own, other].map { String(decoding: try StreamEncoder().encode($0), as: UTF8.self) }
      #expect(Self.isSame(try Self.tree(texts[0]), try Self.tree(texts[1])), "\(modelText)")
      let encoded = try Self.tree(String(decoding: JSONEncoder().encode(own), as: UTF8.self))
      #expect(Self.isSame(encoded, try Self.tree(texts[0])), "\(modelText)")
    }
  }

  @Test("Foundation's coders keep the digits that a Decimal has, and the first of repeated members")
  func subset() throws {
    let text = #"{"b":0.12345678901234567890123,"a":18446744073709551615,"b":1,"c":2.50,"d":1e300,"e":7.0}"#
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    let expected = #"{"a":18446744073709551615,"b":0.12345678901234567890123,"c":2.5,"d":1e+300,"e":7}"#
    #expect(String(decoding: try StreamEncoder().encode(value), as: UTF8.self) == expected)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Self.tree(text)), as: UTF8.self) == expected)
    // Other encoders, too.
    let list = try PropertyListEncoder().encode(["x": Self.tree(#"[1,2.5,"a",true,{"b":[]}]"#)])
    let read = try PropertyListDecoder().decode([String: JSONValue].self, from: list)
    #expect(try read["x"] == Self.tree(#"[1,2.5,"a",true,{"b":[]}]"#))
  }

  private struct Nested: Codable, Equatable {
    var first: JSONValue
    var second: RawJSON
    var third: JSONNumber
    var fourth: JSONObject
    var fifth: JSONValue?

    enum Key: String, CodingKey { case outer, inner, list, base }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let outer = try container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      first = try outer.decode(JSONValue.self, forKey: .inner)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      second = try list.decode(RawJSON.self)
      third = try list.decode(JSONNumber.self)
      fourth = try JSONObject(from: try container.superDecoder(forKey: .base))
      fifth = try list.decodeIfPresent(JSONValue.self)
      #expect(list.isAtEnd)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(second)
      var outer = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
      try outer.encode(first, forKey: .inner)
      try outer.encodeIfPresent(fifth, forKey: .base)
      try list.encode(third)
      try fourth.encode(to: container.superEncoder(forKey: .base))
      try list.encode(fifth ?? .null)
    }
  }

  @Test("nested containers, super coders and encodeIfPresent", arguments: ["null", "[1.0]"])
  func nested(fifth: String) throws {
    let text = #"{"outer":{"inner":{"b":1.0,"a":[]}},"list":[[ 1e2 ],-0.0,\#(fifth)],"base":{"z":1,"a":2}}"#
    let model = try StreamDecoder().decode(Nested.self, from: text)
    #expect(model.second.text == "[1e2]" && model.third.literal == "-0.0")
    let expected =
      #"{"list":[[1e2],-0.0,\#(fifth)],"outer":{"inner":{"b":1.0,"a":[]}\#(fifth == "null" ? "" : ",\"base\":[1.0]")},"#
      + #""base":{"z":1,"a":2}}"#
    #expect(String(decoding: try StreamEncoder().encode(model), as: UTF8.self) == expected)
    let other = try JSONDecoder().decode(Nested.self, from: Data(text.utf8))
    #expect(
      Self.isSame(other.first, model.first)
        && other.fifth.map { Self.isSame($0, model.fifth ?? .null) } ?? true)
    let again = try Self.tree(String(decoding: JSONEncoder().encode(model), as: UTF8.self))
    #expect(Self.isSame(again, try Self.tree(expected)))
  }

  @Test("no key strategy converts the names of an object")
  func keys() throws {
    let text = #"{"value":{"snake_case":{"inner_name":1}},"object":{"camelCase":1,"snake_case":2}}"#
    let (own, other) = (StreamDecoder(), JSONDecoder())
    own.keyDecodingStrategy = .convertFromSnakeCase
    other.keyDecodingStrategy = .convertFromSnakeCase
    for model in [
      try own.decode(Model.self, from: text), try other.decode(Model.self, from: Data(text.utf8)),
    ] {
      #expect(model.value["snake_case"]?["inner_name"]?.number?.int == 1)
      #expect(model.object?["camelCase"] != nil && model.object?["snake_case"] != nil)
      let encoders = (StreamEncoder(), JSONEncoder())
      encoders.0.keyEncodingStrategy = .convertToSnakeCase
      encoders.1.keyEncodingStrategy = .convertToSnakeCase
      for data in [try encoders.0.encode(model), try encoders.1.encode(model)] {
        let tree = try Self.tree(String(decoding: data, as: UTF8.self))
        #expect(tree["object"]?["camelCase"]?.number?.int == 1)
      }
    }
  }

  // MARK: Errors

  private static func rejection<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
    do {
      return "\(try StreamDecoder().decode(type, from: text))"
    } catch DecodingError.typeMismatch(_, let context) {
      return "mismatch \(PathText(context.codingPath)): \(context.debugDescription)"
    } catch DecodingError.valueNotFound(_, let context) {
      return "null \(PathText(context.codingPath)): \(context.debugDescription)"
    } catch DecodingError.keyNotFound(let key, _) {
      return "absent \(key.stringValue)"
    } catch {
      return "\(error)"
    }
  }

  @Test("errors have the path, and the location in a file")
  func errors() throws {
    #expect(
      Self.rejection(Model.self, #"{"value":1,"object":[]}"#)
        == "mismatch object: Expected to decode JSONObject but found an array instead.")
    #expect(
      Self.rejection(Model.self, #"{"value":1,"numbers":[[1,"x"]]}"#)
        == "mismatch numbers[0][1]: Expected to decode JSONNumber but found a string instead.")
    #expect(
      Self.rejection([JSONNumber].self, "[1,null]")
        == "null [1]: Cannot get value of type JSONNumber -- found null value instead")
    #expect(Self.rejection(Model.self, "{}") == "absent value")
    let withNil = Self.rejection([JSONValue?].self, "[null,1]")
    #expect(withNil.contains("nil"))
    let error = #expect(throws: MappingError.self) {
      _ = try JSONLines(
        .text("{\"value\":1}\n{\"value\":2,\"objects\":{\"a\":[{},7]}}"), decoding: Model.self
      )
      .results.map { try $0.get() }
    }
    #expect(error?.line == 2 && error?.byteOffset == 42 && error?.path == "objects.a[1]")
  }

  @Test("text that is not JSON is not encoded", arguments: ["", "[", "{\"a\":01}", "1 2", "\u{1}", "nul"])
  func invalid(text: String) throws {
    let model = Model(value: .null, table: ["x": RawJSON(bytes: Array(text.utf8))])
    for error in [
      #expect(throws: EncodingError.self, performing: { try StreamEncoder().encode(model) }),
      #expect(throws: EncodingError.self, performing: { try JSONEncoder().encode(model) }),
    ] {
      guard case .invalidValue(let value, let context) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect((value as? RawJSON)?.text == text)
      #expect(context.codingPath.map(\.stringValue) == ["table", "x"])
      #expect(context.debugDescription.hasPrefix("The text is not JSON: "))
    }
    // What was written before an error is removed.
    struct Either: Encodable {
      let raw: RawJSON
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        try? container.encode(raw)
        try container.encode(2)
      }
    }
    let either = try StreamEncoder().encode(Either(raw: RawJSON(bytes: Array(text.utf8))))
    #expect(String(decoding: either, as: UTF8.self) == "[1,2]")
  }

  @Test("the text of a RawJSON is compacted only if it has to be")
  func rawText() throws {
    for (text, expected) in [
      ("[1, 2]", "[1, 2]"), (" [1, 2]", "[1,2]"), ("[1,\n2]", "[1,2]"), ("\"a \\n\"", "\"a \\n\""),
      ("1 ", "1"),
    ] {
      let raw = RawJSON(bytes: Array(text.utf8))
      #expect(String(decoding: try StreamEncoder().encode([raw]), as: UTF8.self) == "[\(expected)]")
      let encoder = (StreamEncoder(), JSONEncoder())
      encoder.0.outputFormatting = [.prettyPrinted, .sortedKeys]
      encoder.1.outputFormatting = [.prettyPrinted, .sortedKeys]
      #expect(try encoder.0.encode(raw) == encoder.1.encode(raw))
    }
  }

  @Test("nesting is limited as that of other values")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    for depth in [509, 510, 511, 512] {
      let raw = RawJSON(bytes: Array(nested(depth).utf8))
      let tree = try Self.tree(nested(depth))
      let results = [
        Result { try JSONEncoder().encode([tree]) }, Result { try StreamEncoder().encode([tree]) },
        Result { try StreamEncoder().encode([raw]) },
      ]
      let encoded = results.map { (try? $0.get()) != nil }
      #expect(encoded[1] == encoded[2] && encoded[0] == encoded[1], "\(depth): \(encoded)")
    }
    let decoder = StreamDecoder()
    decoder.limits = Limits(depth: 600)
    #expect(throws: DecodingError.self) { try decoder.decode([JSONValue].self, from: nested(514)) }
    #expect(try decoder.decode([RawJSON].self, from: nested(514)).first?.bytes.count == 2 * 513)
  }
}
