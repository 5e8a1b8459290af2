import StreamMap

extension JSONLines where Root: JsonConvertibleType & SendableMetatype {
  /// Creates a stream of models from the lines of a file.
  ///
  ///     try JSONLines(path: "pets.jsonl", mapping: Pet.self).forEach { pet, place in … }
  ///
  /// A malformed or mismatched line is reported as StreamMap's `MappingError`, with the location of the value. Its
  /// `underlying` error is the one the model threw.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which is opened when reading starts.
  ///   - model: the type of the models.
  ///   - context: the context passed to the models.
  public init(path: String, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(path: path, pulling: Self.reading(model, context))
  }

  /// Creates a stream from a file descriptor: a file, a pipe or a socket. The descriptor is not closed.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which is read from its current position.
  ///   - model: the type of the models.
  ///   - context: the context passed to the models.
  public init(descriptor: Int32, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(descriptor: descriptor, pulling: Self.reading(model, context))
  }

  /// Creates a stream of the lines in `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: the lines.
  ///   - model: the type of the models.
  ///   - context: the context passed to the models.
  public init(bytes: [UInt8], mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(bytes: bytes, pulling: Self.reading(model, context))
  }

  private static func reading(
    _ model: Root.Type, _ context: any Context & Sendable
  ) -> @Sendable (TapeValue) throws -> Root {
    { value in
      // The borrowed value is reused for the next record.
      var spare = value.attachment as? BorrowedValue
      value.attachment = nil
      defer { value.attachment = spare }
      return try BorrowedValue.withBorrow(value, with: &spare) { lent in
        do {
          return try model._newInstance(Json(lent).source(context))
        } catch {
          throw lent.rejection(of: value, error)
        }
      }
    }
  }
}
