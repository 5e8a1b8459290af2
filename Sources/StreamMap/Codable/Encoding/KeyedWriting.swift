/// A keyed container on top of a place.
protocol KeyedPlace: KeyedEncodingContainerProtocol {
  init(_ place: EncodingPlace)
}

/// Creates the containers for one type of keys.
///
/// The standard library is given the type of the container and its conformance. An instance of this class has both, so
/// they are not looked up again for each container.
final class ContainerMaker<Key, Container: KeyedPlace> where Container.Key == Key {
  // Inlined, it would look them up.
  @inline(never)
  func container(at place: EncodingPlace) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(place))
  }
}

/// A keyed container: implements the protocol on top of a place.
struct KeyedWriting<Key: CodingKey>: KeyedPlace {
  let place: EncodingPlace

  init(_ place: EncodingPlace) {
    self.place = place
  }

  var codingPath: [any CodingKey] { place.codingPath }

  func encodeNil(forKey key: Key) throws { place.writeMember(key) { $0.null() } }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try place.encodeMember(value, key) }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    place.lendMember(key, isNested: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    place.lendMember(key, isNested: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.lendMember(PathKey.super, isNested: false) }

  func superEncoder(forKey key: Key) -> any Encoder { place.lendMember(key, isNested: false) }

  // MARK: Scalars

  func encode(_ value: Bool, forKey key: Key) throws { place.writeMember(key) { $0.bool(value) } }

  func encode(_ value: String, forKey key: Key) throws { place.writeMember(key) { $0.string(value) } }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { return try place.encodeMember(value, key) }
    place.writeMember(key) { $0.shortDouble(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try place.encodeMember(value, key) }
    place.writeMember(key) { $0.shortFloat(value) }
  }

  func encode(_ value: Int, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: Int8, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: Int16, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: Int32, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: Int64, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: Int128, forKey key: Key) throws {
    place.writeMember(key) { $0.integer(value) }
  }

  func encode(_ value: UInt, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: UInt8, forKey key: Key) throws { place.writeMember(key) { $0.integer(value) } }

  func encode(_ value: UInt16, forKey key: Key) throws {
    place.writeMember(key) { $0.integer(value) }
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    place.writeMember(key) { $0.integer(value) }
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    place.writeMember(key) { $0.integer(value) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    place.writeMember(key) { $0.integer(value) }
  }
}
