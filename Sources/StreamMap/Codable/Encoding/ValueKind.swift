#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How the encoder handles a type: the type encodes itself, or the encoder has a special case for it.
enum ValueKind {
  case model
  /// A model with an addition to its object.
  case followed(ModelAddition)
  /// An array. If it contains only scalars, it needs no place.
  case elements(any EncodableElements.Type, Scalars?)
  case members(any EncodableMembers.Type)
  /// A value that a closure encodes.
  case customDate, customData
  /// A value that is written directly.
  case scalar(Scalar)

  enum Scalar: Sendable {
    case date, data, url, decimal
    case string, bool, double, float
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
  }

  /// The content of an array that contains scalars of the standard library, or arrays of them.
  struct Scalars {
    let scalar: Scalar
    /// The number of nested arrays: 1 for an array of scalars.
    let depth: Int

    /// Returns nil for an array with other content.
    init?(_ type: any EncodableElements.Type) {
      if let scalar = plain[ObjectIdentifier(type.elementType)] {
        (self.scalar, depth) = (scalar, 1)
      } else if let type = type.elementType as? any EncodableElements.Type, let inner = Self(type) {
        (scalar, depth) = (inner.scalar, inner.depth + 1)
      } else {
        return nil
      }
    }
  }

  init(_ type: any Any.Type, _ options: EncodingOptions) {
    switch (Self.scalars[ObjectIdentifier(type)], options.date, options.data) {
    case (.date, .custom, _): self = .customDate
    case (.data, _, .custom): self = .customData
    case (.data, _, .deferredToData): self = .model
    case (let scalar?, _, _): self = .scalar(scalar)
    case (nil, _, _):
      if let type = type as? any EncodableElements.Type {
        self = .elements(type, Scalars(type))
      } else if let type = type as? any EncodableMembers.Type {
        self = .members(type)
      } else if let addition = options.following?(type) {
        self = .followed(addition)
      } else {
        self = .model
      }
    }
  }

  private static let scalars: [ObjectIdentifier: Scalar] = {
    let foundation: [(any Any.Type, Scalar)] = [
      (Date.self, .date), (Data.self, .data), (URL.self, .url), (Decimal.self, .decimal),
    ]
    return foundation.reduce(into: plain) { $0[ObjectIdentifier($1.0)] = $1.1 }
  }()

  /// The scalars of the standard library.
  private static let plain: [ObjectIdentifier: Scalar] = {
    let all: [(any Any.Type, Scalar)] = [
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), (Int8.self, .int8), (Int16.self, .int16), (Int32.self, .int32),
      (Int64.self, .int64), (Int128.self, .int128),
      (UInt.self, .uint), (UInt8.self, .uint8), (UInt16.self, .uint16), (UInt32.self, .uint32),
      (UInt64.self, .uint64), (UInt128.self, .uint128),
    ]
    return Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0), $1) })
  }()
}
