import Foundation

/// What a generated model decodes, and by which methods.
indirect enum Sketch: Sendable {
  case bool, string, double, float, decimal, date, url, data
  /// A standard integer type, as an index into `integers`.
  case integer(Int)
  case optional(Sketch)
  case array(Sketch)
  /// An array by an unkeyed container that requests each element by its own method.
  case elements(Sketch)
  case dictionary(Sketch)
  case numbered(Sketch)
  case object([Member])
  /// Any names, by `allKeys`.
  case everyKey(Sketch)
  /// A value by a single-value container.
  case single(Sketch)

  /// Whether it contains a dictionary. The standard library decodes a dictionary's values in the order of `allKeys`.
  var isOrdered: Bool {
    switch self {
    case .numbered, .dictionary: true
    case .optional(let inner), .array(let inner), .elements(let inner), .everyKey(let inner),
      .single(let inner):
      inner.isOrdered
    case .object(let members): members.contains { $0.schema.isOrdered }
    default: false
    }
  }

  struct Member: Sendable {
    var name: String
    var schema: Sketch
    var way: Way
  }

  /// How a member is requested.
  enum Way: CaseIterable, Sendable {
    case value, ifPresent, nested, superDecoder, contains, null
  }

  static let integers = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "UInt128",
  ]
}

/// A model's decoded values, so that two of them can be compared.
indirect enum Tree: Equatable, Sendable {
  case null, absent
  case bool(Bool)
  case text(String)
  case bits(UInt64)
  case list([Tree])
  case members([String: Tree])
}

/// The schema of the next decoded value, which a model reads from its decoder's `userInfo`.
final class Guide: @unchecked Sendable {
  var schemas: [Sketch] = []
  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "guide") else { preconditionFailure("a key has a name") }
    return key
  }()

  func with<Result>(_ schema: Sketch, _ body: () throws -> Result) rethrows -> Result {
    schemas.append(schema)
    defer { schemas.removeLast() }
    return try body()
  }
}

struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int?
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// A model that follows a schema.
struct Guided: Decodable {
  var tree: Tree

  init(from decoder: any Decoder) throws {
    guard let guide = decoder.userInfo[Guide.key] as? Guide, let schema = guide.schemas.last else {
      throw CocoaError(.coderInvalidValue)
    }
    tree = try Self.decode(schema, decoder, guide)
  }

  private static func decode(_ schema: Sketch, _ decoder: any Decoder, _ guide: Guide) throws -> Tree {
    switch schema {
    case .object(let members):
      let container = try decoder.container(keyedBy: AnyKey.self)
      var tree: [String: Tree] = [:]
      for (index, member) in members.enumerated() {
        tree["\(index) \(member.name)"] = try value(of: member, container, guide)
      }
      return .members(tree)
    case .everyKey(let schema):
      let container = try decoder.container(keyedBy: AnyKey.self)
      var tree: [String: Tree] = [:]
      // `JSONDecoder` returns keys in random order.
      for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        tree[key.stringValue] = try keyed(schema, container, key, guide)
      }
      return .members(tree)
    case .elements(let schema):
      var container = try decoder.unkeyedContainer()
      var list: [Tree] = []
      let count = container.count
      while !container.isAtEnd {
        if try container.decodeNil() {
          list.append(.null)
        } else {
          list.append(try unkeyed(schema, &container, guide))
        }
      }
      // Past the end.
      if count == 3 { list.append(try unkeyed(schema, &container, guide)) }
      return .list(list + [.bits(UInt64(count ?? -1)), .bits(UInt64(container.currentIndex))])
    default:
      return try single(schema, decoder.singleValueContainer(), guide)
    }
  }

  private static func value(
    of member: Sketch.Member, _ container: KeyedDecodingContainer<AnyKey>, _ guide: Guide
  ) throws -> Tree {
    let key = AnyKey(member.name)
    switch member.way {
    case .value: return try keyed(member.schema, container, key, guide)
    case .ifPresent: return try keyedIfPresent(member.schema, container, key, guide)
    case .contains: return .bool(container.contains(key))
    case .null: return .bool(try container.decodeNil(forKey: key))
    case .superDecoder:
      let decoder =
        member.name == "super" ? try container.superDecoder() : try container.superDecoder(forKey: key)
      return try decode(member.schema, decoder, guide)
    case .nested:
      switch member.schema {
      case .object(let members):
        let nested = try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        return .list(try members.map { try value(of: $0, nested, guide) })
      default:
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        var list: [Tree] = []
        while !nested.isAtEnd {
          var copy = nested
          list.append(try unkeyed(.integer(0), &copy, guide))
          list.append(try unkeyed(.integer(0), &nested, guide))
        }
        return .list(list)
      }
    }
  }
}
