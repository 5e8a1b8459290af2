extension StreamEncoder {
  /// Appends the JSON text of a value to `output`.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is appended.
  public func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws {
    try withSession(snapshot) { session in
      try session.encode(value) { output.append($0) }
    }
  }

  /// Writes a value with a writer. The encoder's formatting applies, not the writer's style.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is written.
  public func encode<Value: Encodable>(_ value: Value, to json: inout JSONWriter) throws {
    try withSession(snapshot) { session in
      try session.encode(value) { json.raw($0) }
    }
  }

  /// Calls `body` with a session that nothing else uses meanwhile.
  @inline(__always)
  func withSession<Result>(
    _ snapshot: Snapshot<EncodingOptions>, _ body: (EncodingSession) throws -> Result
  ) rethrows -> Result {
    let sessions = snapshot.options.sessions
    let session = sessions.take() ?? EncodingSession(snapshot)
    session.set(snapshot)
    defer {
      if !session.isShared { sessions.put(session) }
    }
    return try body(session)
  }
}
