import Foundation
import StreamMap

extension DynamicNode {
  init(members container: KeyedDecodingContainer<PathKey>) throws {
    self = .object(
      try container.allKeys.map { key in
        Member(name: key.stringValue, node: try container.decode(AnyNode.self, forKey: key).node)
      })
  }
}

struct AnyNode: Decodable {
  let node: DynamicNode

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PathKey.self) {
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
    if let value = try? container.decode(UInt64.self) { return value }
    if let value = try? container.decode(Double.self) {
      return exact(value, try? container.decode(Decimal.self))
    }
    return try container.decode(String.self)
  }

  /// Returns a number, as a `Decimal` if a `Double` cannot hold all its digits.
  fileprivate static func exact(_ value: Double, _ decimal: Decimal?) -> any Encodable {
    guard let decimal, decimal.isFinite, decimal != Decimal(string: value.description) else { return value }
    return decimal
  }
}

struct AnyValue: Encodable {
  let node: DynamicNode
  let reader: DynamicReader

  func encode(to encoder: any Encoder) throws {
    switch try node.settled(reader, { try Self.text(of: $0) }) {
    case .value(let value, _):
      var container = encoder.singleValueContainer()
      // Through the container: the encoder handles some types specially.
      try container.encode(value)
    case .object(let members):
      var container = encoder.container(keyedBy: PathKey.self)
      for member in members {
        try container.encode(
          AnyValue(node: member.node, reader: reader), forKey: PathKey(stringValue: member.name))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(AnyValue(node: element, reader: reader)) }
    case .text(let text):
      switch try reader.expanded(text) {
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
        if let integer = try? value.decode(UInt64.self) { return try container.encode(integer) }
        guard let double = value.double() else {
          // Out of range: infinite, as in a tree. An encoder may reject it.
          return try container.encode(value.numberText?.first == "-" ? -Double.infinity : .infinity)
        }
        try container.encode(AnyNode.exact(double, try? value.decode(Decimal.self)))
      default: try container.encodeNil()
      }
    }
  }

  /// Encodes a value that has changes below it. It uses no encoder's strategies, because not every encoder produces
  /// text.
  private static func text(of value: any Encodable) throws -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    try StreamEncoder().encode(value, into: &text)
    return text[...]
  }
}
