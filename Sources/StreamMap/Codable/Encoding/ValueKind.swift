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
  /// An array. If it contains only scalars, it needs no encoder.
  case elements(any DirectlyEncodable.Type, Scalars?)
  case members(any DirectlyEncodable.Type)
  /// A value that a closure encodes.
  case customDate, customData
  /// A value that is written directly.
  case scalar(any EncodableScalar.Type)
  case date, data, url, decimal

  /// The content of an array that contains scalars, or arrays of them.
  struct Scalars {
    let scalar: any EncodableScalar.Type
    /// The number of nested arrays: 1 for an array of scalars.
    let depth: Int

    /// Returns nil for an array with other content.
    init?(_ type: any DirectlyEncodable.Type) {
      if let scalar = type.elementType as? any EncodableScalar.Type {
        (self.scalar, depth) = (scalar, 1)
      } else if let type = type.elementType as? any DirectlyEncodable.Type, let inner = Self(type) {
        (scalar, depth) = (inner.scalar, inner.depth + 1)
      } else {
        return nil
      }
    }
  }

  init(_ type: any Any.Type, _ options: EncodingOptions) {
    switch type {
    case is Date.Type: self = if case .custom = options.date { .customDate } else { .date }
    case is Data.Type:
      self =
        switch options.data {
        case .custom: .customData
        case .deferredToData: .model
        default: .data
        }
    case is URL.Type: self = .url
    case is Decimal.Type: self = .decimal
    case let type as any EncodableScalar.Type: self = .scalar(type)
    case let type as any DirectlyEncodable.Type:
      self = type.isObject ? .members(type) : .elements(type, Scalars(type))
    default: self = options.following?(type).map { .followed($0) } ?? .model
    }
  }
}
