extension Alterable {
  /// Creates a model and decodes its mapped properties.
  ///
  /// - Throws: the errors of ``decodeMappedProperties(from:)``.
  public init(from decoder: any Decoder) throws {
    self.init()
    try decodeMappedProperties(from: decoder)
  }

  /// Sets each mapped property whose key is present.
  ///
  /// - Returns: the decoder's container, for values that are not mapped. See `KeyedDecodingContainer.decode(forKey:)`.
  /// - Throws: the decoder's error if the value is not an object. ``AlterError`` if a mapped key is missing and
  ///   ``Alterable/decodeStrategy`` does not ignore it. The error of a property's type or of the closure, if
  ///   ``Alterable/propertyDecodeErrorHandling`` is set to throw it.
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

  /// Encodes all mapped properties. Properties without a value are encoded as null.
  ///
  /// - Throws: the error of the encoder or of a property's type.
  public func encode(to encoder: any Encoder) throws {
    try encodeMappedProperties(to: encoder)
  }

  /// Encodes all mapped properties. Dotted keys with a common prefix share one nested object.
  ///
  /// - Returns: the encoder's container, for values that are not mapped. See
  ///   `KeyedEncodingContainer.encode(value:forKey:)`.
  /// - Throws: the error of the encoder or of a property's type.
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
