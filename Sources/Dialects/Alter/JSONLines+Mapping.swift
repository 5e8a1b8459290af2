public import StreamMap

extension JSONLines where Root: Alterable & SendableMetatype {
  /// Creates a stream of models from the lines of a file. The file is opened when reading starts.
  ///
  ///     let lines = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// Each line creates a new model, so models can be kept. A line that is not JSON, or that the model rejects, is
  /// reported as a `MappingError` with the record, the line, the byte offset and the path. Its `underlying` error is
  /// the one the model threw. ``JSONLines/onError`` decides whether reading ends. Memory use does not depend on the
  /// file size.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the model type. For a class, it may be a subclass.
  ///   - decoder: the decoding strategies, such as those for dates and keys.
  public init(path: String, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(path: path, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }

  /// Creates a stream from a file descriptor: a file, a pipe or a socket. The descriptor is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(descriptor: descriptor, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }

  /// Creates a stream of the lines in `bytes`.
  public init(bytes: [UInt8], mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(bytes: bytes, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }
}

extension StreamDecoder {
  /// The decoder with the settings that all texts of models share.
  fileprivate var alter: StreamDecoder {
    let decoder = copy()
    decoder.underflowIsZero = true
    return decoder
  }
}

extension TapeValue {
  /// Decodes a model. The error for a missing key has a location.
  fileprivate func alterable<Model: Alterable>(_ type: Model.Type) throws -> Model {
    do {
      return try decode(type)
    } catch {
      guard let path = (error as? AlterError)?.missingPath else { throw error }
      throw RecordRejection(missing: path, error)
    }
  }
}
