import FoundationValues
import StreamMap

extension JSONLines where Root: TinyMappingModel {
  /// Creates a stream of models from the lines of a file. The file is opened when reading starts. Memory use is
  /// constant.
  ///
  ///     try JSONLines(path: "entries.jsonl", mapping: EntryModel.self).forEach { entry, place in … }
  ///
  /// A line that is not JSON, or that has a mismatched value, is reported as a `MappingError` with the record, line,
  /// byte offset and path. Its `underlying` error is the ``TinyMappingError``, or the error of a type that decodes
  /// itself. `onError` can skip such lines.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the class of the models. It may be a subclass of the stream's type.
  ///   - rules: rules that take precedence over the rules of the class.
  public init(path: String, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(path: path, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  /// Creates a stream from a file descriptor: a file, a pipe or a socket. The descriptor is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(descriptor: descriptor, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  /// Creates a stream of the lines in `bytes`.
  public init(bytes: [UInt8], mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(bytes: bytes, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  private static func reader(
    _ type: Root.Type, _ rules: TinyMappingRules?
  ) -> @Sendable (TapeValue) throws -> Root {
    let rule = ModelRule<Root>(models: ModelMaker(type, rules))
    return { value in try rule.read(.record(value)) }
  }
}
