import Foundation

// Every type by every container, with the protocol's method for it.
extension Guided {
  static func keyed(
    _ schema: Sketch, _ container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey, _ guide: Guide
  ) throws -> Tree {
    switch schema {
    case .bool: return .bool(try container.decode(Bool.self, forKey: key))
    case .string: return .text(try container.decode(String.self, forKey: key))
    case .double: return .bits(try container.decode(Double.self, forKey: key).bitPattern)
    case .float: return .bits(UInt64(try container.decode(Float.self, forKey: key).bitPattern))
    case .decimal: return .text(try container.decode(Decimal.self, forKey: key).description)
    case .date: return .bits(try container.decode(Date.self, forKey: key).timeIntervalSince1970.bitPattern)
    case .url: return .text(try container.decode(URL.self, forKey: key).absoluteString)
    case .data: return .text(try container.decode(Data.self, forKey: key).base64EncodedString())
    case .integer(let index):
      switch index {
      case 0: return .text("\(try container.decode(Int.self, forKey: key))")
      case 1: return .text("\(try container.decode(Int8.self, forKey: key))")
      case 2: return .text("\(try container.decode(Int16.self, forKey: key))")
      case 3: return .text("\(try container.decode(Int32.self, forKey: key))")
      case 4: return .text("\(try container.decode(Int64.self, forKey: key))")
      case 5: return .text("\(try container.decode(Int128.self, forKey: key))")
      case 6: return .text("\(try container.decode(UInt.self, forKey: key))")
      case 7: return .text("\(try container.decode(UInt8.self, forKey: key))")
      case 8: return .text("\(try container.decode(UInt16.self, forKey: key))")
      case 9: return .text("\(try container.decode(UInt32.self, forKey: key))")
      case 10: return .text("\(try container.decode(UInt64.self, forKey: key))")
      default: return .text("\(try container.decode(UInt128.self, forKey: key))")
      }
    case .optional(let inner):
      return try guide.with(inner) { try container.decode(Guided?.self, forKey: key)?.tree ?? .null }
    case .array(let inner):
      return .list(try guide.with(inner) { try container.decode([Guided].self, forKey: key).map(\.tree) })
    case .dictionary(let inner):
      return .members(
        try guide.with(inner) { try container.decode([String: Guided].self, forKey: key).mapValues(\.tree) })
    case .numbered(let inner):
      let values = try guide.with(inner) { try container.decode([Int: Guided].self, forKey: key) }
      return .members(Dictionary(uniqueKeysWithValues: values.map { ("\($0)", $1.tree) }))
    case .single(let inner):
      return try guide.with(inner) { try container.decode(Guided.self, forKey: key).tree }
    case .object, .elements, .everyKey:
      return try guide.with(schema) { try container.decode(Guided.self, forKey: key).tree }
    }
  }

