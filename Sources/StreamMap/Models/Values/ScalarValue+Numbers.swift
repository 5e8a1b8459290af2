// Scalars that the machine stores through closures.

extension Int128: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "an integer" }
}

extension UInt128: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "an integer" }
}

/// A number as it is written.
extension JSONNumber: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "a number" }

  /// Reads a number and keeps its text.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> JSONNumber {
    let literal = literal.literal
    guard literal.kind == .number else { throw .typeMismatch }
    guard literal.isNumber else { throw .malformed }
    return JSONNumber(literal: literal.string)
  }
}

extension Substring: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "a string" }

  /// Reads a string.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Substring {
    try Substring(String._read(literal))
  }
}

/// A string of one extended grapheme cluster.
extension Character: _ScalarValue {
  /// What the JSON must hold, for messages.
  public static var _expectation: String { "one character" }

  /// Reads a string of one character.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Character {
    let text = try String._read(literal)
    guard let character = text.first, text.index(after: text.startIndex) == text.endIndex else {
      throw .invalidValue
    }
    return character
  }
}
