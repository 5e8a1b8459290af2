import StreamMap

extension JSONLines where Root: TinyMappingModel {
  /// The lines of a file, opened when they are read, each an object of which a model is made; in constant memory.
  ///
  ///     try JSONLines(path: "entries.jsonl", mapping: EntryModel.self).forEach { entry, place in … }
  ///
  /// A line that is no JSON, or that has a value that its property cannot have, is a `MappingError` with the record,
  /// line, byte offset and path; its `underlying` error is the ``TinyMappingError``. `onError` skips such lines.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - type: the class of the models.
  ///   - rules: what goes before the rules of the class.
  public init(path: String, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(path: path, pulling: Self.reader(rules))
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(descriptor: descriptor, pulling: Self.reader(rules))
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(bytes: bytes, pulling: Self.reader(rules))
  }

  private static func reader(_ rules: TinyMappingRules?) -> @Sendable (TapeValue) throws -> Root {
    let rule = ModelRule<Root>(models: ModelMaker(Root.self, rules))
    return { value in try rule.read(value) }
  }
}
