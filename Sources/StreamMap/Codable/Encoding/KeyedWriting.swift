/// A keyed container: the protocol's face of a place.
///
/// SAFETY: the state is that of the place.
@safe struct KeyedWriting<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: EncodingPlace.State.Pointer
  let place: EncodingPlace

  init(_ place: EncodingPlace) {
    unsafe state = place.state
    self.place = place
  }

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil(forKey key: Key) throws { unsafe state.member(key).pointee.json.null() }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try place.encodeMember(value, key) }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place.lendMember(key, goesOn: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.lendMember(key, goesOn: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.lendMember(PathKey.super, goesOn: false) }

  func superEncoder(forKey key: Key) -> any Encoder { place.lendMember(key, goesOn: false) }

  // MARK: Scalars

  func encode(_ value: Bool, forKey key: Key) throws { unsafe state.member(key).pointee.json.bool(value) }

  func encode(_ value: String, forKey key: Key) throws { unsafe state.member(key).pointee.json.string(value) }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { return try place.encodeMember(value, key) }
    unsafe state.member(key).pointee.json.shortDouble(value)
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try place.encodeMember(value, key) }
    unsafe state.member(key).pointee.json.shortFloat(value)
  }

  func encode(_ value: Int, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: Int8, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: Int16, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: Int32, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: Int64, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: Int128, forKey key: Key) throws {
    unsafe state.member(key).pointee.json.integer(value)
  }

  func encode(_ value: UInt, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: UInt8, forKey key: Key) throws { unsafe state.member(key).pointee.json.integer(value) }

  func encode(_ value: UInt16, forKey key: Key) throws {
    unsafe state.member(key).pointee.json.integer(value)
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    unsafe state.member(key).pointee.json.integer(value)
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    unsafe state.member(key).pointee.json.integer(value)
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    unsafe state.member(key).pointee.json.integer(value)
  }
}
