import Foundation

@testable import TestSupport

/// A model that follows a schema.
struct Guided: Decodable {
  var tree: Tree

  init(from decoder: any Decoder) throws {
    guard let guide = decoder.userInfo[Guide.key] as? Guide, let schema = guide.schemas.last else {
      throw CocoaError(.coderInvalidValue)
    }
    tree = try Self.decode(schema, decoder, guide)
  }

  static func decode(_ schema: Sketch, _ decoder: any Decoder, _ guide: Guide) throws -> Tree {
    switch schema {
    case .object(let members):
      return try object(members, try decoder.container(keyedBy: AnyKey.self), guide)
    case .everyKey(let schema):
      let container = try decoder.container(keyedBy: AnyKey.self)
      var tree: [String: Tree] = [:]
      // `JSONDecoder` returns keys in random order.
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        tree[key.stringValue] = try value(schema, Keyed(container: container, key: key), guide)
      }
      return .members(tree)
    case .elements(let schema, let way):
      return try elements(schema, way, try decoder.unkeyedContainer(), guide)
    case .either(let first, let second):
      do {
        return .list([.text("first"), try decode(first, decoder, guide)])
      } catch {
        return .list([.text("second"), try decode(second, decoder, guide)])
      }
    case .inherited(let base, let own, let isSeparate):
      let container = try decoder.container(keyedBy: AnyKey.self)
      let tree = try decode(own, decoder, guide)
      let inner = isSeparate ? try container.superDecoder() : decoder
      return .list([tree, path(inner.codingPath), try decode(base, inner, guide)])
    default:
      let container = try decoder.singleValueContainer()
      return .list([path(container.codingPath), try value(schema, Single(container: container), guide)])
    }
  }

  private static func path(_ path: [any CodingKey]) -> Tree {
    .text(path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: "/"))
  }

  // MARK: Containers

  private static func object(
    _ members: [Sketch.Member], _ container: KeyedDecodingContainer<AnyKey>, _ guide: Guide
  ) throws -> Tree {
    var tree = ["path": path(container.codingPath)]
    for (index, member) in members.enumerated() {
      tree["\(index) \(member.name)"] = try self.member(member, container, guide)
    }
    return .members(tree)
  }

  private static func member(
    _ member: Sketch.Member, _ container: KeyedDecodingContainer<AnyKey>, _ guide: Guide
  ) throws -> Tree {
    let key = AnyKey(member.name)
    switch member.way {
    case .value: return try value(member.schema, Keyed(container: container, key: key), guide)
    case .ifPresent:
      return try value(member.schema, KeyedIfPresent(container: container, key: key), guide)
    case .contains: return .bool(container.contains(key))
    case .null: return .bool(try container.decodeNil(forKey: key))
    case .superDecoder:
      let decoder =
        member.name == "super" ? try container.superDecoder() : try container.superDecoder(forKey: key)
      return .list([path(decoder.codingPath), try decode(member.schema, decoder, guide)])
    case .nested:
      switch member.schema {
      case .object(let members):
        return try object(members, container.nestedContainer(keyedBy: AnyKey.self, forKey: key), guide)
      case .elements(let schema, let way):
        return try elements(schema, way, container.nestedUnkeyedContainer(forKey: key), guide)
      default: return try value(member.schema, Keyed(container: container, key: key), guide)
      }
    }
  }

  private static func elements(
    _ schema: Sketch, _ way: Sketch.Request, _ container: any UnkeyedDecodingContainer, _ guide: Guide
  ) throws -> Tree {
    var container = container
    var list: [Tree] = [path(container.codingPath)]
    let count = container.count
    while !container.isAtEnd {
      if list.count % 4 == 3 {
        // A copy does not move the container.
        var copy = container
        list.append(try element(schema, way, &copy, guide))
      }
      list.append(try element(schema, way, &container, guide))
    }
    // Past the end.
    if count == 3 {
      list.append(try element(schema, .ifPresent, &container, guide))
      list.append(.bits(UInt64(container.currentIndex)))
      list.append(try element(schema, way, &container, guide))
    }
    return .list(list + [.bits(UInt64(count ?? -1)), .bits(UInt64(container.currentIndex))])
  }

  private static func element(
    _ schema: Sketch, _ way: Sketch.Request, _ container: inout any UnkeyedDecodingContainer, _ guide: Guide
  ) throws -> Tree {
    switch (way, schema) {
    case (.ifPresent, _):
      let source = UnkeyedIfPresent(container)
      defer { container = source.container }
      return try value(schema, source, guide)
    case (.superDecoder, _):
      let decoder = try container.superDecoder()
      return .list([path(decoder.codingPath), try decode(schema, decoder, guide)])
    case (.nested, .object(let members)):
      return try object(members, container.nestedContainer(keyedBy: AnyKey.self), guide)
    case (.nested, .elements(let inner, let way)):
      return try elements(inner, way, container.nestedUnkeyedContainer(), guide)
    case (.null, _) where try container.decodeNil(): return .null
    case (.contains, .either(let first, let second)):
      // An element that fails is not passed.
      if let tree = try? element(first, .value, &container, guide) { return tree }
      return try element(second, .value, &container, guide)
    default:
      let source = Unkeyed(container)
      defer { container = source.container }
      return try value(schema, source, guide)
    }
  }

  // MARK: Values

  static func value(_ schema: Sketch, _ source: some ValueSource, _ guide: Guide) throws -> Tree {
    switch schema {
    case .bool: return try source.value(Bool.self).map { .bool($0) } ?? .absent
    case .string: return try source.value(String.self).map { .text($0) } ?? .absent
    case .double: return try source.value(Double.self).map { .bits($0.bitPattern) } ?? .absent
    case .float: return try source.value(Float.self).map { .bits(UInt64($0.bitPattern)) } ?? .absent
    case .decimal: return try source.value(Decimal.self).map { .text($0.description) } ?? .absent
    case .date:
      return try source.value(Date.self).map { .bits($0.timeIntervalSince1970.bitPattern) } ?? .absent
    case .url: return try source.value(URL.self).map { .text($0.absoluteString) } ?? .absent
    case .data: return try source.value(Data.self).map { .text($0.base64EncodedString()) } ?? .absent
    case .integer(let index): return try integer(index, source).map { .text($0) } ?? .absent
    case .optional(let inner):
      return try guide.with(inner) { try source.value(Guided?.self) }.map { $0?.tree ?? .null } ?? .absent
    case .array(let inner):
      return try guide.with(inner) { try source.value([Guided].self) }.map { .list($0.map(\.tree)) }
        ?? .absent
    case .collection(let index):
      return try collection(StandardCollection.all[index].type, source) ?? .absent
    case .dictionary(let keys, let inner):
      return try guide.with(inner) { try dictionary(keys, source) } ?? .absent
    case .single(let inner):
      return try guide.with(inner) { try source.value(Guided.self) }?.tree ?? .absent
    case .instance(let isDerived, let inner):
      let type: GuidedBase.Type = isDerived ? GuidedDerived.self : GuidedBase.self
      return try guide.with(inner) { try source.value(type) }?.description ?? .absent
    case .object, .elements, .everyKey, .either, .inherited:
      return try guide.with(schema) { try source.value(Guided.self) }?.tree ?? .absent
    }
  }

  private static func integer(_ index: Int, _ source: some ValueSource) throws -> String? {
    switch index {
    case 0: try source.value(Int.self).map(String.init)
    case 1: try source.value(Int8.self).map { "\($0)" }
    case 2: try source.value(Int16.self).map { "\($0)" }
    case 3: try source.value(Int32.self).map { "\($0)" }
    case 4: try source.value(Int64.self).map { "\($0)" }
    case 5: try source.value(Int128.self).map { "\($0)" }
    case 6: try source.value(UInt.self).map { "\($0)" }
    case 7: try source.value(UInt8.self).map { "\($0)" }
    case 8: try source.value(UInt16.self).map { "\($0)" }
    case 9: try source.value(UInt32.self).map { "\($0)" }
    case 10: try source.value(UInt64.self).map { "\($0)" }
    default: try source.value(UInt128.self).map { "\($0)" }
    }
  }

  private static func collection<Value: Decodable>(
    _ type: Value.Type, _ source: some ValueSource
  ) throws -> Tree? {
    try source.value(type).map { Tree(reflecting: $0) }
  }

  private static func dictionary(_ keys: Sketch.Keys, _ source: some ValueSource) throws -> Tree? {
    func members<Key>(_ values: [Key: Guided]?, _ name: (Key) -> String) -> Tree? {
      values.map { values in
        .members(Dictionary(values.map { (name($0), $1.tree) }) { .list([$0, $1]) })
      }
    }
    switch keys {
    case .strings: return members(try source.value([String: Guided].self)) { $0 }
    case .numbers: return members(try source.value([Int: Guided].self)) { "\($0)" }
    case .names: return members(try source.value([Sketch.Name: Guided].self)) { $0.rawValue }
    case .cases: return members(try source.value([Sketch.Case: Guided].self)) { $0.rawValue }
    case .numberedCases: return members(try source.value([Sketch.NumberedCase: Guided].self)) { "\($0)" }
    case .pairs: return members(try source.value([Int64: Guided].self)) { "\($0)" }
    }
  }
}

/// Classes that follow a schema. Each gives a different tree.
class GuidedBase: Decodable {
  let tree: Tree
  var description: Tree { .list([.text("base"), tree]) }

  required init(from decoder: any Decoder) throws {
    tree = try Guided(from: decoder).tree
  }
}

final class GuidedDerived: GuidedBase {
  override var description: Tree { .list([.text("derived"), tree]) }
}
