import ObjectMapperDialect
import StreamMap

extension Contender {
  /// Models written for ObjectMapper, on `tweets`: lines in memory.
  static let objectMapperTweets = objectMapper(ObjectMapperTweet.self) { $0.add(to: &$1) }

  /// The same on `logs`.
  static let objectMapperLogs = objectMapper(ObjectMapperLogLine.self) { $0.add(to: &$1) }

  private static func objectMapper<Root: Mappable & SendableMetatype>(
    _ model: Root.Type, _ add: @escaping @Sendable (borrowing Root, inout Checksum) -> Void
  ) -> Contender {
    Contender(name: "objectmapper-dialect", validation: "full") { corpus, checksum in
      try JSONLines(bytes: corpus.bytes, mapping: model).forEach { root, _ in
        add(root, &checksum)
        checksum.endRecord()
      }
    }
  }
}
