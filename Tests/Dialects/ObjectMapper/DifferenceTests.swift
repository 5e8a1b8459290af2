import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import Testing

/// Random documents, mapped from their text and from `JSONSerialization`'s tree.
///
/// `STREAMMAP_SEED=<number>` runs them again with that seed, `STREAMMAP_SEED=random` with a new one.
@Suite("ObjectMapper: text and tree compared")
struct DifferenceTests {
  @Test("random requests give the same values", .feature("2", "5", "10", "O3", "O8"))
  func random() throws {
    let seed = Documents.seed
    var documents = Documents(state: seed)
    var presentCount = 0
    for number in 0..<2000 {
      let json = documents.object(depth: 0)
      // Two plans for a type, so that learned names do not always match.
      let plan = Plan(questions: documents.questions())
      let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      let mapper = Mapper<Probe>(context: plan)
      let expected = try #require(mapper.map(JSON: tree)).answers
      let again = documents.below(2) + 1
      for _ in 0..<again {
        let answers = try #require(mapper.map(JSONString: json), "\(json)").answers
        for (index, answer) in answers.enumerated() where answer != expected[index] {
          let question = plan.questions[index]
          Issue.record(
            "document \(number), \(question): text \(answer), tree \(expected[index]) in \(json); STREAMMAP_SEED=\(seed)"
          )
          return
        }
      }
      presentCount += expected.filter { !$0.hasPrefix("absent") }.count
    }
    #expect(presentCount > 5000)
  }

  @Test("lines equal their texts decoded separately", .feature("42"))
  func lines() throws {
    let seed = Documents.seed &+ 1
    var documents = Documents(state: seed)
    let plan = Plan(questions: documents.questions())
    let texts = (0..<500).map { _ in documents.object(depth: 0) }
    let lines = JSONLines(
      .text(texts.joined(separator: "\n")), mapping: Probe.self, context: plan)
    var number = 0
    try lines.forEach { probe, _ in
      #expect(
        probe.answers == Mapper<Probe>(context: plan).map(JSONString: texts[number])?.answers,
        "STREAMMAP_SEED=\(seed)")
      number += 1
    }
    #expect(number == texts.count)
  }
}

private struct Plan: MapContext, Sendable {
  var questions: [Question]
}

/// A value of a kind, at a key of a form.
private struct Question: Sendable {
  var key: String
  var kind: Int
  var form: Int

  static let forms = 6

  /// Selects the value by each of the subscripts.
  func choose(in map: Map) -> Map {
    switch form {
    case 0: map[key, nested: false]
    case 1: map[key, delimiter: "->"]
    case 2: map[key, nested: true, delimiter: "->"]
    case 3: map[key, ignoreNil: true]
    default: map[key]
    }
  }

  /// The same for a required value.
  var isNested: Bool? { [false, nil, true][min(form, 2)] ?? nil }
  var delimiter: String { form == 1 || form == 2 ? "->" : "." }
}

/// Reads its context.
private struct Probe: Mappable {
  var answers: [String] = []

  init?(map: Map) {}

  mutating func mapping(map: Map) {
    guard let plan = map.context as? Plan else { return }
    for question in plan.questions { answers.append(answer(map, question)) }
  }

  static let kinds = 33

  /// A nested model that makes its own requests.
  private struct Inner: Mappable, Hashable, CustomStringConvertible {
    var a: Int?
    var b: String?
    var inner: [Inner]?
    init?(map: Map) {
      if map["a"].currentValue is String { return nil }
    }
    mutating func mapping(map: Map) {
      a <- map["a"]
      b <- map["u.b"]
      inner <- map["list"]
    }
    var description: String { "(\(a.map { "\($0)" } ?? "-") \(b ?? "-") \(inner.map { "\($0)" } ?? "-"))" }
  }

