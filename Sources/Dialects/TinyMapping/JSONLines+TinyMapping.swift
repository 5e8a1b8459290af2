import FoundationValues
import StreamMap

extension JSONLines where Root: TinyMappingModel {
  /// Creates a stream of models from the records of an input. Memory use is constant.
  ///
  ///     try JSONLines(.bytes(response), mapping: EntryModel.self).forEach { entry, location in … }
  ///
  /// A line that is not JSON, or that has a mismatched value, is reported as a `MappingError` with the record, line,
  /// byte offset and path. Its `underlying` error is the ``TinyMappingError``, or the error of a type that decodes
  /// itself. `onError` can skip such lines.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - type: the class of the models. It may be a subclass of the stream's type.
  ///   - rules: rules that take precedence over the rules of the class.
  public init(_ input: Input, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(input, decoder: .ofModels, pulling: Self.reader(type, rules))
  }

  /// Creates a stream of models from the lines of a file.
  public init(path: String, mapping type: Root.Type, rules: TinyMappingRules? = nil) {
    self.init(.path(path), mapping: type, rules: rules)
  }

  private static func reader(
    _ type: Root.Type, _ rules: TinyMappingRules?
  ) -> @Sendable (TapeValue) throws -> Root {
    let rule = ModelRule<Root>(models: ModelMaker(type, rules))
    return { value in try rule.read(.record(value)) }
  }
}
