extension _Literal {
  /// Calls a closure with a string's text.
  func withText<Result>(_ body: (Span<UInt8>) throws -> Result) throws -> Result {
    guard literal.kind == .string else { throw _LiteralFailure.typeMismatch }
    return try literal.withText(body)
  }

  /// Returns a number, or a number in a string, as a value of a numeric type.
  func number<Value: _ScalarValue>(as: Value.Type = Value.self) throws(_LiteralFailure) -> Value {
    guard literal.kind == .string else { return try Value._read(self) }
    var number = literal
    number.kind = .number
    do throws(_LiteralFailure) {
      return try Value._read(_Literal(literal: number, rules: rules))
    } catch {
      // The literal is a well-formed string, so the error is not one of syntax.
      throw error.kind == .syntax ? .invalidValue : error
    }
  }
}
