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
  ///   - type: what a line is mapped to.
  ///   - context: what all maps get.
  public init(path: String, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(path: path, pulling: { try Root._line($0, context) })
  }

  /// The lines that a descriptor gives: a file, a pipe, a socket. It is not closed.
  public init(descriptor: Int32, mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(descriptor: descriptor, pulling: { try Root._line($0, context) })
  }

  /// Lines in memory.
  public init(bytes: [UInt8], mapping type: Root.Type, context: (any MapContext & Sendable)? = nil) {
    self.init(bytes: bytes, pulling: { try Root._line($0, context) })
  }
}

extension BaseMappable {
  /// The model of a line.
  ///
  /// - Throws: `RecordRefusal`.
  fileprivate static func _line(_ value: TapeValue, _ context: (any MapContext & Sendable)?) throws -> Self {
    let source = JSONSource(tape: value)
    guard value.kind == .object else {
      let error = MapError(key: nil, currentValue: source.any, reason: "Cannot cast to '[String: Any]'")
      throw RecordRefusal(value, expected: "an object", error)
    }
    let surroundings = Map.Surroundings(context: context, isRecord: true)
    if let model = try source.makeModel(Self.self, surroundings) { return model }
    throw RecordRefusal(
      value, MapError(key: nil, currentValue: source.any, reason: "Cannot map to '\(Self.self)'"))
  }
}