  /// A model that throws, also custom errors.
  private struct Fixed: ImmutableMappable, CustomStringConvertible {
    struct Reason: Error { let text: String }
    let a: Int
    let list: [Fixed]?
    init(map: Map) throws {
      if map["b"].currentValue is String { throw Reason(text: "b") }
      a = try map.value("a")
      list = try map.value("list")
    }
    var description: String { "(\(a) \(list.map { "\($0)" } ?? "-"))" }
  }

  private enum Raw: String { case a, b }

  /// A transform to a text of its input. Nil for null.
  private struct Seen: TransformType {
    func transformFromJSON(_ value: Any?) -> String? {
      value is NSNull || value == nil ? nil : Probe.text(value)
    }
    func transformToJSON(_ value: String?) -> String? { value }
  }

  private static func text(_ value: Any?) -> String {
    let tree = ["value": value ?? "nothing"]
    let data = try? JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "no JSON"
  }

  private func answer(_ map: Map, _ question: Question) -> String {
    func bound<Value: MappableValue>(_ start: Value?, _ text: (Value) -> String) -> String {
      var value = start
      value <- question.choose(in: map)
      return (map.isKeyPresent ? "" : "absent ") + (value.map { text($0) } ?? "nil")
    }
    func converted<Value>(_ bind: (inout Value?, Map) -> Void, _ text: (Value) -> String) -> String {
      var value: Value?
      bind(&value, question.choose(in: map))
      return (map.isKeyPresent ? "" : "absent ") + (value.map { text($0) } ?? "nil")
    }
    /// With `isOrdered`, also compares which error it is. Any of a dictionary's members may be read first.
    func required<Value>(isOrdered: Bool = true, _ value: () throws -> Value) -> String {
      do {
        return "\(try value())"
      } catch let error as MapError {
        guard isOrdered else { return "thrown" }
        return
          "\(error.key ?? "-") \(error.reason ?? "-") \(Self.text(error.currentValue)) \(error.line ?? 0)"
      } catch {
        return isOrdered ? "\(error)" : "thrown"
      }
    }
    func sorted<Value>(_ table: [String: Value]) -> String {
      table.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }
    let (key, nested, delimiter) = (question.key, question.isNested, question.delimiter)
    switch question.kind {
    case 0: return bound(7) { "\($0)" }
    case 1: return bound("old") { $0 }
    case 2: return bound(true) { "\($0)" }
    case 3: return bound(0.5) { "\($0)" }
    case 4: return bound(Int8(7)) { "\($0)" }
    case 5: return bound(UInt64(7)) { "\($0)" }
    case 6: return bound([7]) { "\($0)" }
    case 7: return bound(["old": 0.5]) { sorted($0) }
    case 8: return bound(nil as Inner?) { "\($0)" }
    case 9: return bound(nil as [Inner]?) { "\($0)" }
    case 10: return bound(nil as [[Inner]]?) { "\($0)" }
    case 11: return bound(nil as [String: Inner]?) { sorted($0) }
    case 12: return bound(nil as [String: [Inner]]?) { sorted($0) }
    case 13: return bound(Float(0.5)) { "\($0)" }
    case 14: return converted({ $0 <- $1 }) { (value: Raw) in value.rawValue }
    case 15: return converted({ $0 <- $1 }) { (value: [Raw]) in "\(value)" }
    case 16: return converted({ $0 <- $1 }) { (value: [String: Raw]) in sorted(value) }
    case 17: return bound(nil as Set<Inner>?) { "\($0.map { "\($0)" }.sorted())" }
    case 18: return converted({ $0 <- ($1, Seen()) }) { (value: String) in value }
    case 19: return converted({ $0 <- ($1, Seen()) }) { (value: [String]) in "\(value)" }
    case 20: return converted({ $0 <- ($1, Seen()) }) { (value: [[String]]) in "\(value)" }
    case 21: return converted({ $0 <- ($1, Seen()) }) { (value: [String: String]) in sorted(value) }
    case 22: return converted({ $0 <- ($1, Seen()) }) { (value: [String: [String]]) in sorted(value) }
    case 23: return converted({ $0 <- ($1, Seen()) }) { (value: Set<String>) in "\(value.sorted())" }
    case 24: return required { try map.value(key, nested: nested, delimiter: delimiter) as Int }
    case 25: return required { try map.value(key, nested: nested, delimiter: delimiter) as [Double] }
    case 26: return required { try map.value(key, nested: nested, delimiter: delimiter) as Fixed }
    case 27: return required { try map.value(key, nested: nested, delimiter: delimiter) as [Fixed] }
    case 28:
      return required(isOrdered: false) {
        sorted(try map.value(key, nested: nested, delimiter: delimiter) as [String: Fixed])
      }
    case 29: return required { try map.value(key, nested: nested, delimiter: delimiter) as [Raw] }
    case 30:
      return required { try map.value(key, nested: nested, delimiter: delimiter, using: Seen()) as [String] }
    case 31:
      return required {
        try map.value(key, nested: nested, delimiter: delimiter, default: Int?.some(3)) as Int?
      }
    default: return Self.text(question.choose(in: map).currentValue)
    }
  }
}

