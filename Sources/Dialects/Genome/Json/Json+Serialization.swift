import StreamMap

extension Json {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The layout of JSON text.
  public enum SerializationStyle: Sendable {
    /// Without white space.
    case Default
    /// One line for each member and element, indented by two spaces a level.
    case PrettyPrinted
  }

  /// Returns the value as JSON text.
  ///
  /// - Parameter style: the layout. Both layouts keep the order of the members.
  /// - Throws: nothing. The function throws for compatibility with the original.
  public func serialize(_ style: SerializationStyle = .Default) throws -> String {
    text(style)
  }

  private func text(_ style: SerializationStyle) -> String {
    var writer = JSONWriter(JSONStyle(isPretty: style == .PrettyPrinted))
    tree._write(to: &writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// Parses JSON text.
  ///
  /// - Parameter text: one JSON value.
  /// - Throws: StreamMap's `MappingError`, with the location of the syntax error.
  public static func deserialize(_ text: String) throws -> Json {
    try deserialize(Array(text.utf8))
  }

  /// Parses JSON text.
  ///
  /// - Parameter bytes: one JSON value in UTF-8.
  /// - Throws: StreamMap's `MappingError`, with the location of the syntax error.
  public static func deserialize(_ bytes: some Sequence<UInt8>) throws -> Json {
    try deserialize(Array(bytes))
  }

  /// Parses JSON text.
  ///
  /// The whole text is validated and kept. Its values are read on access.
  ///
  /// - Parameter bytes: one JSON value in UTF-8.
  /// - Throws: StreamMap's `MappingError`, with the location of the syntax error.
  public static func deserialize(_ bytes: [UInt8]) throws -> Json {
    try decoder.read(bytes.span, for: Json.self) { value in Json(BorrowedValue(text: value.text)) }
  }

  /// The decoder of texts, without size limits.
  private static let decoder = StreamDecoder(limits: .document)

  /// The decoder of texts known to be valid. It caches name lookups.
  static let rereader = StreamDecoder(limits: .unlimited)
}

extension Json: CustomStringConvertible, CustomDebugStringConvertible {
  /// The JSON text without white space.
  public var description: String { text(.Default) }

  /// The JSON text, indented.
  public var debugDescription: String { text(.PrettyPrinted) }
}
