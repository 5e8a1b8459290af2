// What is not mapped, decoded and encoded by hand.

extension KeyedDecodingContainer where Key == AlterCodingKey {
  /// Decodes the value of a key; dots in it lead through objects.
  ///
  /// - Throws: ``AlterError`` if the key, or its first name, is not there; what the decoder throws for everything else.
  public func decode<Result: Decodable>(forKey key: String) throws -> Result {
    let key = DottedKey(key)
    var containers = DecodingContainers(self)
    guard let container = try containers.container(at: key.parents[...]),
      !key.parents.isEmpty || container.contains(key.leaf)
    else { throw AlterError(missing: key.root, of: Result.self, at: codingPath) }
    return try container.decode(Result.self, forKey: key.leaf)
  }

  /// Decodes the value of a key of an enumeration.
  ///
  /// - Throws: as `decode(forKey:)` with a string.
  public func decode<Result: Decodable, Name: RawRepresentable>(
    forKey key: Name
  ) throws -> Result where Name.RawValue == String {
    try decode(forKey: key.rawValue)
  }
}

extension KeyedEncodingContainer where Key == AlterCodingKey {
  /// Encodes a value for a key; dots in it lead to objects, which are made, or gone on with if there are such.
  ///
  /// - Throws: what the encoder or the value's type throws.
  public mutating func encode<Value: Encodable>(value: Value, forKey key: String) throws {
    let key = DottedKey(key)
    var containers = EncodingContainers(self)
    var container = containers.container(at: key.parents[...])
    try container.encode(value, forKey: key.leaf)
  }

  /// Encodes a value for a key of an enumeration.
  ///
  /// - Throws: as `encode(value:forKey:)` with a string.
  public mutating func encode<Value: Encodable, Name: RawRepresentable>(
    value: Value, forKey key: Name
  ) throws where Name.RawValue == String {
    try encode(value: value, forKey: key.rawValue)
  }
}
