import StreamMap

extension JSONLines where Root: DynamicDecodable & SendableMetatype {
  /// The lines of a file, opened when they are read, each mapped as ``DynamicJSONDecoder`` does.
  ///
  ///     let lines = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// A record that is not valid, or that the model refuses, is a `MappingError` with its record, line, byte offset
  /// and path; `onError` says what is done with it. Lines are JSON, and have the limits of `JSONLines`, whatever the
  /// decoder takes as a document: `allowsJSON5` and `assumesTopLevelDictionary` are not about them.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - model: what a record is mapped to; of a class, it may be a subclass.
  ///   - decoder: whose strategies are used, as they are now.
  public init(path: String, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    let reader = decoder.dynamicReader
    self.init(path: path, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(
    descriptor: Int32, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()
  ) {
    let reader = decoder.dynamicReader
    self.init(descriptor: descriptor, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    let reader = decoder.dynamicReader
    self.init(bytes: bytes, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }
}
