extension Bool {
  /// Reads `true` or `false`.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Bool {
    try LiteralReader.bool(literal.literal)
  }
}

extension FixedWidthInteger {
  /// Reads an integer.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Self {
    try LiteralReader.integer(literal.literal, literal.rules)
  }
}

extension Double {
  /// Reads a number.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Double {
    try LiteralReader.double(literal.literal, literal.rules)
  }
}

extension Float {
  /// Reads a number.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> Float {
    try LiteralReader.float(literal.literal, literal.rules)
  }
}

extension String {
  /// Reads a string.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> String {
    try LiteralReader.string(literal.literal)
  }
}
