// The errors of a decoder, with the cases and paths of `JSONDecoder`.

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
  /// Why the value at an offset is none of a type.
  @inline(never)
  func failure(_ type: any Any.Type, _ offset: Int, _ path: [any CodingKey]) -> DecodingError {
    let found = found(offset)
    // `JSONDecoder` says so of every type but this one.
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

  /// Why there is no container for the value here.
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

  /// What stands at an offset, in `JSONDecoder`'s words.
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
