import Foundation
import StreamMap

/// Contenders that encode models as JSON. A pass encodes as many models as the corpus has records. It reuses the first
/// 10,000 models to bound memory. The first pass maps, encodes and maps every record again; the checksum is of the
/// second mapping.
extension Contender {
  /// StreamMap with the model's mapping.
  static func encode<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("encode", model) { models in
      let mapping = try Root.makeMapping()
      return try write(models) { held, json in try mapping.encode(held.model, to: &json) }
    } one: { root in
      try Root.makeMapping().encode(root)
    }
  }

  /// StreamMap with an `Encodable` model. All models share one encoder.
  static func codableEncode<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("codable-encode", model) { models in
      let encoder = StreamEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      return try write(models) { [encoder] held, json in try encoder.encode(held.model, to: &json) }
    } one: { root in
      Array(try StreamEncoder().encode(root))
    }
  }

  /// Foundation's encoder. All models share one encoder.
  static func jsonEncoder<Root: Model>(_ model: Root.Type) -> Contender {
    encoding("JSONEncoder", model) { models in
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      var count = 0
      try models { held in count += try encoder.encode(held.model).count }
      return count
    } one: { root in
      Array(try JSONEncoder().encode(root))
    }
  }

  /// The contender of Foundation that does what a contender does.
  static func foundation(for contender: String) -> String {
    (ContenderTitle.isWriter(contender) ? "JSONEncoder" : "JSONDecoder")
      + (contender.hasSuffix(newSuffix) ? newSuffix : "")
  }

  /// Calls its argument with each model.
  typealias Models<Root> = ((borrowing Held<Root>) throws -> Void) throws -> Void

  /// Encodes models with one writer. Returns the total number of bytes.
  @inline(__always)
  private static func write<Root>(
    _ models: Models<Root>, _ encode: @escaping (borrowing Held<Root>, inout JSONWriter) throws -> Void
  ) throws -> Int {
    var json = JSONWriter()
    var count = 0
    try models { held in
      json.clear()
      try encode(held, &json)
      count += json.count
    }
    return count
  }

  /// - Parameters:
  ///   - pass: Encodes all models and returns the total number of bytes.
  ///   - one: Encodes one model.
  private static func encoding<Root: Model>(
    _ name: String, _ model: Root.Type, pass: @escaping @Sendable (Models<Root>) throws -> Int,
    one: @escaping @Sendable (Root) throws -> [UInt8]
  ) -> Contender {
    writing(name, model, pass: pass) { corpus, body in
      let reader = try Root.makeMapping().makeDecoder()
      // SAFETY: the record is valid during the call.
      try unsafe corpus.forEachRecord { record in
        try unsafe reader.read(record) { root in try body(copy root) }
      }
    } rewrite: {
      let reader = try Root.makeMapping().makeDecoder()
      return { root in
        let text = try one(root)
        var written = root
        try reader.read(text.span) { written = copy $0 }
        return written
      }
    }
  }

  /// Creates a contender that encodes models.
  ///
  /// - Parameters:
  ///   - pass: Encodes all models and returns the total number of bytes.
  ///   - read: Calls its second argument with the model of each record.
  ///   - rewrite: Returns a function that encodes a model and decodes the result.
  static func writing<Root: Checksummed>(
    _ name: String, _ model: Root.Type, pass: @escaping @Sendable (Models<Root>) throws -> Int,
    read: @escaping @Sendable (Corpus, (Root) throws -> Void) throws -> Void,
    rewrite: @escaping @Sendable () throws -> (Root) throws -> Root
  ) -> Contender {
    let shelf = Shelf<Root>()
    return Contender(name: name, validation: "writes") { corpus, strings in
      try shelf.fill(corpus, read, rewrite)
      let bytes = try pass { body in
        // SAFETY: a `Held` has the layout of the model that is its only property.
        try unsafe shelf.models.withUnsafeBytes { bytes in
          let models = unsafe bytes.assumingMemoryBound(to: Held<Root>.self)
          for record in 0..<corpus.count { try unsafe body(models[record % models.count]) }
        }
      }
      let checksum = strings == .everyByte ? shelf.everyByte : shelf.ends
      return Outcome(records: checksum.records, checksum: checksum.total, bytes: bytes)
    }
  }
}

/// A model that is written where it is stored. This type cannot be copied, because a copy of the model retains each of its
/// strings.
struct Held<Root>: ~Copyable {
  let model: Root
}

/// The models that a contender encodes.
///
/// SAFETY: contenders run in turn on one thread.
private final class Shelf<Root: Checksummed>: @unchecked Sendable {
  private var corpus: Corpus?
  private(set) var models: [Root] = []
  /// The checksum of all records after encoding and mapping again.
  private(set) var everyByte = Checksum(.everyByte)
  private(set) var ends = Checksum(.ends)

  private static var capacity: Int { 10_000 }

  /// Maps the models of a corpus, unless they are stored already.
  func fill(
    _ corpus: Corpus, _ read: (Corpus, (Root) throws -> Void) throws -> Void,
    _ rewrite: () throws -> (Root) throws -> Root
  ) throws {
    if self.corpus === corpus { return }
    self.corpus = nil
    models = []
    everyByte = Checksum(.everyByte)
    ends = Checksum(.ends)
    // All models are stored before one is read back. Otherwise their strings lie among those of the models read back, and
    // writing waits for the memory.
    models.reserveCapacity(Self.capacity)
    try read(corpus) { root in
      if models.count < Self.capacity { models.append(root) }
    }
    let rewritten = try rewrite()
    try read(corpus) { root in
      let written = try rewritten(root)
      try written.add(to: &everyByte)
      try written.add(to: &ends)
      everyByte.endRecord()
      ends.endRecord()
    }
    self.corpus = corpus
  }
}