/// Documents with few names, so that requested names often exist.
struct Documents {
  /// SplitMix64 (Steele, Lea and Flood, 2014).
  var state: UInt64

  static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...UInt64(UInt32.max)) : text.flatMap { UInt64($0) } ?? 20_140_701
  }()

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((word ^ (word >> 31)) >> 33) % bound
  }

  static let names = ["a", "b", "u", "list", "a.b", "", "0", "x y", "a longer name than fifteen bytes", "日本"]

  fileprivate mutating func questions() -> [Question] {
    let paths = [
      "u.a", "u.b", "u.u.a", "list.0", "list.1.a", "list.0.u.b", "u.list.2", ".a", "u.", "a.b.u", "0.0",
      "u->a", "u->a.b", "list->0->a", "a.b->u", "a->", "u->u->list",
    ]
    return (0..<(4 + below(12))).map { _ in
      let keys = below(2) == 0 ? Self.names : paths
      return Question(key: keys[below(keys.count)], kind: below(Probe.kinds), form: below(Question.forms))
    }
  }

  mutating func object(depth: Int) -> String {
    let members = (0..<below(8)).map { _ in
      // A name may be duplicated, and may have an escape.
      let name = Self.names[below(Self.names.count)]
      let text = below(6) == 0 ? name.replacingOccurrences(of: "a", with: "\\u0061") : name
      return "\(space())\"\(text)\"\(space()):\(space())\(value(depth: depth + 1))"
    }
    return "{\(members.joined(separator: ","))\(space())}"
  }

  private mutating func pick(_ texts: [String]) -> String { texts[below(texts.count)] }

  private mutating func space() -> String { ["", "", "", " ", "\t "][below(5)] }

  private mutating func value(depth: Int) -> String {
    switch below(depth < 5 ? 14 : 8) {
    case 0: return "null"
    case 1: return ["true", "false"][below(2)]
    case 2: return pick(["0", "1", "-1", "2", "5.0", "1.5", "-0.0", "1e2"])
    case 3:
      return pick(["127", "128", "-129", "300", "4294967296", "9007199254740993", "9223372036854775807"])
    case 4:
      return pick([
        "0.1", "1e-5", "123456.789", "-2.5e3", "1e300", "18446744073709551615", "1e-400",
      ])
    case 5: return #""a""#
    case 6:
      return pick([#""b""#, "\"\"", #""\n\u00e9 \ud83d\ude00""#, #""a string of more than fifteen bytes""#])
    case 7: return "\(below(100))"
    case 8, 9: return "[" + (0..<below(4)).map { _ in value(depth: depth + 1) }.joined(separator: ",") + "]"
    case 10: return "[" + (0..<below(4)).map { _ in object(depth: depth + 1) }.joined(separator: ", ") + "]"
    default: return object(depth: depth + 1)
    }
  }
}
