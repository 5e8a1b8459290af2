import StreamMap

extension JSONLines where Root: DynamicDecodable & SendableMetatype {
  /// Creates a stream of models from the lines of a file, decoded as by ``DynamicJSONDecoder``. The file is opened when
  /// reading starts.
  ///
  ///     let lines = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// A record that is not valid, or that the model rejects, is reported as a `MappingError` with its record, line, byte
  /// offset and path. `onError` decides how it is handled. Lines are standard JSON with the limits of `JSONLines`: the
  /// decoder's `allowsJSON5` and `assumesTopLevelDictionary` do not apply.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - model: the type of the models. For a class, it may be a subclass.
  ///   - decoder: the decoder whose current strategies are used.
  public init(path: String, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    let reader = decoder.dynamicReader
    self.init(path: path, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }

  /// Creates a stream from a file descriptor: a file, a pipe or a socket. The descriptor is not closed.
  public init(
    descriptor: Int32, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()
  ) {
    let reader = decoder.dynamicReader
    self.init(descriptor: descriptor, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }

  /// Creates a stream of the lines in `bytes`.
  public init(bytes: [UInt8], mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    let reader = decoder.dynamicReader
    self.init(bytes: bytes, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }
}
