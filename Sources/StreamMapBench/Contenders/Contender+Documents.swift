import Foundation
import StreamMap

/// Contenders that decode or encode each record as one document, with `decode(_:from:)` and `encode(_:)`.
extension Contender {
  /// The end of the names of contenders that make a coder for each document. The others keep one.
  static let newSuffix = "-new"

  /// StreamMap's and Foundation's coders. Each pass makes one coder.
  static func documents<Root: Codable & Checksummed>(_ model: Root.Type) -> [Contender] {
    [
      decoding("codable", model) { StreamDecoder() }, decoding("JSONDecoder", model) { JSONDecoder() },
      encoding("codable-encode", model) { StreamEncoder() }, encoding("JSONEncoder", model) { JSONEncoder() },
    ]
  }

  /// The same coders, also with a new one for each document.
  static func smallDocuments<Root: Codable & Checksummed>(_ model: Root.Type) -> [Contender] {
    [
      decoding("codable", model, isNew: true) { StreamDecoder() },
      decoding("JSONDecoder", model, isNew: true) { JSONDecoder() },
      encoding("codable-encode", model, isNew: true) { StreamEncoder() },
      encoding("JSONEncoder", model, isNew: true) { JSONEncoder() },
    ] + documents(model)
  }

  private static func decoding<Root: Codable & Checksummed, Coder: DocumentDecoder>(
    _ name: String, _ model: Root.Type, isNew: Bool = false, _ make: @escaping @Sendable () -> Coder
  ) -> Contender {
    Contender(name: name + (isNew ? newSuffix : ""), validation: "full") { corpus, checksum in
      let kept = isNew ? nil : make()
      try corpus.forEachDocument { data in
        try (kept ?? make()).decode(model, from: data).add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  private static func encoding<Root: Codable & Checksummed, Coder: DocumentEncoder>(
    _ name: String, _ model: Root.Type, isNew: Bool = false, _ make: @escaping @Sendable () -> Coder
  ) -> Contender {
    writing(name + (isNew ? newSuffix : ""), model) { models in
      let kept = isNew ? nil : make()
      var count = 0
      try models { held in count += try (kept ?? make()).encode(held.model).count }
      return count
    } read: { corpus, body in
      let decoder = StreamDecoder()
      try corpus.forEachDocument { data in try body(decoder.decode(model, from: data)) }
    } rewrite: {
      let coder = make()
      let decoder = JSONDecoder()
      return { root in try decoder.decode(model, from: coder.encode(root)) }
    }
  }
}
