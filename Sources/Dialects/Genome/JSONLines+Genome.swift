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
    self.init(path: path, pulling: Self.reading(context))
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  ///
  /// - Parameters:
  ///   - descriptor: what is read, from where it is.
  ///   - model: what a line is mapped into.
  ///   - context: what the models get.
  public init(descriptor: Int32, mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(descriptor: descriptor, pulling: Self.reading(context))
  }

  /// Lines in memory.
  ///
  /// - Parameters:
  ///   - bytes: the lines.
  ///   - model: what a line is mapped into.
  ///   - context: what the models get.
  public init(bytes: [UInt8], mapping model: Root.Type, context: any Context & Sendable = EmptyJson) {
    self.init(bytes: bytes, pulling: Self.reading(context))
  }

  private static func reading(
    _ context: any Context & Sendable
  ) -> @Sendable (TapeValue) throws -> Root {
    // Not the model's type: the model asks for the members itself.
    let owner: any Any.Type = Self.self
    return { value in
      // What is lent is kept with the object for the next record.
      let root: Root? = try value.withObject(for: owner) { object in
        var spare = object.face as? LentValue
        object.face = nil
        defer { object.face = spare }
        return try Root.reading(value, context, with: &spare)
      }
      if let root { return root }
      var spare: LentValue?
      return try Root.reading(value, context, with: &spare)
    }
  }
}

extension JsonConvertibleType {
  /// Reads a record's value.
  fileprivate static func reading(
    _ value: TapeValue, _ context: any Context, with spare: inout LentValue?
  ) throws -> Self {
    try LentValue.lend(value, with: &spare) { lent in
      do {
        return try _newInstance(Json(lent).source(context))
      } catch {
        throw lent.refusal(of: value, error)
      }
    }
  }
}
