import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Records whose members come in any order, from several producers. What a reader has learned of earlier records must not
/// change what it reads.
@Suite("Members in any order")
struct MemberOrderTests {
  /// The wanted names. Some share their first bytes, their last bytes and their length, so that their hashes are equal;
  /// with the names that are not wanted, more than the places of a hash. One is longer than the names that are stored.
  private static let names =
    ["id", "a", "b", "ok", "trace_id", "latency_ms", "é", "tab\t"]
    + ["x", "y", "z"].map { "metric_of_the_host_\($0)_total_bytes" }
    + ["eight_by", "sixteen_a_bytes_", "sixteen_b_bytes_", "seventeen_a_bytes", "seventeen_b_bytes"]
    + [String(repeating: "long_name_", count: 6)]
  private static let others =
    ["pod", "zone", "i", "idd", "", "\"quoted\"", "日本", "eight_bz", "seventeen_c_bytes"]
    + ["t", "u", "v", "w"].map { "metric_of_the_host_\($0)_total_bytes" }
    + (0..<40).map { "other\($0)" }

  /// The values of the names, in order.
  struct Model: Equatable {
    var outer = [Int?](repeating: nil, count: names.count)
    var inner = [Int?](repeating: nil, count: names.count)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private struct Keyed: Decodable {
    var model = Model()

    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Key.self)
      for (index, name) in names.enumerated() {
        model.outer[index] = try outer.decodeIfPresent(Int.self, forKey: Key(name))
      }
      guard outer.contains(Key("user")) else { return }
      let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: Key("user"))
      for (index, name) in names.enumerated() {
        model.inner[index] = try inner.decodeIfPresent(Int.self, forKey: Key(name))
      }
    }
  }

  private static func mapping() throws -> Mapping<Model> {
    try Mapping(Model()) {
      for (index, name) in names.enumerated() {
        Field(.literal(name)) { (model: inout Model, value: Int) in model.outer[index] = value }
        Field(.path("user|" + name, delimiter: "|")) { (model: inout Model, value: Int) in
          model.inner[index] = value
        }
      }
    }
  }

  /// A producer of records: its order and its white space.
  private struct Producer {
    var order: [String]
    var comma: String
    var colon: String

    init(_ random: inout SeededRandom) {
      order = names.shuffled(using: &random)
      comma = random.pick(["", "", " ", "  ", "\t"])
      colon = random.pick(["", "", " ", " \t "])
    }
  }

  private static func quoted(_ name: String, _ random: inout SeededRandom) -> String {
    var text = "\""
    for unit in name.utf16 {
      let isPlain = unit >= 0x20 && unit != 0x22 && unit != 0x5C
      if isPlain, !random.chance(1, outOf: 200), let scalar = Unicode.Scalar(unit) {
        text.unicodeScalars.append(scalar)
      } else {
        text +=
          "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
      }
    }
    return text + "\""
  }

  /// Writes an object, and returns the first value of each wanted name.
  private static func object(
    _ producer: Producer, _ isShuffled: Bool, inner: String?, _ random: inout SeededRandom, _ number: Int
  ) -> (text: String, values: [Int?]) {
    var members: [(name: String, value: String)] = []
    var order = isShuffled ? producer.order.shuffled(using: &random) : producer.order
    if random.chance(1, outOf: 3) { order.removeLast(random.below(3)) }
    if random.chance(1, outOf: 10) { order.append(random.pick(order)) }
    for name in order {
      members.append((name, "\(random.below(1_000_000))"))
      if random.chance(1, outOf: 4) {
        let other = random.chance(1, outOf: 4) ? "unique\(number)_\(members.count)" : random.pick(others)
        members.append(
          (other, random.pick(["1", "\"a,}\"", "{\"a\":[1,{}]}", "[]", "null", "true", "-1.5e3"])))
      }
    }
    if let inner { members.insert(("user", inner), at: random.below(members.count + 1)) }
    var values = [Int?](repeating: nil, count: names.count)
    for (name, value) in members.reversed() {
      if let index = names.firstIndex(of: name) { values[index] = Int(value) }
    }
    let texts = members.map { "\(quoted($0.name, &random))\(producer.colon):\(producer.colon)\($0.value)" }
    return ("{\(texts.joined(separator: "\(producer.comma),\(producer.comma)"))}", values)
  }

  @Test("every engine and every coder reads the values that were written", arguments: 0..<4)
  func orders(_ kind: Int) throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ UInt64(kind))
    let producers = (0..<[1, 1, 8, 8][kind]).map { _ in Producer(&random) }
    let isShuffled = kind % 2 == 1
    var (lines, expected): ([String], [Model]) = ([], [])
    for number in 0..<(Effort.now == .quick ? 1_500 : 10_000) {
      let producer = random.pick(producers)
      let inner = Self.object(
        producer, isShuffled != random.chance(1, outOf: 50), inner: nil, &random, number)
      let outer = Self.object(
        producer, isShuffled, inner: random.chance(1, outOf: 20) ? nil : inner.text, &random, number)
      lines.append(outer.text)
      let isThere = outer.text.contains("\"user\"") || outer.text.contains(inner.text)
      expected.append(
        Model(outer: outer.values, inner: isThere ? inner.values : Model().inner))
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    let mapping = try Self.mapping()
    for (engine, validation) in [(.yajl, .full), (.index, .full), (.index, .mapped)] as [(Engine, Validation)]
    {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, validation: validation))
      var count = 0
      try decoder.decodeLines(in: text.span) { model, place in
        if model != expected[count] {
          Issue.record("\(engine), \(validation), line \(place.line): \(lines[count]), \(SeededRandom.again)")
        }
        count += 1
      }
      #expect(count == lines.count)
    }
    var count = 0
    try StreamDecoder().decodeLines(Keyed.self, in: text.span) { keyed, place in
      if keyed.model != expected[count] {
        Issue.record("Codable, line \(place.line): \(lines[count]), \(SeededRandom.again)")
      }
      count += 1
    }
    #expect(count == lines.count)
  }

  /// The first name of an object is found after any white space, also if it is empty and the text of its value looks like a
  /// member.
  @Test("finds an empty first name after white space, in objects whose order does not repeat")
  func emptyName() throws {
    struct Outer: Equatable { var id: Int? }
    let mapping = try Mapping(Outer()) { Field(\.id, "o.id") }
    var random = SeededRandom(seed: SeededRandom.seed)
    var (lines, expected): ([String], [Int]) = ([], [])
    for number in 0..<400 {
      var members = (0..<20).map { "\"other\($0)\":\($0)" } + ["\"id\":\(number)"]
      members.shuffle(using: &random)
      let first =
        number % 4 == 3 ? random.pick([" \"\":\":{x\",", "\t\" \":\"\\\":[\",", " \"\":\"},\",", ""]) : ""
      lines.append("{\"o\":{\(first)\(members.joined(separator: ","))},\"id\":-1}")
      expected.append(number)
    }
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    for (engine, validation) in [(.yajl, .full), (.index, .full), (.index, .mapped)] as [(Engine, Validation)]
    {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine, validation: validation))
      var ids: [Int] = []
      try decoder.decodeLines(in: text.span) { model, _ in ids.append(model.id ?? -2) }
      #expect(ids == expected, "\(engine), \(validation), \(SeededRandom.again)")
    }
  }

  /// After an object of an array, the next element is an object that is not wanted, or is wanted by other fields.
  @Test("takes elements of an array by their indexes", arguments: Engine.allCases)
  func indexes(_ engine: Engine) throws {
    struct Fourth: Equatable { var x = 0 }
    struct Elements: Equatable {
      var first, third: Int?
      var fourth = Fourth()
    }
    let fourth = try Mapping(Fourth()) { Field(\.x, "x", .required) }
    let mapping = try Mapping(Elements()) {
      Field(\.first, "l[0].x")
      Field(\.third, "l[2].x")
      Field(\.fourth, "l[3]", mapping: fourth)
    }
    let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
    for number in 0..<20 {
      for space in ["", " "] {
        let elements = [
          "{\"x\":\(number)}", "{\"x\":-1,\"y\":0}", "{\"x\":3}", "{\"y\":{},\"x\":4}", "{\"x\":5}",
        ]
        // Members near the ends of a record are read one by one.
        let (before, after) = (
          "{\"before\":\"the first bytes\",", ",\"after\":\"\(String(repeating: "x", count: 200))\"}"
        )
        let model = try decoder.decode(before + "\"l\":[\(elements.joined(separator: "," + space))]" + after)
        #expect(model == Elements(first: number, third: 3, fourth: Fourth(x: 4)))
      }
    }
  }
}
