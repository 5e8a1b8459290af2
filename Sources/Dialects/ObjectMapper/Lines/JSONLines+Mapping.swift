import FoundationValues
public import StreamMap

extension JSONLines where Root: BaseMappable & SendableMetatype {
  /// Creates a stream of models from the lines of a file. The file is opened when reading starts.
  ///
  ///     let users = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try users.forEach { user, place in … }
  ///
  /// A line is reported as a `MappingError` if it is not a JSON object, if its model's initialiser returns nil or if it
  /// throws. The error has the record, the line, the byte offset and the path. Its `underlying` error is the one that
  /// was thrown.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the type of the models. It may be a subclass.
  ///   - context: the context passed to all maps.
  public init(path: String, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(path: path, pulling: { try type._record(JSONSource(tape: $0), context) })
  }

  /// Creates a stream from a file descriptor: a file, a pipe or a socket. The descriptor is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(descriptor: descriptor, pulling: { try type._record(JSONSource(tape: $0), context) })
  }

  /// Creates a stream of the lines in `bytes`.
  public init(bytes: [UInt8], mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(bytes: bytes, pulling: { try type._record(JSONSource(tape: $0), context) })
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
