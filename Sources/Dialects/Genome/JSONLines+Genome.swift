import StreamMap

extension JSONLines where Root: JsonConvertibleType & SendableMetatype {
  /// Creates a stream of models from the records of an input.
  ///
  ///     try JSONLines(.bytes(response), mapping: Pet.self).forEach { pet, location in … }
  ///
  /// A malformed or mismatched line is reported as StreamMap's `MappingError`, with the location of the value. Its
  /// `underlying` error is the one the model threw.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - model: the type of the models.
  ///   - context: the context passed to the models.
  public init(_ input: Input, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(input, pulling: Self.reading(model, context))
  }

  /// Creates a stream of models from the lines of a file.
  public init(path: String, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(.path(path), mapping: model, context: context)
  }

  private static func reading(
    _ model: Root.Type, _ context: any Context & Sendable
  ) -> @Sendable (TapeValue) throws -> Root {
    { value in
      // The borrowed value is reused for the next record.
      var spare = value.attachment as? BorrowedValue
      value.attachment = nil
      defer { value.attachment = spare }
      return try BorrowedValue.withBorrow(value, with: &spare) { borrowed in
        do {
          return try model._newInstance(Json(borrowed).source(context))
        } catch {
          throw borrowed.rejection(of: value, error)
        }
      }
    }
  }
}
