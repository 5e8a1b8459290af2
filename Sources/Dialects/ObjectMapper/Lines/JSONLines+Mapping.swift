import FoundationValues
public import StreamMap

extension JSONLines where Root: BaseMappable & SendableMetatype {
  /// Creates a stream of models from the records of an input.
  ///
  ///     let users = JSONLines(.bytes(response), mapping: User.self)
  ///     try users.forEach { user, place in … }
  ///
  /// A line is reported as a `MappingError` if it is not a JSON object, if its model's initialiser returns nil or if it
  /// throws. The error has the record, the line, the byte offset and the path. Its `underlying` error is the one that
  /// was thrown.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - type: the type of the models. It may be a subclass.
  ///   - context: the context passed to all maps.
  public init(_ input: Input, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(input, pulling: { try type._record(JSONSource(tape: $0), context) })
  }

  /// Creates a stream of models from the lines of a file.
  public init(path: String, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(.path(path), mapping: type, context: context)
  }
}

extension JSONSource {
  /// Returns the error for a line without a model.
  ///
  /// - Parameter model: the model type, or nil if the line is not an object.
  @usableFromInline
  func _rejection(_ model: (any Any.Type)?) -> any Error {
    var error = MapError(key: nil, currentValue: any, reason: nil)
    error.why = model.map { .noModel($0) } ?? .text("Cannot cast to '[String: Any]'")
    guard case .record(let value) = value else { return error }
    return RecordRejection(value, expected: model == nil ? "an object" : "", error)
  }
}
