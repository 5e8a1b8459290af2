extension StreamEncoder {
  /// Appends the JSON text of a value to `output`.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is appended.
  public func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws {
    try withEncoder(snapshot) { encoder in
      try encoder.encode(value) { output.append($0) }
    }
  }

  /// Writes a value with a writer. The encoder's formatting applies, not the writer's style.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is written.
  public func encode<Value: Encodable>(_ value: Value, to json: inout JSONWriter) throws {
    try withEncoder(snapshot) { encoder in
      try encoder.encode(value) { json.raw($0) }
    }
  }

  /// Calls `body` with an encoder that nothing else uses meanwhile.
  @inline(__always)
  func withEncoder<Result>(
    _ snapshot: Snapshot<EncodingOptions>, _ body: (ValueEncoder) throws -> Result
  ) rethrows -> Result {
    let encoders = snapshot.options.sessions
    var encoder = encoders.take() ?? ValueEncoder(EncodingSession(snapshot))
    encoder.session.set(snapshot)
    defer {
      // A model may keep a part of it.
      if isKnownUniquelyReferenced(&encoder) { encoders.put(encoder) }
    }
    return try body(encoder)
  }
}

extension ValueEncoder {
  /// Encodes a whole value, and calls a closure with its text.
  func encode<Value: Encodable, Result>(_ value: Value, _ body: (Span<UInt8>) throws -> Result) throws
    -> Result
  {
    try encode(value, { try $0.write(value, session.kind(of: Value.self)) }, body)
  }

  /// - Parameter write: a closure that writes the value.
  func encode<Value, Result>(
    _ value: Value, _ write: (ValueEncoder) throws -> Void, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    defer {
      finish()
      session.clear()
    }
    begin(in: session.main)
    try write(self)
    let isEmpty = form == .nothing
    finish()
    if isEmpty { throw Self.failure(value, "Top-level \(Value.self) did not encode any values.") }
    if session.isTooDeep {
      throw Self.failure(value, "Unable to encode the given top-level value to JSON.")
    }
    return try session.withText(body)
  }

  private static func failure(_ value: Any, _ description: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
  }
}
