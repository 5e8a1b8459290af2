import StreamMap

extension Contender {
  static func index<Root: Model>(_ model: Root.Type, _ v: Validation) -> Contender {
    Contender(name: "index-\(v)", validation: "\(v)") { corpus, checksum in
      let cursor = try Root.makeMapping().makeCursor(engine: .index, validation: v)
      try unsafe corpus.bytes.withUnsafeBytes { text in
        try unsafe cursor.forEachLine(in: text) { root, _ in
          root.add(to: &checksum)
          checksum.endRecord()
        }
      }
    }
  }
}
