import StreamMap
import Synchronization

extension Contender {
  /// StreamMap over lines in memory. It skips the rejected ones, and builds the message of each error. The offset and the
  /// path are part of the checksum. The message is not, because it names the type of the model's strings.
  static func skipping<Root: Mapped>(
    _ name: String, _ model: Root.Type, _ engine: Engine, _ validation: Validation
  ) -> Contender {
    Contender(name: name, validation: validation == .full ? "full" : "mapped") { corpus, strings in
      var read = Checksum(strings)
      let rejected = Mutex(Checksum(strings))
      let decoder = try Root.makeMapping().makeDecoder(ReadingOptions(engine: engine, validation: validation))
      let bytes = corpus.bytes
      let policy = ErrorPolicy.skip { error, _ in
        rejected.withLock { checksum in
          checksum.add(error.byteOffset ?? -1)
          checksum.add(error.path)
          checksum.add(error.message.isEmpty)
          checksum.endRecord()
        }
      }
      try decoder.decodeLines(in: bytes.span, onError: policy) { root, _ in
        root.add(to: &read)
        read.endRecord()
      }
      read.add(rejected.withLock { $0 })
      return Outcome(records: read.records, checksum: read.total)
    }
  }
}
