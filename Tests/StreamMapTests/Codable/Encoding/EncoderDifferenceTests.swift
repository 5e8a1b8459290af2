import Foundation
import StreamMap
import Testing

/// Generated models by `JSONEncoder` and ``StreamEncoder`` give the same text and errors, except for the differences
/// listed here.
@Suite("Encoders on random models")
struct EncoderDifferenceTests {
  /// The known differences, each with its reason.
  enum Difference: CaseIterable {
    /// `JSONEncoder` omits nested containers, and the dictionary that a strategy does not convert, from the paths of
    /// errors. Here a path is complete: it has all keys that lead to the value. `JSONEncoder`'s path has some of them
    /// in the same order, and the last one.
    case path
    /// Any of several errors in a dictionary may be the first, because it has no order.
    case order
    /// Without sorting, `JSONEncoder` writes members in random order.
    case members

    /// - Parameter isWrong: Whether `JSONEncoder` has a non-JSON number at a path.
    init?(
      _ foundation: EncodingVerdict, _ own: EncodingVerdict, isSorted: Bool, hasDictionaries: Bool,
      isWrong: ([String]) -> Bool
    ) {
      switch (foundation, own) {
      case (.failure(let name, let short), .failure(let ownName, let path)) where name == ownName:
        if short != path && Self.isPart(short, of: path) {
          self = .path
        } else if hasDictionaries && isWrong(path) {
          self = .order
        } else {
          return nil
        }
      case (.failure, .failure) where hasDictionaries: self = .order
      case (.text(let text), .text(let ownText)) where !isSorted:
        guard let value = Self.value(text), let ownValue = Self.value(ownText), value == ownValue else {
          return nil
        }
        self = .members
      default: return nil
      }
    }

    private static func value(_ text: String) -> NSObject? {
      (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) as? NSObject
    }

    private static func isPart(_ short: [String], of path: [String]) -> Bool {
      var rest = path[...]
      for key in short {
        guard let index = rest.firstIndex(of: key) else { return false }
        rest = rest[(index + 1)...]
      }
      return short.last == path.last || short.isEmpty
    }
  }

  private static let dates: [JSONEncoder.DateEncodingStrategy] = [
    .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
    .custom { date, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(date.timeIntervalSince1970)
    },
    .custom { _, _ in },
  ]

  private static let data: [JSONEncoder.DataEncodingStrategy] = [
    .base64, .base64, .deferredToData,
    .custom { data, encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(data.count, forKey: AnyKey("byteCount"))
    },
  ]

  private static let keys: [JSONEncoder.KeyEncodingStrategy] = [
    .useDefaultKeys, .useDefaultKeys, .convertToSnakeCase,
    .custom { path in AnyKey((path.last?.stringValue ?? "").lowercased()) },
  ]

  private static let floats: [JSONEncoder.NonConformingFloatEncodingStrategy] = [
    .throw, .convertToString(positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "none"),
  ]

  @Test("random models")
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
        let (foundation, own) = pair.verdicts(Scripted(script))
        models += 1
        if case .text = foundation {
          counts["text", default: 0] += 1
        } else {
          counts["error", default: 0] += 1
        }
        if foundation == own { continue }
        if let difference = Difference(
          foundation, own, isSorted: formatting.contains(.sortedKeys),
          hasDictionaries: "\(script)".contains("dictionary"),
          isWrong: { pair.hasNonFinite(at: $0, in: Scripted(script)) })
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
