import TestSupport
import DynamicMapperDialect
import Foundation
import Synchronization
import Testing

/// Random documents, read in all states of a dynamic object, compared with a `JSONSerialization` tree.
@Suite("Dynamic objects compared with a tree")
struct DifferenceTests {
  /// SplitMix64 (Steele, Lea and Flood, 2014).
  struct Random: RandomNumberGenerator {
    var state: UInt64

    static let seed: UInt64 = {
      switch ProcessInfo.processInfo.environment["STREAMMAP_SEED"] {
      case "random": UInt64.random(in: 1...UInt64(UInt32.max))
      case .some(let text): UInt64(text) ?? 20_110_419
      case nil: 20_110_419
      }
    }()

    /// The command to repeat the run.
    static var again: String { "STREAMMAP_SEED=\(seed)" }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  }

  private static let names = ["a", "b", "name", "items", "é", "", "x y", "a.b", "0", "path"]

  /// A value's text, sometimes with a duplicate member.
  private static func value(_ random: inout Random, depth: Int) -> String {
    func space() -> String { [" ", "", "", "\n", "\t"].randomElement(using: &random) ?? "" }
    switch random.below(depth > 4 ? 6 : 10) {
    case 0: return "null"
    case 1: return "true"
    case 2:
      return ["0", "-1", "12", "1.5", "2.0", "1e3", "-0.25", "9007199254740993"].randomElement(using: &random)
        ?? ""
    case 3, 4:
      return ["\"\"", "\"text\"", "\"\\u00e9\\n\"", "\"日本\"", "\"1\"", "\"https:\\/\\/a.b\""].randomElement(
        using: &random) ?? ""
    case 5: return "false"
    case 6, 7:
      let elements = (0..<random.below(4)).map { _ in space() + value(&random, depth: depth + 1) + space() }
      return "[" + elements.joined(separator: ",") + "]"
    default: return object(&random, depth: depth)
    }
  }

  private static func object(_ random: inout Random, depth: Int) -> String {
    var members: [String] = []
    for _ in 0..<random.below(5) {
      let name = names.randomElement(using: &random) ?? ""
      members.append(" \"\(name)\": " + value(&random, depth: depth + 1))
    }
    return "{" + members.joined(separator: " ,") + "}"
  }

  enum Step {
    case name(String)
    case index(Int)
  }

  /// A path to an existing value, or sometimes to a missing one.
  private static func path(_ random: inout Random, in tree: Any) -> [Step] {
    var steps: [Step] = []
    var value: Any? = tree
    repeat {
      var step = Step.name(names.randomElement(using: &random) ?? "")
      let mayStray = random.below(6) == 0
      if let array = value as? [Any], !mayStray {
        step = .index(random.below(array.count + 2) - 1)
      } else if let object = value as? [String: Any],
        let name = object.keys.sorted().randomElement(using: &random),
        !mayStray
      {
        step = .name(name)
      }
      if steps.isEmpty, case .index = step { step = .name("a") }
      steps.append(step)
      value = walk(tree, steps)
    } while (value is [Any] || value is [String: Any] || random.below(4) == 0) && random.below(5) > 0
    return steps
  }

  private static func walk(_ object: DynamicClass, _ path: [Step]) -> DynamicReference {
    guard case .name(let first) = path[0] else { return object[""] }
    return path.dropFirst().reduce(object[first]) { value, step in
      switch step {
      case .name(let name): value[name]
      case .index(let index): value[index]
      }
    }
  }

