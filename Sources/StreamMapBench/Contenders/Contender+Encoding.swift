import Foundation
import StreamMap

/// Models back to JSON. A pass is as many models as the corpus has records: the first few thousand of them,
/// again and again, so that they need no more memory than a program would have for them. In the first pass
/// every record is mapped, written and mapped again, and that is what the checksum is of.
extension Contender {
  /// StreamMap, by the mapping.
  static func encode<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("encode", model) { models in
      let encoder = try MappingEncoder(Root.makeMapping())
      return try write(models) { root, json in try encoder.encode(root, to: &json) }
    } one: { root in
      try Root.makeMapping().encode(root)
    }
  }

  /// StreamMap, any `Encodable` model: one encoder for all.
  static func codableEncode<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("codable-encode", model) { models in
      var encoder = StreamEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try write(models) { [encoder] root, json in try encoder.encode(root, to: &json) }
    } one: { root in
      Array(try StreamEncoder().encode(root))
    }
  }

  /// Foundation's encoder: one for all models.
  static func jsonEncoder<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("JSONEncoder", model) { models in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      var count = 0
      try models { root in count += try encoder.encode(root).count }
      return count
    } one: { root in
      Array(try JSONEncoder().encode(root))
    }
  }

  /// What Foundation has for what a contender does.
  static func foundation(for contender: String) -> String {
    ["encode", "codable-encode", "JSONEncoder"].contains(contender) ? "JSONEncoder" : "JSONDecoder"
  }

  private typealias Models<Root> = ((Root) throws -> Void) throws -> Void

  /// Writes models into one writer, one after the other, and says how many bytes they take.
  @inline(__always)
  private static func write<Root>(
    _ models: Models<Root>, _ encode: @escaping (Root, inout JSONWriter) throws -> Void
  ) throws -> Int {
    var json = JSONWriter()
    var count = 0
    try models { root in
      json.clear()
      try encode(root, &json)
      count += json.count
    }
    return count
  }

  /// - Parameters:
  ///   - pass: writes all models, and says how many bytes they take.
  ///   - one: writes one.
  private static func encoding<Root: Model>(
    _ name: String, _ model: Root.Type, pass: @escaping @Sendable (Models<Root>) throws -> Int,
    one: @escaping @Sendable (Root) throws -> [UInt8]
  ) -> Contender {
    let shelf = Shelf<Root>()
    return Contender(name: name, validation: "writes") { corpus, strings in
      try shelf.fill(corpus, one)
      let bytes = try pass { body in
        for record in 0..<corpus.count { try body(shelf.models[record % shelf.models.count]) }
      }
      let checksum = strings == .everyByte ? shelf.everyByte : shelf.ends
      return Outcome(records: checksum.records, checksum: checksum.total, bytes: bytes)
    }
  }
}

/// The models that a contender writes.
///
/// SAFETY: contenders take turns in one thread.
private final class Shelf<Root: Model>: @unchecked Sendable {
  private var corpus: Corpus?
  private(set) var models: [Root] = []
  /// Of all records, written and mapped again.
  private(set) var everyByte = Checksum(.everyByte)
  private(set) var ends = Checksum(.ends)

  private static var capacity: Int { 10_000 }

  /// Does nothing if the models are this corpus's.
  func fill(_ corpus: Corpus, _ write: (Root) throws -> [UInt8]) throws {
    if self.corpus === corpus { return }
    self.corpus = nil
    models = []
    everyByte = Checksum(.everyByte)
    ends = Checksum(.ends)
    let reader = try Root.makeMapping().makeDecoder()
    let rereader = try Root.makeMapping().makeDecoder()
    // SAFETY: the record is valid during the call.
    try unsafe corpus.forEachRecord { record in
      try unsafe reader.read(record) { root in
        if models.count < Self.capacity { models.append(copy root) }
        let text = try write(copy root)
        try rereader.read(text.span) { written in
          written.add(to: &everyByte)
          written.add(to: &ends)
        }
      }
      everyByte.endRecord()
      ends.endRecord()
    }
    self.corpus = corpus
  }
}
