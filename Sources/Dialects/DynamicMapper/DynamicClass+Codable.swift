import StreamMap

// Coding a dynamic object as a value, also with coders other than the ones of this module.
extension DynamicClass: Codable {
  /// Decodes an object with any members.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PathKey.self)
    self.init(.own(try DynamicNode(members: container)), reader: .standard, ownKeys: nil)
  }

  /// Encodes the object with all its members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for member in try members() {
      try container.encode(
        AnyValue(node: member.node, reader: reader), forKey: PathKey(stringValue: member.name))
    }
  }
}

// The synthesised `Codable` code of a model calls these methods for `dynamicSelf`, which is never a member of the JSON.
// The coders of this module handle it themselves, and other coders ignore it. A dynamic object under another key is a
// member.
extension KeyedDecodingContainer {
  // Inlined, so that the compiler removes the check where the key is a constant.
  /// Decodes the dynamic object of a member. Returns nil for `dynamicSelf`, which the decoder sets.
  @inlinable
  public func decodeIfPresent(_ type: DynamicClass.Type, forKey key: Key) throws -> DynamicClass? {
    guard !key.isDynamicSelf, try contains(key) && !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Encodes a dynamic object as a member. Skips `dynamicSelf`, whose members the encoder adds to the model's own
  /// object.
  @inlinable
  public mutating func encodeIfPresent(_ value: DynamicClass?, forKey key: Key) throws {
    if let value, !key.isDynamicSelf { try encode(value, forKey: key) }
  }
}

extension CodingKey {
  @inlinable
  var isDynamicSelf: Bool { stringValue == "dynamicSelf" }
}
