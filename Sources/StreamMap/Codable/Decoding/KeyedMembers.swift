/// A keyed container: implements the protocol on top of ``Members``.
///
/// It is two words that are copied without reference counting, because the standard library's box copies its container
/// for every call.
struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let tape: MemberTape.Pointer
  /// The members, if the session does not hold them.
  let owner: Members?

  private var members: Members { tape.owner }
  var place: ValueDecoder { members.place }

  var codingPath: [any CodingKey] { place.codingPath }

  var allKeys: [Key] { members.allNames.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { tape.find(key) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let offset = tape.find(key)
    guard offset >= 0 else { throw missing(key) }
    return tape.record.isNull(offset)
  }

  // MARK: Values

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try child(key).value(as: type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let offset = tape.find(key)
    if tape.record.isNull(offset) { return nil }
    return try members.child(key, offset).value(as: type)
  }

  @inline(__always)
  func value<Value>(_ key: Key, _ value: (RecordText.Pointer, Int) -> Value?) throws -> Value {
    let offset = tape.find(key)
    if let value = value(tape.record, offset) { return value }
    throw failure(Value.self, key, offset)
  }

  @inline(__always)
  func optional<Value>(_ key: Key, _ value: (RecordText.Pointer, Int) -> Value?) throws
    -> Value?
  {
    let offset = tape.find(key)
    if let value = value(tape.record, offset) { return value }
    if tape.record.isNull(offset) { return nil }
    throw failure(Value.self, key, offset)
  }

  // MARK: Nested containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try child(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try child(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(PathKey.super) }

  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Returns a decoder for a value that may be absent. An absent value is `null`.
  private func superDecoder(_ key: some CodingKey) -> any Decoder {
    let offset = tape.find(key)
    return ValueDecoder(below: place, key, offset)
  }

  @inline(__always)
  private func child(_ key: Key) throws -> ValueDecoder {
    let offset = tape.find(key)
    guard offset >= 0 else { throw missing(key) }
    return members.child(key, offset)
  }

  // MARK: Failures

  @inline(never)
  private func missing(_ key: Key) -> DecodingError { .missing(key, codingPath) }

  @inline(never)
  private func failure(_ type: any Any.Type, _ key: Key, _ offset: Int) -> DecodingError {
    guard offset >= 0 else { return missing(key) }
    return place.failure(type, offset, codingPath + [key])
  }
}
