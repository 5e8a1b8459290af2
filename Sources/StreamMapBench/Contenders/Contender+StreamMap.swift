import StreamMap

extension Contender {
  /// StreamMap over its structural index: all bytes in memory at once, which find the records, too.
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

  /// StreamMap over yajl: a mapping, a decoder, one instance used for all records.
  static func yajl<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "yajl", validation: "full") { corpus, checksum in
      let decoder = try Root.makeMapping().makeDecoder(ReadingOptions(engine: .yajl))
      // SAFETY: the record is valid during the call.
      try unsafe corpus.forEachRecord { record in
        try unsafe decoder.read(record) { root in root.add(to: &checksum) }
        checksum.endRecord()
      }
    }
  }

  /// StreamMap with the models that `JSONDecoder` decodes, as they are: lines in memory.
  static func codable<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "codable", validation: "full") { corpus, checksum in
      let bytes = corpus.bytes
      try StreamDecoder().decodeLines(model, in: bytes.span) { root, _ in
        root.add(to: &checksum)
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
