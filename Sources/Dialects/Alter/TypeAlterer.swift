/// Converts a value to another type that can be encoded, and back.
///
///     struct Base32Alterer: TypeAlterer {
///       func alter(value: Data) -> String { … }
///       func alterBack(value: String) -> Data { … }
///     }
public protocol TypeAlterer {
  /// The property's type.
  associatedtype Value
  /// The type of the JSON value.
  associatedtype AlteredValue: Codable

  /// Returns the value to encode.
  func alter(value: Value) -> AlteredValue

  /// Returns the property's value for a decoded value. An alterer cannot fail: it returns a fallback for a value that
  /// it cannot convert.
  func alterBack(value: AlteredValue) -> Value
}

extension TypeAlterer {
  /// The alterer for an optional property. Null is nil.
  public var optionally: OptionalAlterer<Self> { OptionalAlterer(alterer: self) }

  /// Another name for ``optionally``.
  public var forOptional: OptionalAlterer<Self> { optionally }

  /// The alterer for an array of values.
  public var forArray: ArrayAlterer<Self> { ArrayAlterer(alterer: self) }
}

/// Alters a value unless it is nil.
public struct OptionalAlterer<Alterer: TypeAlterer>: TypeAlterer {
  private let alterer: Alterer

  /// Creates the optional form of another alterer.
  public init(alterer: Alterer) {
    self.alterer = alterer
  }

  /// Returns the value to encode, or nil (null) for nil.
  public func alter(value: Alterer.Value?) -> Alterer.AlteredValue? { value.map(alterer.alter) }

  /// Returns the value for a decoded value, or nil for null.
  public func alterBack(value: Alterer.AlteredValue?) -> Alterer.Value? { value.map(alterer.alterBack) }
}

/// Alters each element.
public struct ArrayAlterer<Alterer: TypeAlterer>: TypeAlterer {
  private let alterer: Alterer

  /// Creates the array form of another alterer.
  public init(alterer: Alterer) {
    self.alterer = alterer
  }

  /// Returns the values to encode.
  public func alter(value: [Alterer.Value]) -> [Alterer.AlteredValue] { value.map(alterer.alter) }

  /// Returns the values for the decoded elements.
  public func alterBack(value: [Alterer.AlteredValue]) -> [Alterer.Value] { value.map(alterer.alterBack) }
}

extension OptionalAlterer: Sendable where Alterer: Sendable {}
extension ArrayAlterer: Sendable where Alterer: Sendable {}
