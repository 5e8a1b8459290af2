import Foundation

/// What a type is to the encoder: one that encodes itself, or one that it has its own way with.
enum ValueKind {
  case model
  /// A model to whose object something is added.
  case followed(ModelAddition)
  case elements(any EncodableElements.Type)
  case members(any EncodableMembers.Type)
  /// One that a closure encodes.
  case customDate, customData
  /// One that is written at once.
  case scalar(Scalar)

  enum Scalar: Sendable {
    case date, data, url, decimal
    case string, bool, double, float
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
  }

  init(_ type: any Any.Type, _ options: EncodingOptions) {
    switch (Self.scalars[ObjectIdentifier(type)], options.date, options.data) {
    case (.date, .custom, _): self = .customDate
    case (.data, _, .custom): self = .customData
    case (.data, _, .deferredToData): self = .model
    case (let scalar?, _, _): self = .scalar(scalar)
    case (nil, _, _):
      if let type = type as? any EncodableElements.Type {
        self = .elements(type)
      } else if let type = type as? any EncodableMembers.Type, type.areStrings || options.keyRule != .same {
        // Without a strategy for keys, a dictionary of others writes itself.
        self = .members(type)
      } else if let addition = options.following?(type) {
        self = .followed(addition)
      } else {
        self = .model
      }
    }
  }

  private static let scalars: [ObjectIdentifier: Scalar] = {
    let all: [(any Any.Type, Scalar)] = [
      (Date.self, .date), (Data.self, .data), (URL.self, .url), (Decimal.self, .decimal),
      (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
      (Int.self, .int), (Int8.self, .int8), (Int16.self, .int16), (Int32.self, .int32),
      (Int64.self, .int64), (Int128.self, .int128),
      (UInt.self, .uint), (UInt8.self, .uint8), (UInt16.self, .uint16), (UInt32.self, .uint32),
      (UInt64.self, .uint64), (UInt128.self, .uint128),
    ]
    return Dictionary(uniqueKeysWithValues: all.map { (ObjectIdentifier($0), $1) })
  }()
}

/// An array.
protocol EncodableElements {
  /// Writes the elements of the array of the type that is at an address.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws
}

extension Array: EncodableElements where Element: Encodable {
  // SAFETY: the address is that of an array of the type.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws {
    place.beginArray()
    let kind = place.session.kind(of: Element.self)
    for element in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      try place.encodeElement(element, kind)
    }
  }
}

/// A dictionary whose keys are names; no strategy converts them.
protocol EncodableMembers {
  static var areStrings: Bool { get }

  /// Writes the members of the dictionary of the type that is at an address.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws
}

extension Dictionary: EncodableMembers where Key: CodingKeyRepresentable, Value: Encodable {
  static var areStrings: Bool { Key.self == String.self }

  // SAFETY: as for an array.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws {
    let isNew = unsafe areStrings && place.state.pointee.form == .nothing
    place.beginObject(place.session.noKeys)
    let kind = place.session.kind(of: Value.self)
    let hasNumbers = place.session.options.keyRule == .same
    for (key, value) in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      let name = (key as? String) ?? key.codingKey.stringValue
      try place.encodeMember(value, kind, name, isNew: isNew) {
        guard areStrings else { return .key(key.codingKey) }
        return .key(hasNumbers ? PathKey(name: name) : PathKey(stringValue: name))
      }
    }
  }
}
