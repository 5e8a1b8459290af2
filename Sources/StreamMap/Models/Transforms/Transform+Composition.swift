extension Transform {
  /// Returns this transform followed by another one.
  public func then<Next>(_ next: Transform<Value, Next>) -> Transform<Source, Next> {
    let first = self
    let reading = reading.map { read in
      { @Sendable (literal: _Literal) throws -> Next? in
        guard let value = try read(literal) else { return nil }
        return try next.decoding(value, literal.callContext)
      }
    }
    return Transform<Source, Next>(
      next.expectation,
      decoding: { source, callContext in
        guard let value = try first.decoding(source, callContext) else { return nil }
        return try next.decoding(value, callContext)
      },
      encoding: { value, callContext in
        guard let source = try next.encoding(value, callContext) else { return nil }
        return try first.encoding(source, callContext)
      }, reading: reading)
  }

  /// Returns this transform followed by closures.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, if it differs from this transform's expectation.
  ///   - decode: makes a value. Nil or an error rejects the value, and the error gives the reason.
  ///   - encode: converts a value back. By default, nothing is written.
  public func map<Next>(
    _ expectation: String? = nil, decode: @escaping @Sendable (Value) throws -> Next?,
    encode: @escaping @Sendable (Next) throws -> Value? = { _ in nil }
  ) -> Transform<Source, Next> {
    then(Transform<Value, Next>(expectation ?? self.expectation, decode: decode, encode: encode))
  }

  /// Returns this transform followed by closures that get the context of the call, as for
  /// ``init(_:context:decode:encode:)``.
  public func map<Next, Context>(
    _ expectation: String? = nil, context: Context.Type,
    decode: @escaping @Sendable (Value, Context) throws -> Next?,
    encode: @escaping @Sendable (Next, Context) throws -> Value? = { _, _ in nil }
  ) -> Transform<Source, Next> {
    then(
      Transform<Value, Next>(
        expectation ?? self.expectation, context: context, decode: decode, encode: encode))
  }

  /// The inverse transform. It reads what this one makes, and makes what this one reads.
  public var reversed: Transform<Value, Source> {
    Transform<Value, Source>("a value of \(Value.self)", decoding: encoding, encoding: decoding)
  }
}
