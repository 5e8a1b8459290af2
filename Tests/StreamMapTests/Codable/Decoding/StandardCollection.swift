import Foundation

@testable import TestSupport

/// A collection of a standard type, for which a coder may have a faster way, with the schema of its documents.
struct StandardCollection: Sendable {
  let type: any (Codable & Sendable).Type
  let sketch: Sketch

  /// Collections of every standard type.
  static let all: [StandardCollection] = [
    collections(of: Bool.self, .bool), collections(of: String.self, .string),
    collections(of: Double.self, .double), collections(of: Float.self, .float),
    collections(of: Decimal.self, .decimal), collections(of: Date.self, .date),
    collections(of: URL.self, .url), collections(of: Data.self, .data),
    collections(of: Int.self, .integer(0)), collections(of: Int8.self, .integer(1)),
    collections(of: Int16.self, .integer(2)), collections(of: Int32.self, .integer(3)),
    collections(of: Int64.self, .integer(4)), collections(of: Int128.self, .integer(5)),
    collections(of: UInt.self, .integer(6)), collections(of: UInt8.self, .integer(7)),
    collections(of: UInt16.self, .integer(8)), collections(of: UInt32.self, .integer(9)),
    collections(of: UInt64.self, .integer(10)), collections(of: UInt128.self, .integer(11)),
  ].flatMap(\.self)

  private static func collections<Element: Codable & Hashable & Sendable>(
    of type: Element.Type, _ sketch: Sketch
  ) -> [StandardCollection] {
    let list: Sketch = .array(sketch)
    return [
      StandardCollection(type: [Element].self, sketch: list),
      StandardCollection(type: [Element?].self, sketch: .array(.optional(sketch))),
      StandardCollection(type: [Element]?.self, sketch: .optional(list)),
      StandardCollection(type: [[Element]].self, sketch: .array(list)),
      StandardCollection(type: [[[Element]]].self, sketch: .array(.array(list))),
      StandardCollection(type: [[Element]?].self, sketch: .array(.optional(list))),
      StandardCollection(type: [String: Element].self, sketch: .dictionary(.strings, sketch)),
      StandardCollection(type: [String: Element?].self, sketch: .dictionary(.strings, .optional(sketch))),
      StandardCollection(type: [String: [Element]].self, sketch: .dictionary(.strings, list)),
      StandardCollection(
        type: [String: [String: Element]].self, sketch: .dictionary(.strings, .dictionary(.strings, sketch))),
      StandardCollection(type: [[String: Element]].self, sketch: .array(.dictionary(.strings, sketch))),
      StandardCollection(type: [Int: Element].self, sketch: .dictionary(.numbers, sketch)),
      StandardCollection(type: Element??.self, sketch: .optional(sketch)),
      StandardCollection(type: ContiguousArray<Element>.self, sketch: list),
      StandardCollection(type: Set<Element>.self, sketch: list),
    ]
  }
}

extension Tree {
  /// Creates the tree of a standard value.
  init(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: self = mirror.children.first.map { Tree(reflecting: $0.value) } ?? .null
    case .collection where !(value is Data): self = .list(mirror.children.map { Tree(reflecting: $0.value) })
    case .set:
      self = .list(mirror.children.map { "\(Tree(reflecting: $0.value))" }.sorted().map { .text($0) })
    case .dictionary:
      let pairs = mirror.children.map { child -> (String, Tree) in
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return ("\(pair[0])", Tree(reflecting: pair[1]))
      }
      self = .members(Dictionary(pairs) { .list([$0, $1]) })
    default:
      self =
        switch value {
        case let value as Double: .bits(value.bitPattern)
        case let value as Float: .bits(UInt64(value.bitPattern))
        case let value as Date: .bits(value.timeIntervalSinceReferenceDate.bitPattern)
        case let value as Data: .text(value.base64EncodedString())
        case let value as Decimal: .text(value.description)
        case let value as URL: .text(value.absoluteString)
        default: .text("\(value)")
        }
    }
  }
}
