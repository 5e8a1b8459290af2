/// An unkeyed container: implements the protocol on top of a place.
struct UnkeyedWriting: UnkeyedEncodingContainer {
  let place: EncodingPlace

  var codingPath: [any CodingKey] { place.codingPath }

  var count: Int { place.count }

  func encodeNil() throws { place.writeElement { $0.null() } }

  func encode<Value: Encodable>(_ value: Value) throws {
    try place.encodeElement(value, place.session.kind(of: Value.self))
  }

  // MARK: Nested

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    place.lendElement(isNested: true).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    place.lendElement(isNested: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { place.lendElement(isNested: false) }

  // MARK: Scalars

  func encode(_ value: Bool) throws { place.writeElement { $0.bool(value) } }

  func encode(_ value: String) throws { place.writeElement { $0.string(value) } }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try place.encodeElement(value, place.session.kind(of: Double.self)) }
    place.writeElement { $0.shortDouble(value) }
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try place.encodeElement(value, place.session.kind(of: Float.self)) }
    place.writeElement { $0.shortFloat(value) }
  }

  func encode(_ value: Int) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: Int8) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: Int16) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: Int32) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: Int64) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: Int128) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt8) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt16) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt32) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt64) throws { place.writeElement { $0.integer(value) } }

  func encode(_ value: UInt128) throws { place.writeElement { $0.integer(value) } }
}
