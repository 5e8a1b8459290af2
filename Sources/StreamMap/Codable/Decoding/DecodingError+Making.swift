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

extension ValueDecoder {
  /// Returns the error for the value here, which is not of `type`.
  @inline(never)
  func failure(_ type: any Any.Type) -> DecodingError { failure(type, offset, codingPath) }

  /// Returns the error for a value at `offset` that is not of `type`.
  @inline(never)
  func failure(_ type: any Any.Type, _ offset: Int, _ path: [any CodingKey]) -> DecodingError {
    let found = found(offset)
    // `JSONDecoder` reports `valueNotFound` for every type except `Bool`.
    if found == .null, type != Bool.self { return null(type, path) }
    if found == .number, type != Bool.self, type != String.self, let number = record.numberText(offset) {
      let end = record.errorText(type, found) { " does not fit in \(type)." }
      return .corrupted(path, "The number " + number + end, underlying: NumberRejection(number, type))
    }
    return mismatch(type, found, path)
  }

  func null(_ type: any Any.Type, _ path: [any CodingKey]) -> DecodingError {
    let text = record.errorText(type, .null) {
      "Cannot get value of type \(type) -- found null value instead"
    }
    return .valueNotFound(type, DecodingError.Context(codingPath: path, debugDescription: text))
  }

  private func mismatch(_ type: any Any.Type, _ found: Found, _ path: [any CodingKey]) -> DecodingError {
    let text = record.errorText(type, found) {
      "Expected to decode \(type) but found \(found.words) instead."
    }
    return .typeMismatch(type, DecodingError.Context(codingPath: path, debugDescription: text))
  }

  /// Returns the error for a value here that is not a container.
  @inline(never)
  func containerFailure(_ type: any Any.Type, _ name: String) -> DecodingError {
    let found = found(offset)
    guard found == .null else { return mismatch(type, found, codingPath) }
    let text = record.errorText(type, found) {
      "Cannot get \(name) decoding container -- found null value instead"
    }
    return .valueNotFound(type, DecodingError.Context(codingPath: codingPath, debugDescription: text))
  }

  /// Returns the kind of the value at `offset`.
  private func found(_ offset: Int) -> Found {
    switch offset < 0 ? ASCII.lowerN : record.byte(offset) {
    case ASCII.openBrace: .dictionary
    case ASCII.openBracket: .array
    case ASCII.quote: .string
    case ASCII.lowerT, ASCII.lowerF: .bool
    case ASCII.lowerN: .null
    default: .number
    }
  }

  /// The kind of a value that is not of a type.
  enum Found: Int {
    case dictionary, array, string, bool, null, number

    static let count = 6

    /// The kind in `JSONDecoder`'s words.
    var words: String {
      switch self {
      case .dictionary: "a dictionary"
      case .array: "an array"
      case .string: "a string"
      case .bool: "bool"
      case .null: "null"
      case .number: "number"
      }
    }
  }
}

/// The texts of errors that depend only on the type and on the kind of the value that was found. The types are those
/// that the decoder decodes itself, so they are few.
struct ErrorTexts {
  private var types: [ObjectIdentifier] = []
  /// The texts of each type, in the order of the kinds. Empty until they are needed.
  private var texts: [String] = []

  /// Returns the text for a type and a kind, which `make` creates the first time.
  mutating func text(_ type: any Any.Type, _ found: ValueDecoder.Found, _ make: () -> String) -> String {
    let type = ObjectIdentifier(type)
    let number = types.firstIndex(of: type) ?? types.count
    if number == types.count {
      types.append(type)
      texts += Array(repeating: "", count: ValueDecoder.Found.count)
    }
    let position = number * ValueDecoder.Found.count + found.rawValue
    if texts[position].isEmpty { texts[position] = make() }
    return texts[position]
  }
}
