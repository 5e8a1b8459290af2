import AlterDialect
import StreamMap

extension Contender {
  /// StreamMap with models for Alter, as they are: lines in memory.
  static func alter<Root: AlterModel>(_ model: Root.Type) -> Contender {
    Contender(name: "alter-dialect", validation: "full") { corpus, checksum in
      try JSONLines(bytes: corpus.bytes, mapping: model).forEach { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}
