import Foundation
import StreamMap

extension Contender {
  /// StreamMap over the structural index, all bytes in memory. It also finds the records.
  static func index<Root: Mapped>(
    _ name: String, _ model: Root.Type, _ validation: Validation
  ) -> Contender {
    Contender(name: name, validation: validation == .full ? "full" : "mapped") { corpus, checksum in
      let decoder = try Root.makeMapping().makeDecoder(ReadingOptions(engine: .index, validation: validation))
      let bytes = corpus.bytes
      try decoder.decodeLines(in: bytes.span) { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  /// StreamMap over yajl: one mapping, one decoder and one instance for all records.
  static func yajl<Root: Mapped>(_ model: Root.Type) -> Contender {
    Contender(name: "yajl", validation: "full") { corpus, checksum in
      let decoder = try Root.makeMapping().makeDecoder(ReadingOptions(engine: .yajl))
      // SAFETY: the record is valid during the call.
      try unsafe corpus.forEachRecord { record in
        try unsafe decoder.read(record) { root in root.add(to: &checksum) }
        checksum.endRecord()
      }
    }
  }

  /// StreamMap with the `Decodable` models of the contender `JSONDecoder`, lines in memory.
  static func codable<Root: Mapped & Codable>(
    _ model: Root.Type, dates: StreamDecoder.DateDecodingStrategy = .deferredToDate
  ) -> Contender {
    Contender(name: "codable", validation: "full") { corpus, checksum in
      let decoder = StreamDecoder()
      decoder.dateDecodingStrategy = dates
      let bytes = corpus.bytes
      try decoder.decodeLines(model, in: bytes.span) { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  /// StreamMap end to end: opens the file, reads it, finds the records and maps them.
  static func file<Root: Mapped>(_ model: Root.Type) -> Contender {
    Contender(name: "file", validation: "full") { corpus, checksum in
      try JSONLines(path: try corpus.path(), as: Root.makeMapping()).forEach { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}
