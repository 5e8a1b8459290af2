import StreamMap

extension JSONLines where Root: TinyMappingModel {
  /// The lines of a file, opened when they are read, each an object of which a model is made; in constant memory.
  ///
  ///     try JSONLines(path: "entries.jsonl", mapping: EntryModel.self).forEach { entry, place in … }
  ///
  /// A line that is no JSON, or that has a value that its property cannot have, is a `MappingError` with the record,
  /// line, byte offset and path; its `underlying` error is the ``TinyMappingError``, or what a type says that decodes
  /// itself. `onError` skips such lines.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - type: the class of the models; it may be a subclass of the one that the stream is of.
  ///   - rules: what goes before the rules of the class.
  public init(path: String, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(path: path, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(descriptor: descriptor, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(bytes: bytes, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  private static func reader(
    _ type: Root.Type, _ rules: TinyMappingRules?
  ) -> @Sendable (TapeValue) throws -> Root {
    let rule = ModelRule<Root>(models: ModelMaker(type, rules))
    return { value in try rule.read(value) }
  }
}
