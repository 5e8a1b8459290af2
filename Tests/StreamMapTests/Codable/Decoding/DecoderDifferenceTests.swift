import Foundation
import StreamMap
import Testing

/// Generated models over generated documents by `JSONDecoder` and ``StreamDecoder`` give the same values and errors,
/// except for the differences listed here.
@Suite("Decoders on random input")
struct DecoderDifferenceTests {
  /// The known differences, each with its reason.
  enum Difference: CaseIterable {
    /// `JSONDecoder` does not check values that are not requested, accepts a comma before `]`, and stops at a NUL.
    /// RFC 8259 allows none of this, and a stream's next record may depend on it.
    case invalid
    /// `JSONDecoder` reports "not valid JSON", without a path, for a number that does not fit its type.
    case numberPath
    /// `JSONDecoder` reads integers in other notations as a `Double`: it accepts `1.0000000000000001`, and rejects
    /// `18446744073709551615.0`, or `1e25` for an `Int128`.
    case integer
    /// `JSONDecoder` rejects `0e5` for a `Double`.
    case zero
    /// `JSONDecoder` returns `allKeys` in random order, so that any of several errors may be the first.
    case order

    init?(_ schema: Sketch, _ document: [UInt8], _ foundation: DecodingVerdict, _ own: DecodingVerdict) {
      let isValid = (try? ReferenceParser.parse(document)) != nil
      switch (foundation, own) {
      case (_, .failure("dataCorrupted", _, [])) where !isValid: self = .invalid
      case (.failure("dataCorrupted", _, []), .failure("dataCorrupted", _, let path))
      where isValid && !path.isEmpty:
        self = .numberPath
      case (.failure, .failure) where schema.isOrdered: self = .order
      default: return nil
      }
    }
  }

  @Test("random models and documents")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var counts: [String: Int] = [:]
    var listed: [Difference: Int] = [:]
    var documents = 0
    let strategies: [JSONDecoder.KeyDecodingStrategy] = [
      .useDefaultKeys, .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
      .custom { path in AnyKey(path.map(\.stringValue).joined(separator: "/").lowercased()) },
      .custom { path in AnyKey((path.last?.stringValue ?? "").lowercased()) },
    ]
    while documents < Effort.documents {
      var generator = SchemaGenerator(random: SeededRandom(seed: random.next()))
      let schema = generator.schema()
      let pair = DecoderPair(keys: generator.random.pick(strategies))
      // Many documents by the same decoders. What they learned must not affect results.
      for _ in 0..<(1 + generator.random.below(24)) {
        generator.mischief = generator.random.pick([0, 0, 2, 8])
        let document = generator.document(schema)
        let (foundation, own) = pair.verdicts(schema, document)
        documents += 1
        counts[foundation.name, default: 0] += 1
        if foundation == own { continue }
        if let difference = Difference(schema, document, foundation, own) {
          listed[difference, default: 0] += 1
          continue
        }
        findings.add(document, "\(schema)\nJSONDecoder: \(foundation)\nStreamDecoder: \(own)")
      }
    }
    findings.report()
    print("decoders: \(documents) documents, \(counts), differences \(listed), \(SeededRandom.again)")
    guard documents >= 20_000 else { return }
    for name in ["a value", "typeMismatch", "valueNotFound", "keyNotFound", "dataCorrupted"] {
      #expect(counts[name, default: 0] > documents / 500, "\(name)")
    }
  }
}
