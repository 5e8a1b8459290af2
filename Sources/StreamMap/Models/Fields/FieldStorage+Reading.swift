extension _ScalarValue {
  /// Reads a text as if it stood in a record.
  static func read(_ kind: Literal.Kind, _ text: String) throws(_LiteralFailure) -> Self {
    var bytes = Array(text.utf8)
    let count = bytes.count
    // So that an empty one has an address.
    bytes.append(0)
    return unsafe try bytes.withUnsafeBufferPointer { bytes throws(_LiteralFailure) in
      // SAFETY: the bytes are valid during the call, and well-formed.
      guard let start = bytes.baseAddress else { throw .typeMismatch }
      return unsafe try _read(_Literal(literal: Literal(kind, start, count), rules: NumberRules()))
    }
  }
}

extension _FieldStorage {
  /// The storage of a scalar that the machine does not know itself.
  init<Value: _ScalarValue>(scalar: Value.Type) {
    self.init(
      reading: Value.self, Value._expectation, writing: ValueWriting(value: Value.self)
    ) { literal, _ throws(_LiteralFailure) in
      try Value._read(literal)
    }
  }

  /// The storage of a type whose values a closure makes of literals; it can say why it does not.
  ///
  /// - Parameter takesAny: it gets values of any kind, as their text stands.
  init<Value>(
    reading: Value.Type, _ expectation: String, takesAny: Bool = false, writing: ValueWriting,
    _ read: @escaping @Sendable (_Literal, inout Refusal?) throws(_LiteralFailure) -> Value
  ) {
    // SAFETY: the address is that of a field of `Value` in the shape that comes with it.
    let witness = unsafe FieldWitness(
      Value.self,
      read: { literal, rules, shape, address, callContext, reason in
        do throws(_LiteralFailure) {
          let value = try read(
            _Literal(literal: literal, rules: rules, callContext: callContext), &reason)
          unsafe FieldAccess<Value>.put(value, shape, at: address)
          return nil
        } catch {
          return error.kind
        }
      },
      writing: writing, expectation: expectation)
    self.init(takesAny ? .customValue : .custom, .plain, witness)
  }
}
