import CYajl
import CYajlNoop

extension Contender {
  /// yajl with C callbacks that return 1, with UTF-8 validation, one call per record. This is the upper bound of the
  /// speed of a mapper over yajl.
  static var yajlNoop: Contender {
    Contender(name: "yajl-noop", validation: "yajl", mapsValues: false) { corpus, checksum in
      guard let handle = unsafe yajl_alloc(yajl_noop_callbacks(), nil, nil) else {
        throw YajlFailure("yajl_alloc found no memory")
      }
      defer { unsafe yajl_free(handle) }
      // One handle parses all records; without this option the second record would be an error.
      unsafe streammap_yajl_enable(handle, yajl_allow_multiple_values)
      try unsafe corpus.forEachRecord { record in
        let bytes = unsafe record.assumingMemoryBound(to: UInt8.self)
        let status = unsafe yajl_parse(handle, bytes.baseAddress, bytes.count)
        if status != yajl_status_ok { throw unsafe YajlFailure(handle, bytes) }
        checksum.endRecord()
      }
      // Only the end of the input shows that the last record is complete.
      if unsafe yajl_complete_parse(handle) != yajl_status_ok {
        let failure = unsafe YajlFailure(handle, UnsafeBufferPointer(start: nil, count: 0))
        throw RecordFailure(record: checksum.records, reason: failure)
      }
    }
  }

  /// yajl's tree, one per line. Written-out code reads the values.
  static func yajlTree<Root: Model>(_ model: Root.Type) -> Contender {
    Contender(name: "yajl-tree", validation: "yajl") { corpus, checksum in
      var line: [CChar] = []
      var message = [CChar](repeating: 0, count: 512)
      try unsafe corpus.forEachRecord { record in
        // yajl_tree_parse requires a NUL-terminated string, so each line is copied into a reused buffer.
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

/// The error message of yajl.
struct YajlFailure: Error, CustomStringConvertible {
  let description: String

  /// - Parameter message: The message of yajl. Its first line is kept; the excerpt that follows is dropped.
  init(_ message: String) {
    description = String(message.prefix { $0 != "\n" })
  }

  /// - Parameters:
  ///   - handle: A handle whose last call failed.
  ///   - bytes: The bytes of that call.
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
