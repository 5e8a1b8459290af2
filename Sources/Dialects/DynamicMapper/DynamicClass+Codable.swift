// A dynamic object that is coded by itself, or by coders that know nothing of it.
extension DynamicClass: Codable {
  /// An object of any JSON, or whatever the decoder reads.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    self.init(.own(try DynamicNode(members: container)), reader: .standard, ownKeys: nil)
  }

  /// Encodes the object with all its members.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for member in try members() {
      try container.encode(
        AnyValue(node: member.node, reader: reader), forKey: AnyKey(stringValue: member.name))
    }
  }
}

// What the compiler writes for a model calls these for `dynamicSelf`. It is never a member: the coders of this module
// see to it by themselves, and others know nothing of it. A dynamic object under another name is one.
extension KeyedDecodingContainer {
  // Inlined, as nothing is left of it where the key is known.
  /// The dynamic object of a member; nil for `dynamicSelf`, which is what the model's own object is.
  @inlinable
  public func decodeIfPresent(_ type: DynamicClass.Type, forKey key: Key) throws -> DynamicClass? {
    guard !key.isDynamicSelf, try contains(key) && !decodeNil(forKey: key) else { return nil }
    return try decode(type, forKey: key)
  }
}

extension KeyedEncodingContainer {
  /// Writes a dynamic object as a member; not `dynamicSelf`, whose members are written into the model's own object.
  @inlinable
  public mutating func encodeIfPresent(_ value: DynamicClass?, forKey key: Key) throws {
    if let value, !key.isDynamicSelf { try encode(value, forKey: key) }
  }
}

extension CodingKey {
  @inlinable
  var isDynamicSelf: Bool { stringValue == "dynamicSelf" }
}
