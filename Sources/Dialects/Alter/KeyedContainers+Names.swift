// Decoding and encoding by hand, for properties that are not mapped.

extension KeyedDecodingContainer where Key == AlterCodingKey {
  /// Decodes the value of a key. A dot in the key leads into a nested object.
  ///
  /// - Throws: ``AlterError`` if the key, or the first name of a dotted key, is missing. The decoder's error for
  ///   everything else.
  public func decode<Result: Decodable>(forKey key: String) throws -> Result {
    let key = DottedKey(key)
    var containers = DecodingContainers(self)
    guard let container = try containers.container(at: key.parents[...]),
      !key.parents.isEmpty || container.contains(key.leaf)
    else { throw AlterError(missing: key.root, of: Result.self, at: codingPath) }
    return try container.decode(Result.self, forKey: key.leaf)
  }

  /// Decodes the value of the key that an enumeration case names.
  ///
  /// - Throws: the errors of `decode(forKey:)` with a string.
  public func decode<Result: Decodable, Name: RawRepresentable>(
    forKey key: Name
  ) throws -> Result where Name.RawValue == String {
    try decode(forKey: key.rawValue)
  }
}

extension KeyedEncodingContainer where Key == AlterCodingKey {
  /// Encodes a value for a key. A dot in the key leads into a nested object, which is created or extended.
  ///
  /// - Throws: the error of the encoder or of the value's type.
  public mutating func encode<Value: Encodable>(value: Value, forKey key: String) throws {
    let key = DottedKey(key)
    var containers = EncodingContainers(self)
    var container = containers.container(at: key.parents[...])
    try container.encode(value, forKey: key.leaf)
  }

  /// Encodes a value for the key that an enumeration case names.
  ///
  /// - Throws: the errors of `encode(value:forKey:)` with a string.
  public mutating func encode<Value: Encodable, Name: RawRepresentable>(
    value: Value, forKey key: Name
  ) throws where Name.RawValue == String {
    try encode(value: value, forKey: key.rawValue)
  }
}
