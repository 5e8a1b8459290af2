import DynamicMapperDialect
import StreamMap

extension Contender {
  /// StreamMap with models of DynamicMapper.
  static func dynamicMapper<Root: DynamicMapperModel>(_ model: Root.Type) -> Contender {
    Contender(name: "dynamicmapper-dialect", validation: "full") { corpus, checksum in
      try JSONLines(bytes: corpus.bytes, mapping: model).forEach { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}
