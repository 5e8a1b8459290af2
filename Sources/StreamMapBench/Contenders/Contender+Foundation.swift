import Foundation

extension Contender {
  /// Foundation's decoder: one for all lines, one `decode` per line, without a copy of the line.
  static func jsonDecoder<Root: Mapped & Codable>(
    _ model: Root.Type, dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
  ) -> Contender {
    Contender(name: "JSONDecoder", validation: "full") { corpus, checksum in
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = dates
      try unsafe corpus.forEachRecord { record in
        let root = try decoder.decode(Root.self, from: unsafe borrowedData(record))
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  /// Foundation's dictionaries: one per line, without a copy of the line. Written-out code reads the values.
  static func jsonSerialization<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "JSONSerialization", validation: "full") { corpus, checksum in
      try unsafe corpus.forEachRecord { record in
        let value = try JSONSerialization.jsonObject(with: unsafe borrowedData(record))
        guard let object = value as? [String: Any] else { throw MissingValue(name: "$") }
        try Root(object).add(to: &checksum)
        checksum.endRecord()
      }
    }
  }

  private static func borrowedData(_ record: UnsafeRawBufferPointer) -> Data {
    // SAFETY: a record is never empty; the data does not outlive the call that lends the bytes, and nothing
    // writes to them.
    guard let start = record.baseAddress else { return Data() }
    return unsafe Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: record.count, deallocator: .none)
  }
}
