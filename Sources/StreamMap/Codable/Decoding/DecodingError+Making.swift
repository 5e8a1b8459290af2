// The errors of a decoder, with `JSONDecoder`'s cases and coding paths.

extension DecodingError {
  static func missing(_ key: some CodingKey, _ path: [any CodingKey]) -> DecodingError {
    .keyNotFound(
      key,
      Context(
        codingPath: path, debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
  }

  static func corrupted(
    _ path: [any CodingKey], _ description: String, underlying: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(Context(codingPath: path, debugDescription: description, underlyingError: underlying))
  }
}

extension DecodingPlace {
  /// Returns the error for a value at `offset` that is not of `type`.
  @inline(never)
  func failure(_ type: any Any.Type, _ offset: Int, _ path: [any CodingKey]) -> DecodingError {
    let found = found(offset)
    // `JSONDecoder` reports `valueNotFound` for every type except `Bool`.
    if found == "null", type != Bool.self { return Self.null(type, path) }
    let isNumber = type != Bool.self && type != String.self
    if found == "number", isNumber, let text = record.numberText(offset) {
      return .corrupted(
        path, "The number \(text) does not fit in \(type).", underlying: NumberRefusal(text, type))
    }
    return Self.mismatch(type, found, path)
  }

  static func null(_ type: any Any.Type, _ path: [any CodingKey]) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "Cannot get value of type \(type) -- found null value instead"))
  }

  static func mismatch(_ type: any Any.Type, _ found: String, _ path: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "Expected to decode \(type) but found \(found) instead."))
  }

  /// Returns the error for a value here that is not a container.
  @inline(never)
  func containerFailure(_ type: any Any.Type, _ name: String) -> DecodingError {
    let found = found(offset)
    guard found == "null" else { return Self.mismatch(type, found, codingPath) }
    return .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "Cannot get \(name) decoding container -- found null value instead"))
  }

  /// Returns the kind of the value at `offset`, in `JSONDecoder`'s words.
  private func found(_ offset: Int) -> String {
    switch offset < 0 ? ASCII.lowerN : record.byte(offset) {
    case ASCII.openBrace: "a dictionary"
    case ASCII.openBracket: "an array"
    case ASCII.quote: "a string"
    case ASCII.lowerT, ASCII.lowerF: "bool"
    case ASCII.lowerN: "null"
    default: "number"
    }
  }
}
