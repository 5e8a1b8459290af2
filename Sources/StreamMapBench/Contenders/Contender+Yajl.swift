import CYajl
import CYajlNoop

extension Contender {
  /// yajl with C callbacks that return 1, checking strings, one call a record: no mapper that rests on yajl
  /// is faster.
  static var yajlNoop: Contender {
    Contender(name: "yajl-noop", validation: "yajl", mapsValues: false) { corpus, checksum in
      guard let handle = unsafe yajl_alloc(yajl_noop_callbacks(), nil, nil) else {
        throw YajlFailure("yajl_alloc found no memory")
      }
      defer { unsafe yajl_free(handle) }
      // The handle goes on after a record's end: otherwise the second record would be an error.
      _ = unsafe streammap_yajl_config(handle, yajl_allow_multiple_values, 1)
      try unsafe corpus.forEachRecord { record in
        let bytes = unsafe record.assumingMemoryBound(to: UInt8.self)
        let status = unsafe yajl_parse(handle, bytes.baseAddress, bytes.count)
        if status != yajl_status_ok { throw unsafe YajlFailure(handle, bytes) }
        checksum.endRecord()
      }
      // Only the end of all input shows that the last record is whole.
      if unsafe yajl_complete_parse(handle) != yajl_status_ok {
        let failure = unsafe YajlFailure(handle, UnsafeBufferPointer(start: nil, count: 0))
        throw RecordFailure(record: checksum.records, reason: failure)
      }
    }
  }

  /// yajl's own tree, one a line, the values then taken out by hand.
  static func yajlTree<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "yajl-tree", validation: "yajl") { corpus, checksum in
      var line: [CChar] = []
      var message = [CChar](repeating: 0, count: 512)
      try unsafe corpus.forEachRecord { record in
        // yajl_tree_parse takes a NUL-terminated string, so each line is copied into a reused buffer.
        line.removeAll(keepingCapacity: true)
        unsafe line.append(contentsOf: record.assumingMemoryBound(to: CChar.self))
        line.append(0)
        guard let tree = unsafe yajl_tree_parse(line, &message, message.count) else {
          let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
          throw YajlFailure(String(decoding: text, as: UTF8.self))
        }
        // SAFETY: the model keeps no node of the tree, which is freed once it is built.
        defer { unsafe yajl_tree_free(tree) }
        try Root(unsafe YajlTree(borrowing: tree)).add(to: &checksum)
        checksum.endRecord()
      }
    }
  }
}

/// yajl's own words for what was wrong.
struct YajlFailure: Error, CustomStringConvertible {
  let description: String

  /// - Parameter message: As yajl gives it: what is wrong, and then an excerpt over two lines, left out here.
  init(_ message: String) {
    description = String(message.prefix { $0 != "\n" })
  }

  /// - Parameters:
  ///   - handle: A handle whose last call failed.
  ///   - bytes: What that call was given.
  init(_ handle: yajl_handle, _ bytes: UnsafeBufferPointer<UInt8>) {
    // SAFETY: yajl allocates the message, NUL-terminated, and takes it back.
    guard let message = unsafe yajl_get_error(handle, 0, bytes.baseAddress, bytes.count) else {
      self.init("yajl failed without a message")
      return
    }
    self.init(unsafe String(cString: message))
    unsafe yajl_free_error(handle, message)
  }
}
