import StreamMap

extension Contender {
  /// StreamMap over yajl: a mapping, a cursor, one instance used for all records.
  static func yajl<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "yajl", validation: "full") { corpus, checksum in
      let cursor = try Root.makeMapping().makeCursor()
      // SAFETY: the record is valid during the call.
      try unsafe corpus.forEachRecord { record in
        try unsafe cursor.read(record) { root in root.add(to: &checksum) }
        checksum.endRecord()
      }
    }
  }

  /// StreamMap end to end: opening the file, reading it, finding the records and mapping them.
  static func file<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "file", validation: "full") { corpus, checksum in
      try JSONLines(path: try corpus.path(), as: Root.makeMapping()).forEach { root, _ in
        root.add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}
