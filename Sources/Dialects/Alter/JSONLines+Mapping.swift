public import StreamMap

extension JSONLines where Root: Alterable & SendableMetatype {
  /// Creates a stream of models from the records of an input.
  ///
  ///     let lines = JSONLines(.bytes(response), mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// Each line creates a new model, so models can be kept. A line that is not JSON, or that the model rejects, is
  /// reported as a `MappingError` with the record, the line, the byte offset and the path. Its `underlying` error is
  /// the one the model threw. `JSONLines.onError` decides whether reading ends. Memory use does not depend on the
  /// file size.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - type: the model type. For a class, it may be a subclass.
  ///   - decoder: the decoding strategies, such as those for dates and keys.
  public init(_ input: Input, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(input, decoder: decoder.alter, pulling: { try $0.alterable(type) })
  }

  /// Creates a stream of models from the lines of a file.
  public init(path: String, mapping type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.path(path), mapping: type, decoder: decoder)
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
