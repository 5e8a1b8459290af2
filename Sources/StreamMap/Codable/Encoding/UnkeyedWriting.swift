/// An unkeyed container: implements the protocol on top of an encoder.
struct UnkeyedWriting: UnkeyedEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.count }

  func encodeNil() throws {
    encoder.beginElement()
    encoder.text.json.null()
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    try encoder.encodeElement(value, encoder.session.kind(of: Value.self))
  }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.requestElement(isNested: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.requestElement(isNested: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.requestElement(isNested: false) }

  // MARK: Scalars

  /// Meets the requirements for all scalars, except those for which the standard library has a default.
  @inline(__always)
  func encode<Scalar: EncodableScalar>(_ value: Scalar) throws {
    if !value.hasText { return try encoder.encodeElement(value, encoder.session.kind(of: Scalar.self)) }
    encoder.beginElement()
    encoder.write(value)
  }

  func encode(_ value: Int128) throws {
    try encoder.encodeElement(value, encoder.session.kind(of: Int128.self))
  }

  func encode(_ value: UInt128) throws {
    try encoder.encodeElement(value, encoder.session.kind(of: UInt128.self))
  }
}
