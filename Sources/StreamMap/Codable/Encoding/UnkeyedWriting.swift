/// An unkeyed container: the protocol's face of a place.
///
/// SAFETY: the state is that of the place.
@safe struct UnkeyedWriting: UnkeyedEncodingContainer {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }

  var count: Int { unsafe place.state.pointee.count }

  func encodeNil() throws { unsafe place.state.element().pointee.json.null() }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.encodeElement(value, place.session.kind(of: Value.self))
  }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    place.lendElement().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place.lendElement().unkeyedContainer() }

  func superEncoder() -> any Encoder { place.lendElement() }

  // MARK: Scalars

  func encode(_ value: Bool) throws { unsafe place.state.element().pointee.json.bool(value) }

  func encode(_ value: String) throws { unsafe place.state.element().pointee.json.string(value) }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try place.encodeElement(value, place.session.kind(of: Double.self)) }
    unsafe place.state.element().pointee.json.shortDouble(value)
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try place.encodeElement(value, place.session.kind(of: Float.self)) }
    unsafe place.state.element().pointee.json.shortFloat(value)
  }

  func encode(_ value: Int) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: Int8) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: Int16) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: Int32) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: Int64) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: Int128) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt8) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt16) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt32) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt64) throws { unsafe place.state.element().pointee.json.integer(value) }

  func encode(_ value: UInt128) throws { unsafe place.state.element().pointee.json.integer(value) }
}
