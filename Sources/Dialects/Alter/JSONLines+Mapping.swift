public import StreamMap

extension JSONLines where Root: Alterable & SendableMetatype {
  /// The lines of a file, opened when they are read, each a model.
  ///
  ///     let lines = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// Each line makes a model of its own, so that one can be kept. A line that is no JSON, or that the model refuses,
  /// is a `MappingError` with the record, the line, the byte offset and the path, and what the model threw as
  /// `underlying`; ``JSONLines/onError`` says whether it ends the reading. Memory does not grow with the file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - type: the model; of a class, it may be a subclass.
  ///   - decoder: how dates, keys and the like are written.
  public init(path: String, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(path: path, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(descriptor: descriptor, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(bytes: bytes, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }
}

extension StreamDecoder {
  /// With what is the same for all texts of models.
  fileprivate var alter: StreamDecoder {
    var decoder = self
    decoder.underflowIsZero = true
    return decoder
  }
}

extension TapeValue {
  /// Decodes a model; what it misses has a place.
  fileprivate func alterable<Model: Alterable>(_ type: Model.Type) throws -> Model {
    do {
      return try decode(type)
    } catch {
      guard let path = (error as? AlterError)?.missingPath else { throw error }
      throw RecordRefusal(missing: path, error)
    }
  }
}
