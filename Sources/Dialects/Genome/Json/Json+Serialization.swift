import StreamMap

extension Json {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// How JSON is laid out.
  public enum SerializationStyle: Sendable {
    /// Without white space.
    case Default
    /// A line for each member and element, indented by two spaces a level.
    case PrettyPrinted
  }

  /// The value as text.
  ///
  /// - Parameter style: the layout; members are in the order in which they came in both.
  /// - Throws: nothing; it is marked as the original's is.
  public func serialize(_ style: SerializationStyle = .Default) throws -> String {
    text(style)
  }

  private func text(_ style: SerializationStyle) -> String {
    var writer = JSONWriter(JSONStyle(isPretty: style == .PrettyPrinted))
    tree._write(to: &writer)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// Reads a text.
  ///
  /// - Parameter text: one JSON value.
  /// - Throws: StreamMap's `MappingError`, which says where the text is no JSON.
  public static func deserialize(_ text: String) throws -> Json {
    try deserialize(Array(text.utf8))
  }

  /// Reads a text.
  ///
  /// - Parameter bytes: one JSON value in UTF-8.
  /// - Throws: StreamMap's `MappingError`, which says where the text is no JSON.
  public static func deserialize(_ bytes: some Sequence<UInt8>) throws -> Json {
    try deserialize(Array(bytes))
  }

  /// Reads a text.
  ///
  /// The text is checked in full, and kept: it is read when the value is asked for something.
  ///
  /// - Parameter bytes: one JSON value in UTF-8.
  /// - Throws: StreamMap's `MappingError`, which says where the text is no JSON.
  public static func deserialize(_ bytes: [UInt8]) throws -> Json {
    try decoder.read(bytes.span, for: Json.self) { value in Json(BorrowedValue(text: value.text)) }
  }

  /// What reads texts, however long they are and what is in them.
  private static let decoder = {
    var decoder = StreamDecoder()
    decoder.limits = Limits(string: .max, name: .max, number: .max, record: .max)
    return decoder
  }()

  /// What reads texts that are known to be valid. It keeps what it learns of them.
  static let rereader = {
    var decoder = StreamDecoder()
    decoder.limits = .unlimited
    return decoder
  }()
}

extension Json: CustomStringConvertible, CustomDebugStringConvertible {
  /// The text without white space.
  public var description: String { text(.Default) }

  /// The text, indented.
  public var debugDescription: String { text(.PrettyPrinted) }
}
