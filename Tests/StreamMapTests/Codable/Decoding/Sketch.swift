import Foundation

@testable import TestSupport

/// What a generated model decodes, and by which methods.
indirect enum Sketch: Sendable {
  case bool, string, double, float, decimal, date, url, data
  /// A standard integer type, as an index into `integers`.
  case integer(Int)
  case optional(Sketch)
  case array(Sketch)
  /// A collection of a standard type, as an index into `StandardCollection.all`.
  case collection(Int)
  /// An array by an unkeyed container that requests each element by its own method.
  case elements(Sketch, Request)
  case dictionary(Keys, Sketch)
  case object([Member])
  /// Any names, by `allKeys`.
  case everyKey(Sketch)
  /// A value by a single-value container.
  case single(Sketch)
  /// A value that is decoded as another type after an error.
  case either(Sketch, Sketch)
  /// An object whose base class decodes from the same decoder, or from its `superDecoder`.
  case inherited(base: Sketch, own: Sketch, isSeparate: Bool)
  /// A class, by a metatype of its base class.
  case instance(isDerived: Bool, Sketch)

  /// Whether it contains a dictionary. The standard library decodes a dictionary's values in the order of `allKeys`.
  var isOrdered: Bool {
    switch self {
    case .dictionary: true
    case .collection(let index): StandardCollection.all[index].sketch.isOrdered
    case .optional(let inner), .array(let inner), .elements(let inner, _), .everyKey(let inner),
      .single(let inner), .instance(_, let inner):
      inner.isOrdered
    case .either(let first, let second), .inherited(let first, let second, _):
      first.isOrdered || second.isOrdered
    case .object(let members): members.contains { $0.schema.isOrdered }
    default: false
    }
  }

  /// The type of a dictionary's keys. Those of the last are elements of an array.
  enum Keys: CaseIterable, Sendable {
    case strings, numbers, names, cases, numberedCases, pairs
  }

  /// A key that stands for any name.
  struct Name: RawRepresentable, CodingKeyRepresentable, Codable, Hashable {
    var rawValue: String
  }

  enum Case: String, CodingKeyRepresentable, Codable {
    case a, fooBar
    case fooSnake = "foo_bar"
    case accent = "e\u{301}"
  }

  enum NumberedCase: Int, CodingKeyRepresentable, Codable {
    case one = 1
    case two, three
  }

  struct Member: Sendable {
    var name: String
    var schema: Sketch
    var way: Request
  }

  /// How a member or an element is requested.
  enum Request: CaseIterable, Sendable {
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
  init(_ name: String) {
    stringValue = name
    intValue = Int(name)
  }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