  private static func walk(_ tree: Any, _ path: [Step]) -> Any? {
    var value: Any? = tree
    for step in path {
      switch step {
      case .name(let name): value = (value as? [String: Any])?[name]
      case .index(let index):
        let array = value as? [Any]
        value = array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
    return value
  }

  /// A value read as each type.
  struct Reading: Equatable {
    var string: String?
    var int: Int?
    var double: Double?
    var bool: Bool?
    var strings: [String]?
    var ints: [Int]?
    var bools: [Bool]?

    init(_ value: DynamicReference) {
      string <-- value
      int <-- value
      double <-- value
      bool <-- value
      strings <-- value
      ints <-- value
      bools <-- value
    }

    init(_ tree: Any?) {
      string = tree as? String
      int = Self.int(tree)
      double = Self.number(tree)?.doubleValue
      bool = Self.bool(tree)
      let array = tree as? [Any] ?? []
      strings = array.compactMap { $0 as? String }
      ints = array.compactMap { Self.int($0) }
      bools = array.compactMap { Self.bool($0) }
    }

    private static func number(_ value: Any?) -> NSNumber? {
      guard let number = value as? NSNumber, bool(value) == nil else { return nil }
      return number
    }

    private static func int(_ value: Any?) -> Int? { number(value).flatMap { Int(exactly: $0) } }

    private static func bool(_ value: Any?) -> Bool? {
      guard let number = value as? NSNumber, type(of: number) == type(of: NSNumber(value: true)) else {
        return nil
      }
      return number.boolValue
    }
  }

  /// Reads some paths during its record.
  final class Reader: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var early: [Reading] = []
    static let paths = Mutex<[[Step]]>([])

    private enum CodingKeys: CodingKey {}

    func dynamicMapping(mappingType: DynamicMappingType) {
      guard mappingType == .decoding else { return }
      early = Self.paths.withLock { $0 }.map { Reading(DifferenceTests.walk(ds, $0)) }
    }
  }

  @Test(
    "reads the same before and after writing and re-encoding", .feature("5", "15", "D4")
  )
  func random() throws {
    var random = Random(state: Random.seed)
    let decoder = DynamicJSONDecoder()
    var found = 0
    for number in 0..<1000 {
      let json = Data(Self.object(&random, depth: 0).utf8)
      let tree = try JSONSerialization.jsonObject(with: json)
      let paths = (0..<8).map { _ in Self.path(&random, in: tree) }
      Reader.paths.withLock { $0 = paths }
      let model = try decoder.decode(Reader.self, from: json)
      let expected = paths.map { Reading(Self.walk(tree, $0)) }
      found += paths.count { Self.walk(tree, $0) != nil }
      let message: Comment = "document \(number), \(String(decoding: json, as: UTF8.self)); \(Random.again)"
      try #require(model.early == expected, message)
      try #require(paths.map { Reading(Self.walk(model.ds, $0)) } == expected, message)
      // Written to elsewhere: expanded along an existing path with its existing value.
      model.ds.elsewhere.set(1)
      let place = Self.walk(model.ds, paths[0])
      if let string = expected[0].string { place.set(string) }
      if let int = expected[0].int { place.set(int) }
      try #require(paths.map { Reading(Self.walk(model.ds, $0)) } == expected, message)
      let written = try DynamicJSONEncoder().encode(model)
      var withOne = try #require(tree as? [String: Any])
      withOne["elsewhere"] = 1
      let same = try JSONSerialization.jsonObject(with: written) as? NSDictionary == withOne as NSDictionary
      try #require(same, message)
      let again = try decoder.decode(Reader.self, from: written)
      try #require(again.early == expected, message)
    }
    #expect(found > 3000)
  }

  @Test("random writes match the same writes to a tree", .feature("20", "21", "D6"))
  func writing() throws {
    var random = Random(state: Random.seed &+ 1)
    for number in 0..<1000 {
      let json = Data(Self.object(&random, depth: 0).utf8)
      let model = try DynamicJSONDecoder().decode(Reader.self, from: json)
      var tree: Any = try JSONSerialization.jsonObject(with: json)
      for value in 0..<4 {
        let path = Self.path(&random, in: tree)
        Self.walk(model.ds, path).set(value)
        let isNegative = path.contains { if case .index(let index) = $0 { index < 0 } else { false } }
        if !isNegative { tree = Self.put(value, tree, path[...]) }
      }
      let written =
        try JSONSerialization.jsonObject(with: DynamicJSONEncoder().encode(model)) as? NSDictionary
      try #require(
        written == tree as? NSDictionary,
        "document \(number), \(String(decoding: json, as: UTF8.self)); \(Random.again)")
    }
  }

  private static func put(_ value: Any, _ tree: Any?, _ path: ArraySlice<Step>) -> Any {
    guard let step = path.first else { return value }
    switch step {
    case .name(let name):
      var object = tree as? [String: Any] ?? [:]
      object[name] = put(value, object[name], path.dropFirst())
      return object
    case .index(let index):
      var array = tree as? [Any] ?? []
      if index < array.count {
        array[index] = put(value, array[index], path.dropFirst())
      } else {
        array.append(put(value, nil, path.dropFirst()))
      }
      return array
    }
  }
}
