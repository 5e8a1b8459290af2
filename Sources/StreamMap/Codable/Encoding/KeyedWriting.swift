/// A keyed container on top of an encoder.
protocol KeyedEncoderContainer: KeyedEncodingContainerProtocol {
  init(_ encoder: ValueEncoder)
}

/// Creates the containers for one type of keys.
///
/// The standard library is given the type of the container and its conformance. An instance of this class has both, so
/// they are not looked up again for each container.
final class ContainerMaker<Key, Container: KeyedEncoderContainer> where Container.Key == Key {
  // Inlined, it would look them up.
  @inline(never)
  func container(of encoder: ValueEncoder) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(encoder))
  }
}

/// A keyed container: implements the protocol on top of an encoder.
struct KeyedWriting<Key: CodingKey>: KeyedEncoderContainer {
  let encoder: ValueEncoder

  init(_ encoder: ValueEncoder) {
    self.encoder = encoder
  }

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    encoder.beginMember(key)
    encoder.text.json.null()
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder.encodeMember(value, key)
  }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.requestMember(key, isNested: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.requestMember(key, isNested: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.requestMember(PathKey.super, isNested: false) }

  func superEncoder(forKey key: Key) -> any Encoder { encoder.requestMember(key, isNested: false) }

  // MARK: Scalars

  /// Meets the requirements for all scalars, except those for which the standard library has a default.
  @inline(__always)
  func encode<Scalar: EncodableScalar>(_ value: Scalar, forKey key: Key) throws {
    if !value.hasText { return try encoder.encodeMember(value, key) }
    encoder.beginMember(key)
    encoder.write(value)
  }

  func encode(_ value: Int128, forKey key: Key) throws { try encoder.encodeMember(value, key) }

  func encode(_ value: UInt128, forKey key: Key) throws { try encoder.encodeMember(value, key) }
}
