extension Transform {
  /// This transform, and another for what it makes.
  public func then<Next>(_ next: Transform<Value, Next>) -> Transform<Source, Next> {
    let first = self
    let decode: @Sendable (Source) throws -> Next? = { source in
      guard let value = try first.decoding(source) else { return nil }
      return try next.decoding(value)
    }
    let encode: @Sendable (Next) throws -> Source? = { value in
      guard let source = try next.encoding(value) else { return nil }
      return try first.encoding(source)
    }
    guard let reading else {
      return Transform<Source, Next>(next.expectation, decode: decode, encode: encode)
    }
    return Transform<Source, Next>(next.expectation, decode: decode, encode: encode) { literal in
      guard let value = try reading(literal) else { return nil }
      return try next.decoding(value)
    }
  }

  /// This transform, and closures for what it makes.
  ///
  /// - Parameters:
  ///   - expectation: what the JSON must hold, if not what this transform says.
  ///   - decode: makes a value; nil if there is none for this, or an error that says why.
  ///   - encode: the opposite. Without it, nothing is written.
  public func map<Next>(
    _ expectation: String? = nil, decode: @escaping @Sendable (Value) throws -> Next?,
    encode: @escaping @Sendable (Next) throws -> Value? = { _ in nil }
  ) -> Transform<Source, Next> {
    then(Transform<Value, Next>(expectation ?? self.expectation, decode: decode, encode: encode))
  }

  /// The opposite transform: what this one makes stands in the JSON.
  public var reversed: Transform<Value, Source> {
    Transform<Value, Source>("a value of \(Value.self)", decode: encoding, encode: decoding)
  }
}
