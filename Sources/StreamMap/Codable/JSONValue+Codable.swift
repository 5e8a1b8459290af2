// JSON values in `Codable` models. This library's coders read and write their text. To other coders a value is the
// Boolean, number, string, array or dictionary that it denotes.

extension JSONValue: Codable {
  /// Decodes any value.
  ///
  /// A ``StreamDecoder`` keeps the literals of numbers, and all members of an object in their order. Any other decoder
  /// gives a number as an integer, a `Decimal` or a `Double`, and the members of an object in the order of their names.
  ///
  /// - Throws: `DecodingError`, if the value nests deeper than ``maximumDepth``, or if the decoder cannot represent a
  ///   number.
  public init(from decoder: any Decoder) throws {
    guard let place = decoder as? ValueDecoder else {
      self = try JSONValue(other: decoder)
      return
    }
    self = try place.json()
  }

  /// Encodes the value.
  ///
  /// A ``StreamEncoder`` writes the literals of numbers, and all members of an object in their order. Any other encoder
  /// gets numbers as integers, `Double`s or `Decimal`s, and an object as a dictionary, in which the first of several
  /// members with one name counts.
  ///
  /// - Throws: `EncodingError`, if the encoder is another one and cannot represent a number.
  public func encode(to encoder: any Encoder) throws {
    if let place = encoder as? ValueEncoder {
      return place.write(depth: depth) { _write(to: &$0) }
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let object): try container.encode(object)
    }
  }

  /// The number of nested arrays and objects.
  private var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.lazy.map(\.depth).max() ?? 0)
    case .object(let object): 1 + (object.members.lazy.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }

  /// Decodes a value with a decoder of another library.
  fileprivate init(other decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
      self = .array(array)
    } else if let number = try? value.decode(JSONNumber.self) {
      // Before an object, because some coders write a `Decimal` as one.
      self = .number(number)
    } else {
      self = .object(try value.decode(JSONObject.self))
    }
  }
}

extension JSONObject: Codable {
  /// Decodes an object, as ``JSONValue/init(from:)`` does.
  public init(from decoder: any Decoder) throws {
    guard let place = decoder as? ValueDecoder else {
      // No key strategy converts the names of a dictionary.
      let members = try decoder.singleValueContainer().decode([String: JSONValue].self)
      self.init(members: members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      return
    }
    guard case .object(let object) = try place.json() else {
      throw place.containerFailure(JSONObject.self, "keyed")
    }
    self = object
  }

  /// Encodes the object, as ``JSONValue/encode(to:)`` does.
  public func encode(to encoder: any Encoder) throws {
    if encoder is ValueEncoder { return try JSONValue.object(self).encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first })
  }
}

extension RawJSON: Codable {
  /// Decodes any value.
  ///
  /// A ``StreamDecoder`` keeps its text, without white space outside strings. The value of any other decoder is written
  /// anew, as that of ``JSONValue/init(from:)``.
  public init(from decoder: any Decoder) throws {
    if let place = decoder as? ValueDecoder {
      self = place.withText { RawJSON(compacting: $0) }
      return
    }
    var json = JSONWriter()
    try JSONValue(other: decoder)._write(to: &json)
    bytes = json.take()
  }

  /// Encodes the value.
  ///
  /// A ``StreamEncoder`` writes the text as it is, unless it has line feeds, or white space around the value: then it is
  /// compacted. Its formatting applies to the text, too. Any other encoder gets the value of
  /// ``JSONValue/encode(to:)``.
  ///
  /// - Throws: `EncodingError`, if the text is not JSON.
  public func encode(to encoder: any Encoder) throws {
    let depth = try depth(at: encoder)
    if let place = encoder as? ValueEncoder {
      let isFramed = [bytes.first, bytes.last].contains { $0.map(ASCII.isWhitespace) == true }
      let text = isFramed ? RawJSON(compacting: bytes.span) : self
      return place.write(depth: depth) { text._write(to: &$0) }
    }
    guard let value = JSONValue(validated: bytes.span) else {
      throw rejection(at: encoder, "The text nests deeper than \(JSONValue.maximumDepth) levels.")
    }
    try value.encode(to: encoder)
  }

  /// Validates the text, and returns the number of nested arrays and objects.
  private func depth(at encoder: any Encoder) throws -> Int {
    var scanner = Scanner(limits: .unlimited, allowsByteOrderMark: false)
    do throws(Scanner.Failure) {
      try scanner.scan(bytes.span)
      try scanner.finish()
    } catch {
      let failure = scanner.recordFailure(error, text: bytes.span).error(in: bytes.span)
      throw rejection(at: encoder, "The text is not JSON: \(failure.message)", failure)
    }
    var (depth, deepest) = (0, 0)
    var cursor = RecordCursor()
    while let token = cursor.next(in: bytes.span) {
      switch token {
      case .beginArray, .beginObject:
        depth += 1
        deepest = max(depth, deepest)
      case .endArray, .endObject: depth -= 1
      default: break
      }
    }
    return deepest
  }

  private func rejection(
    at encoder: any Encoder, _ reason: String, _ underlying: (any Error)? = nil
  ) -> EncodingError {
    let path = (encoder as? ValueEncoder)?.valuePath ?? encoder.codingPath
    return .invalidValue(
      self, EncodingError.Context(codingPath: path, debugDescription: reason, underlyingError: underlying))
  }
}

extension ValueDecoder {
  /// Passes the text of the value here to a closure. An absent value is `null`.
  fileprivate func withText<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    offset < 0 ? body(Array("null".utf8).span) : record.withText(ofValueAt: offset, body)
  }

  /// Returns the value here as a tree. Throws if it nests too deep.
  fileprivate func json() throws -> JSONValue {
    if let value = withText({ JSONValue(validated: $0) }) { return value }
    throw DecodingError.corrupted(
      codingPath, "The value nests deeper than \(JSONValue.maximumDepth) levels.")
  }
}

extension ValueEncoder {
  /// Writes the only value.
  ///
  /// - Parameter depth: the number of nested arrays and objects in it.
  func write(depth: Int, _ write: (inout JSONWriter) -> Void) {
    beginSingle()
    if depth > 0, self.depth + depth > Self.maximumDepth, isOpen { session.isTooDeep = true }
    withText { write(&$0.json) }
  }
}
