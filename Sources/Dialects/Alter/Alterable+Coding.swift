extension Alterable {
  /// A new model with what the decoder has of its mapped properties.
  ///
  /// - Throws: as ``decodeMappedProperties(from:)``.
  public init(from decoder: any Decoder) throws {
    self.init()
    try decodeMappedProperties(from: decoder)
  }

  /// Sets all mapped properties whose keys the decoder has.
  ///
  /// - Returns: the decoder's container, for values that are not mapped: see
  ///   `KeyedDecodingContainer.decode(forKey:)`.
  /// - Throws: what the decoder throws if there is no object. ``AlterError`` if a mapped key is missing and
  ///   ``Alterable/decodeStrategy`` does not ignore it. What a property's type throws, if
  ///   ``Alterable/propertyDecodeErrorHandling`` is set so; or its closure.
  @discardableResult
  public func decodeMappedProperties(
    from decoder: any Decoder
  ) throws -> KeyedDecodingContainer<AlterCodingKey> {
    var containers = DecodingContainers(try decoder.container(keyedBy: AlterCodingKey.self))
    try MappedLayout.of(self).forEach(of: self) { property, key, reader in
      do {
        if try containers.decode(property, at: key, by: reader) { return }
      } catch {
        switch propertyDecodeErrorHandling {
        case .ignoreError: return
        case .throwError: throw error
        case .handleError(let handle): return try handle(key.root.stringValue, error)
        }
      }
      if decodeStrategy == .throwErrorOnUnknownKey {
        throw AlterError(missing: key.root, of: Self.self, at: decoder.codingPath)
      }
    }
    return containers.root
  }

  /// Encodes all mapped properties, those without a value as null.
  ///
  /// - Throws: what the encoder or a property's type throws.
  public func encode(to encoder: any Encoder) throws {
    try encodeMappedProperties(to: encoder)
  }

  /// Encodes all mapped properties. Keys with dots that begin alike make one object.
  ///
  /// - Returns: the encoder's container, for values that are not mapped: see
  ///   `KeyedEncodingContainer.encode(value:forKey:)`.
  /// - Throws: what the encoder or a property's type throws.
  @discardableResult
  public func encodeMappedProperties(
    to encoder: any Encoder
  ) throws -> KeyedEncodingContainer<AlterCodingKey> {
    var containers = EncodingContainers(encoder.container(keyedBy: AlterCodingKey.self))
    try MappedLayout.of(self).forEachToWrite(of: self) { property, key in
      try containers.encode(property, at: key)
    }
    return containers.root
  }
}
