extension _ScalarValue {
  /// Reads a text as if it were a literal of a record.
  static func read(_ kind: Literal.Kind, _ text: String) throws(_LiteralFailure) -> Self {
    try Literal.withCopy(of: text, as: kind) { literal throws(_LiteralFailure) in
      try _read(_Literal(literal: literal, rules: NumberRules()))
    }
  }
}

extension _FieldStorage {
  /// Creates the storage of a scalar that the machine does not store itself.
  init<Value: _ScalarValue>(scalar: Value.Type) {
    self.init(
      reading: Value.self, Value._expectation, writing: ValueWriting(value: Value.self)
    ) { literal, _ throws(_LiteralFailure) in
      try Value._read(literal)
    }
  }

  /// Creates the storage of a type whose values a closure makes from literals. The closure can give a reason if it
  /// rejects a value.
  ///
  /// - Parameter takesAny: whether the closure gets values of any kind, as JSON text.
  @inlinable
  init<Value>(
    reading: Value.Type, _ expectation: String, takesAny: Bool = false, writing: ValueWriting,
    _ read: @escaping @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Value
  ) {
    self.init(FieldWitness(reading: Value.self, expectation, writing: writing, read), takesAny: takesAny)
  }
}
