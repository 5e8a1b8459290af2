import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Generated models by `JSONEncoder` and ``StreamEncoder`` give the same text and errors, except for the differences
/// listed here.
@Suite("Encoders on random models")
struct EncoderDifferenceTests {
  /// The known differences, each with its reason.
  enum Difference: CaseIterable {
    /// Without sorting, `JSONEncoder` writes members in random order.
    case members
    /// Any of several errors in a dictionary may be the first, because a dictionary has no order.
    case order

    init?(
      _ foundation: EncodingVerdict, _ own: EncodingVerdict, isSorted: Bool, hasDictionaries: Bool
    ) {
      switch (foundation, own) {
      case (.failure, .failure) where hasDictionaries: self = .order
      case (.text(let text), .text(let ownText)) where !isSorted:
        guard let value = Self.value(text), value == Self.value(ownText) else { return nil }
        self = .members
      default: return nil
      }
    }

    private static func value(_ text: String) -> NSObject? {
      (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) as? NSObject
    }
  }

  private static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }()

  private static let dates: [JSONEncoder.DateEncodingStrategy] = [
    .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .formatted(formatter),
    .custom { date, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(date.timeIntervalSince1970)
    },
    .custom { _, _ in },
    .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(path(encoder.codingPath) + "|" + path(container.codingPath))
    },
    .custom { date, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(["at": date.timeIntervalSince1970], forKey: AnyKey("aDate"))
    },
  ]

  private static let data: [JSONEncoder.DataEncodingStrategy] = [
    .base64, .base64, .deferredToData,
    .custom { data, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(data.count, forKey: AnyKey("byteCount"))
    },
    .custom { _, _ in },
  ]

  private static let keys: [JSONEncoder.KeyEncodingStrategy] = [
    .useDefaultKeys, .useDefaultKeys, .convertToSnakeCase,
    .custom { path in AnyKey((path.last?.stringValue ?? "").lowercased()) },
    // Short names show the path.
    .custom { keys in
      let name = keys.last?.stringValue ?? ""
      return AnyKey(name.count < 3 ? path(keys) : name)
    },
  ]

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: "/")
  }

  private static let floats: [JSONEncoder.NonConformingFloatEncodingStrategy] = [
    .throw, .convertToString(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "none"),
  ]

  @Test("random models", .feature("33"))
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var counts: [String: Int] = [:]
    var listed: [Difference: Int] = [:]
    var models = 0
    while models < Effort.documents {
      var generator = ScriptGenerator(random: SeededRandom(seed: random.next()))
      let formatting = generator.random.pick(
        [
          [.sortedKeys], [.sortedKeys, .withoutEscapingSlashes], [.sortedKeys, .prettyPrinted], [],
          [.prettyPrinted],
        ] as [JSONEncoder.OutputFormatting])
      var pair = EncoderPair()
      pair.set(
        formatting, date: generator.random.pick(Self.dates), data: generator.random.pick(Self.data),
        keys: generator.random.pick(Self.keys), floats: generator.random.pick(Self.floats))
      // Many models by the same encoders. What they learned must not affect results.
      for _ in 0..<(1 + generator.random.below(24)) {
        generator.mischief = generator.random.pick([0, 0, 3, 30])
        let script = generator.script()
        let (foundation, own) = pair.verdicts(script)
        models += 1
        if case .text = foundation {
          counts["text", default: 0] += 1
        } else {
          counts["error", default: 0] += 1
        }
        if case .text = foundation, case .text = own {
          let paths = (pair.logs.foundation.paths.sorted(), pair.logs.own.paths.sorted())
          if paths.0 != paths.1 {
            findings.add(
              Array("\(script)".utf8), "paths\nJSONEncoder: \(paths.0)\nStreamEncoder: \(paths.1)")
          }
        }
        if foundation == own { continue }
        if let difference = Difference(
          foundation, own, isSorted: formatting.contains(.sortedKeys),
          hasDictionaries: ["dictionary", "collection("].contains { "\(script)".contains($0) })
        {
          listed[difference, default: 0] += 1
          continue
        }
        findings.add(
          Array("\(script)".utf8), "\(formatting)\nJSONEncoder: \(foundation)\nStreamEncoder: \(own)")
      }
    }
    findings.report()
    print("encoders: \(models) models, \(counts), differences \(listed), \(SeededRandom.again)")
    guard models >= 20_000 else { return }
    for name in ["text", "error"] { #expect(counts[name, default: 0] > models / 500, "\(name)") }
  }
}
