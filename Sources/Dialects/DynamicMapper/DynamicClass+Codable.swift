import StreamMap

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
    for member in members {
      try container.encode(
        AnyValue(node: member.node, reader: reader), forKey: AnyKey(stringValue: member.name))
    }
  }
}

// What the compiler writes for a model calls these for `dynamicSelf`. It is never a member: the coders of this module
// see to it by themselves, and others know nothing of it.
extension KeyedDecodingContainer {
  /// Nothing: a dynamic object is what the model's object is, and no member.
  public func decodeIfPresent(_ type: DynamicClass.Type, forKey key: Key) throws -> DynamicClass? { nil }
}

extension KeyedEncodingContainer {
  /// Writes nothing: what is in a dynamic object is written into the model's own object.
  public mutating func encodeIfPresent(_ value: DynamicClass?, forKey key: Key) throws {}
}

/// Any name.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension DynamicNode {
  fileprivate init(members container: KeyedDecodingContainer<AnyKey>) throws {
    self = .object(
      try container.allKeys.map { key in
        Member(name: key.stringValue, node: try container.decode(AnyNode.self, forKey: key).node)
      })
  }
}

/// A node that decodes itself.
private struct AnyNode: Decodable {
  let node: DynamicNode

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      node = try DynamicNode(members: container)
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [DynamicNode] = []
      while !container.isAtEnd { elements.append(try container.decode(AnyNode.self).node) }
      node = .array(elements)
    } else {
      node = .value(try Self.scalar(decoder.singleValueContainer()))
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> any Encodable {
    if container.decodeNil() { return DynamicNode.Null() }
    if let value = try? container.decode(Bool.self) { return value }
    if let value = try? container.decode(Int.self) { return value }
    if let value = try? container.decode(Double.self) { return value }
    return try container.decode(String.self)
  }
}

/// A node that encodes itself.
private struct AnyValue: Encodable {
  let node: DynamicNode
  let reader: DynamicReader

  func encode(to encoder: any Encoder) throws {
    switch node {
    case .value(let value): try value.encode(to: encoder)
    case .object(let members):
      var container = encoder.container(keyedBy: AnyKey.self)
      for member in members {
        try container.encode(
          AnyValue(node: member.node, reader: reader), forKey: AnyKey(stringValue: member.name))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(AnyValue(node: element, reader: reader)) }
    case .text(let text):
      switch reader.expanded(text) {
      case .text: try Self.encode(text, reader, encoder.singleValueContainer())
      case let node: try AnyValue(node: node, reader: reader).encode(to: encoder)
      }
    }
  }

  private static func encode(
    _ text: ArraySlice<UInt8>, _ reader: DynamicReader, _ container: any SingleValueEncodingContainer
  ) throws {
    var container = container
    try reader.withValue(of: text) { value in
      switch value.kind {
      case .bool: try container.encode(value.bool())
      case .string: try container.encode(value.string())
      case .number:
        if let integer = value.integer() { return try container.encode(integer) }
        try container.encode(value.decode(Double.self))
      default: try container.encodeNil()
      }
    }
  }
}
