import StreamMap

extension JSONLines where Root: JsonConvertibleType & SendableMetatype {
  /// The lines of a file, each mapped into a model.
  ///
  ///     try JSONLines(path: "pets.jsonl", mapping: Pet.self).forEach { pet, place in … }
  ///
  /// A bad line's error is StreamMap's `MappingError`: it says where the value stands, and has what the model threw
  /// as `underlying`.
  ///
  /// - Parameters:
  ///   - path: of the file; it is opened when it is read.
  ///   - model: what a line is mapped into.
  ///   - context: what the models get.
  public init(path: String, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(path: path, pulling: Self.reading(model, context))
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  ///
  /// - Parameters:
  ///   - descriptor: what is read, from where it is.
  ///   - model: what a line is mapped into.
  ///   - context: what the models get.
  public init(descriptor: Int32, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(descriptor: descriptor, pulling: Self.reading(model, context))
  }

  /// Lines in memory.
  ///
  /// - Parameters:
  ///   - bytes: the lines.
  ///   - model: what a line is mapped into.
  ///   - context: what the models get.
  public init(bytes: [UInt8], mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(bytes: bytes, pulling: Self.reading(model, context))
  }

  private static func reading(
    _ model: Root.Type, _ context: any Context & Sendable
  ) -> @Sendable (TapeValue) throws -> Root {
    { value in
      // What is lent is kept for the next record.
      var spare = value.companion as? BorrowedValue
      value.companion = nil
      defer { value.companion = spare }
      return try BorrowedValue.lend(value, with: &spare) { lent in
        do {
          return try model._newInstance(Json(lent).source(context))
        } catch {
          throw lent.refusal(of: value, error)
        }
      }
    }
  }
}