  static func keyedIfPresent(
    _ schema: Sketch, _ container: KeyedDecodingContainer<AnyKey>, _ key: AnyKey, _ guide: Guide
  ) throws -> Tree {
    switch schema {
    case .bool: return try container.decodeIfPresent(Bool.self, forKey: key).map { .bool($0) } ?? .absent
    case .string: return try container.decodeIfPresent(String.self, forKey: key).map { .text($0) } ?? .absent
    case .double:
      return try container.decodeIfPresent(Double.self, forKey: key).map { .bits($0.bitPattern) } ?? .absent
    case .float:
      return try container.decodeIfPresent(Float.self, forKey: key).map { .bits(UInt64($0.bitPattern)) }
        ?? .absent
    case .decimal:
      return try container.decodeIfPresent(Decimal.self, forKey: key).map { .text($0.description) } ?? .absent
    case .date:
      return try container.decodeIfPresent(Date.self, forKey: key).map {
        .bits($0.timeIntervalSince1970.bitPattern)
      } ?? .absent
    case .url:
      return try container.decodeIfPresent(URL.self, forKey: key).map { .text($0.absoluteString) } ?? .absent
    case .data:
      return try container.decodeIfPresent(Data.self, forKey: key).map { .text($0.base64EncodedString()) }
        ?? .absent
    case .integer(let index):
      switch index {
      case 0: return try container.decodeIfPresent(Int.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 1: return try container.decodeIfPresent(Int8.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 2: return try container.decodeIfPresent(Int16.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 3: return try container.decodeIfPresent(Int32.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 4: return try container.decodeIfPresent(Int64.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 5: return try container.decodeIfPresent(Int128.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 6: return try container.decodeIfPresent(UInt.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 7: return try container.decodeIfPresent(UInt8.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 8: return try container.decodeIfPresent(UInt16.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 9: return try container.decodeIfPresent(UInt32.self, forKey: key).map { .text("\($0)") } ?? .absent
      case 10:
        return try container.decodeIfPresent(UInt64.self, forKey: key).map { .text("\($0)") } ?? .absent
      default:
        return try container.decodeIfPresent(UInt128.self, forKey: key).map { .text("\($0)") } ?? .absent
      }
    case .optional(let inner):
      return try guide.with(inner) {
        try container.decodeIfPresent(Guided?.self, forKey: key)??.tree ?? .absent
      }
    case .array(let inner):
      return try guide.with(inner) {
        try container.decodeIfPresent([Guided].self, forKey: key).map { .list($0.map(\.tree)) } ?? .absent
      }
    case .dictionary(let inner):
      return try guide.with(inner) {
        try container.decodeIfPresent([String: Guided].self, forKey: key).map {
          .members($0.mapValues(\.tree))
        } ?? .absent
      }
    case .numbered(let inner):
      guard
        let values = try guide.with(inner, { try container.decodeIfPresent([Int: Guided].self, forKey: key) })
      else { return .absent }
      return .members(Dictionary(uniqueKeysWithValues: values.map { ("\($0)", $1.tree) }))
    case .single(let inner):
      return try guide.with(inner) {
        try container.decodeIfPresent(Guided.self, forKey: key)?.tree ?? .absent
      }
    case .object, .elements, .everyKey:
      return try guide.with(schema) {
        try container.decodeIfPresent(Guided.self, forKey: key)?.tree ?? .absent
      }
    }
  }

  static func unkeyed(
    _ schema: Sketch, _ container: inout any UnkeyedDecodingContainer, _ guide: Guide
  ) throws -> Tree {
    switch schema {
    case .bool: return .bool(try container.decode(Bool.self))
    case .string: return .text(try container.decode(String.self))
    case .double: return .bits(try container.decode(Double.self).bitPattern)
    case .float: return .bits(UInt64(try container.decode(Float.self).bitPattern))
    case .decimal: return .text(try container.decode(Decimal.self).description)
    case .date: return .bits(try container.decode(Date.self).timeIntervalSince1970.bitPattern)
    case .url: return .text(try container.decode(URL.self).absoluteString)
    case .data: return .text(try container.decode(Data.self).base64EncodedString())
    case .integer(let index):
      switch index {
      case 0: return .text("\(try container.decode(Int.self))")
      case 1: return .text("\(try container.decode(Int8.self))")
      case 2: return .text("\(try container.decode(Int16.self))")
      case 3: return .text("\(try container.decode(Int32.self))")
      case 4: return .text("\(try container.decode(Int64.self))")
      case 5: return .text("\(try container.decode(Int128.self))")
      case 6: return .text("\(try container.decode(UInt.self))")
      case 7: return .text("\(try container.decode(UInt8.self))")
      case 8: return .text("\(try container.decode(UInt16.self))")
      case 9: return .text("\(try container.decode(UInt32.self))")
      case 10: return .text("\(try container.decode(UInt64.self))")
      default: return .text("\(try container.decode(UInt128.self))")
      }
    case .optional(let inner):
      return try guide.with(inner) { try container.decode(Guided?.self)?.tree ?? .null }
    case .array(let inner):
      return .list(try guide.with(inner) { try container.decode([Guided].self).map(\.tree) })
    case .dictionary(let inner):
      return .members(try guide.with(inner) { try container.decode([String: Guided].self).mapValues(\.tree) })
    case .numbered(let inner):
      let values = try guide.with(inner) { try container.decode([Int: Guided].self) }
      return .members(Dictionary(uniqueKeysWithValues: values.map { ("\($0)", $1.tree) }))
    case .single(let inner): return try guide.with(inner) { try container.decode(Guided.self).tree }
    case .object, .elements, .everyKey:
      return try guide.with(schema) { try container.decode(Guided.self).tree }
    }
  }

  static func single(_ schema: Sketch, _ container: any SingleValueDecodingContainer, _ guide: Guide) throws
    -> Tree
  {
    switch schema {
    case .bool: return .bool(try container.decode(Bool.self))
    case .string: return .text(try container.decode(String.self))
    case .double: return .bits(try container.decode(Double.self).bitPattern)
    case .float: return .bits(UInt64(try container.decode(Float.self).bitPattern))
    case .decimal: return .text(try container.decode(Decimal.self).description)
    case .date: return .bits(try container.decode(Date.self).timeIntervalSince1970.bitPattern)
    case .url: return .text(try container.decode(URL.self).absoluteString)
    case .data: return .text(try container.decode(Data.self).base64EncodedString())
    case .integer(let index):
      switch index {
      case 0: return .text("\(try container.decode(Int.self))")
      case 1: return .text("\(try container.decode(Int8.self))")
      case 2: return .text("\(try container.decode(Int16.self))")
      case 3: return .text("\(try container.decode(Int32.self))")
      case 4: return .text("\(try container.decode(Int64.self))")
      case 5: return .text("\(try container.decode(Int128.self))")
      case 6: return .text("\(try container.decode(UInt.self))")
      case 7: return .text("\(try container.decode(UInt8.self))")
      case 8: return .text("\(try container.decode(UInt16.self))")
      case 9: return .text("\(try container.decode(UInt32.self))")
      case 10: return .text("\(try container.decode(UInt64.self))")
      default: return .text("\(try container.decode(UInt128.self))")
      }
    case .optional(let inner):
      return try guide.with(inner) { try container.decode(Guided?.self)?.tree ?? .null }
    case .array(let inner):
      return .list(try guide.with(inner) { try container.decode([Guided].self).map(\.tree) })
    case .dictionary(let inner):
      return .members(try guide.with(inner) { try container.decode([String: Guided].self).mapValues(\.tree) })
    case .numbered(let inner):
      let values = try guide.with(inner) { try container.decode([Int: Guided].self) }
      return .members(Dictionary(uniqueKeysWithValues: values.map { ("\($0)", $1.tree) }))
    case .single(let inner): return try guide.with(inner) { try container.decode(Guided.self).tree }
    case .object, .elements, .everyKey:
      return try guide.with(schema) { try container.decode(Guided.self).tree }
    }
  }
}
