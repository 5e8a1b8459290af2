import TestSupport
import Foundation
import GenomeDialect
import StreamMap
import Testing

// The same documents as records, texts and trees: the same models and errors.
extension LoggerTests {
  @Suite("Genome: records and trees compared")
  struct DifferentialTests {
    private struct SeededGenerator: RandomNumberGenerator {
      var state: UInt64
      mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
      }
    }

    /// The values of a model, or the error at each of its keys.
    private struct Seen: MappableObject {
      var log: [String] = []

      init(map: Map) throws {
        func note(_ read: () throws -> Any?) {
          do { log.append(String(describing: try read())) } catch { log.append("! \(error)") }
        }
        for key in ["a", "b", "c.a", "c.b.a", "a.b"] as [KeyType] + [.Key("a.b")] {
          note { try map.value(key, Int.self) }
          note { try map.optional(key, UInt8.self) }
          note { try map.value(key, UInt64.self) }
          note { try map.optional(key, Double.self) }
          note { try map.optional(key, Float.self) }
          note { try map.value(key, String.self) }
          note { try map.value(key, Bool.self) }
          note { try map.optional(key, [Int].self) }
          note { try map.value(key, [[String]].self) }
          note { try map.optional(key, [String: Int].self)?.sorted { $0.key < $1.key } }
          note { try map.value(key, [String: [Json]].self).sorted { $0.key < $1.key } }
          note { try map.value(key, Json.self) }
          note { try map.value(key, Inner.self) }
          note { try map.optional(key, [Inner].self) }
          note { try map[key].fromJson { (text: String?) in text ?? "nil" } }
          note { try <~map.fuzzy(key) as Int? }
        }
      }
    }

    private struct Inner: BasicMappable {
      var a: Int?
      var b = ""
      mutating func sequence(map: Map) throws {
        try a <~> map["a"]
        try b <~> map["b.a"]
      }
    }

    private static func value(_ dice: inout SeededGenerator, _ depth: Int) -> String {
      let scalars = [
        "null", "true", "false", "0", "-1", "5.0", "1e2", "2.5", "255", "256", "18446744073709551615",
        "1e400",
        "1e-400", "9007199254740993", "0.1", "-0.0", "123456789012345678901234567890", "\"\"", "\"x\"",
        "\"12\"",
        "\"\\u00e9\\n\\ud83d\\ude00\"", "\"a long string, longer than fifteen bytes\"",
      ]
      switch depth > 3 ? 0 : Int.random(in: 0..<5, using: &dice) {
      case 0, 1: return scalars.randomElement(using: &dice) ?? "null"
      case 2:
        let count = Int.random(in: 0..<4, using: &dice)
        return "[" + (0..<count).map { _ in value(&dice, depth + 1) }.joined(separator: " , ") + "]"
      default: return object(&dice, depth + 1)
      }
    }

    private static func object(_ dice: inout SeededGenerator, _ depth: Int) -> String {
      let names = ["a", "b", "c", "a.b", "\\u0061", "d", ""]
      let count = Int.random(in: 0..<6, using: &dice)
      let members = (0..<count).map { _ in
        #""\#(names.randomElement(using: &dice) ?? "a")" :\#(value(&dice, depth))"#
      }
      return "{" + members.joined(separator: ",") + " }"
    }

    @Test("records, texts and trees give the same values and errors", .feature("5", "7", "60", "G3", "G15"))
    func same() throws {
      let environment = ProcessInfo.processInfo.environment
      let seed =
        switch environment["STREAMMAP_SEED"] {
        case "random": UInt64.random(in: 0..<(1 << 32))
        case let text?: UInt64(text) ?? 1
        case nil: UInt64(1)
        }
      print("STREAMMAP_SEED=\(seed)")
      var dice = SeededGenerator(state: seed)
      let count = environment["STREAMMAP_DOCUMENTS"].flatMap(Int.init) ?? 300
      let texts = (0..<count).map { _ in Self.object(&dice, 0) }
      let before = loggers
      loggers = []
      defer { loggers = before }
      let records = try JSONLines(.text(texts.joined(separator: "\n")), mapping: Seen.self)
        .results
        .map { try $0.get().log }
      for (text, record) in zip(texts, records) {
        let json = try Json.deserialize(text)
        let read = try Seen(js: json).log
        let tree = try Seen(map: Map(json: json)).log
        guard record == read, record == tree else {
          let differences = zip(record, zip(read, tree)).filter { $0 != $1.0 || $0 != $1.1 }
          Issue.record("seed \(seed): \(text)\n\(differences.prefix(3))")
          return
        }
        // `JSONSerialization` keeps neither order nor digits. Values within `Double` are the same. It has no numbers
        // beyond that, and takes the first or the last of duplicate members.
        if text.contains("e-400") || text.contains("e400") || text.contains("890123456789") { continue }
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let foundation = try Json.from(foundation: object)
        let names = try Json.from(foundation: json.anyValue)
        #expect(foundation == names, "seed \(seed): \(text)")
      }
      #expect(records.count == count)
    }
  }
}
