public import StreamMap

extension JSONLines where Root: BaseMappable & SendableMetatype {
  /// The lines of a file, opened when they are read, each mapped to a model.
  ///
  ///     let users = JSONLines(path: "users.jsonl", mapping: User.self)
  ///     try users.forEach { user, place in … }
  ///
  /// A line that is no JSON or no object, whose model is not to be, or whose initialiser throws, is a `MappingError` with
  /// the record, the line, the byte offset and the path, and what was thrown as its `underlying`.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - type: what a line is mapped to; a subclass's type makes such models.
  ///   - context: what all maps get.
  public init(path: String, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(path: path, pulling: { try type._record(JSONSource(tape: $0), context) })
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(descriptor: descriptor, pulling: { try type._record(JSONSource(tape: $0), context) })
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(bytes: bytes, pulling: { try type._record(JSONSource(tape: $0), context) })
  }
}

extension JSONSource {
  /// Why there is no model of a line.
  ///
  /// - Parameter model: its type; nil if this is no object.
  @usableFromInline
  func _refusal(_ model: (any Any.Type)?) -> any Error {
    var error = MapError(key: nil, currentValue: any, reason: nil)
    error.why = model.map { .noModel($0) } ?? .text("Cannot cast to '[String: Any]'")
    guard case .tape(let value) = backing else { return error }
    return RecordRefusal(value, expected: model == nil ? "an object" : "", error)
  }
}
