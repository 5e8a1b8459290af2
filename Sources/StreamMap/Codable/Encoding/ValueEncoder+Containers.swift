extension ValueEncoder: Encoder {
  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let shape = session.shape(of: type)
    beginObject(shape)
    return shape.container(of: self)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginArray()
    return UnkeyedWriting(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// Begins an object, or continues the one that is here.
  @inline(__always)
  func beginObject(_ shape: KeyShape) {
    if form == .object { return }
    begin(.object)
    set(shape)
    withText { $0.json.beginObject() }
  }

  /// Begins an array, or continues the one that is here.
  @inline(__always)
  func beginArray() {
    if form == .array { return }
    begin(.array)
    withText { $0.json.beginArray() }
  }

  @inline(__always)
  private func begin(_ form: Form) {
    precondition(
      self.form == .nothing, "A container was requested where a value of another kind was already encoded.")
    if !isInnermost { takeTurn() }
    self.form = form
    if depth >= Self.maximumDepth && isOpen { session.isTooDeep = true }
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    beginSingle()
    text.json.null()
  }

  /// Meets the requirements for all scalars, except those for which the standard library has a default.
  @inline(__always)
  func encode<Scalar: EncodableScalar>(_ value: Scalar) throws {
    if !value.hasText { return try encodeSingle(value) }
    beginSingle()
    write(value)
  }

  func encode(_ value: Int128) throws { try encodeSingle(value) }

  func encode(_ value: UInt128) throws { try encodeSingle(value) }

  func encode<Value: Encodable>(_ value: Value) throws { try encodeSingle(value) }

  private func encodeSingle<Value: Encodable>(_ value: Value) throws {
    try attempt {
      try write(value, session.kind(of: Value.self))
      // A value that encodes nothing becomes an empty object.
      if form == .nothing { beginObject(session.noKeys) }
    }
  }

  /// Encodes the single value. If an error is thrown, removes the text and any container that it began, so that another
  /// value can follow.
  @inline(__always)
  private func attempt(_ encode: () throws -> Void) throws {
    guard form == .nothing else { return try encode() }
    let mark = mark()
    do {
      try encode()
    } catch {
      if takeBack(mark) {
        form = .nothing
        set(session.noKeys)
        seen = 0
        links.names = nil
      }
      throw error
    }
  }
}
