/// Makes of a value another one that can be encoded, and back.
///
///     struct Base32Alterer: TypeAlterer {
///       func alter(value: Data) -> String { … }
///       func alterBack(value: String) -> Data { … }
///     }
public protocol TypeAlterer {
  /// A property's type.
  associatedtype Value
  /// What stands for it in JSON.
  associatedtype AlteredValue: Codable

  /// What is encoded for a value.
  func alter(value: Value) -> AlteredValue

  /// The value of what was decoded. There is always one: alterers that cannot make one of everything have one for
  /// that.
  func alterBack(value: AlteredValue) -> Value
}

extension TypeAlterer {
  /// The same for an optional property; null is nil.
  public var optionally: OptionalAlterer<Self> { OptionalAlterer(alterer: self) }

  /// The same as ``optionally``.
  public var forOptional: OptionalAlterer<Self> { optionally }

  /// The same for an array of values.
  public var forArray: ArrayAlterer<Self> { ArrayAlterer(alterer: self) }
}

/// Alters what is not nil.
public struct OptionalAlterer<Alterer: TypeAlterer>: TypeAlterer {
  private let alterer: Alterer

  /// An optional for another alterer's values.
  public init(alterer: Alterer) {
    self.alterer = alterer
  }

  /// What is encoded for a value; null for nil.
  public func alter(value: Alterer.Value?) -> Alterer.AlteredValue? { value.map(alterer.alter) }

  /// The value of what was decoded; nil for null.
  public func alterBack(value: Alterer.AlteredValue?) -> Alterer.Value? { value.map(alterer.alterBack) }
}

/// Alters each element.
public struct ArrayAlterer<Alterer: TypeAlterer>: TypeAlterer {
  private let alterer: Alterer

  /// An array of another alterer's values.
  public init(alterer: Alterer) {
    self.alterer = alterer
  }

  /// What is encoded for each element.
  public func alter(value: [Alterer.Value]) -> [Alterer.AlteredValue] { value.map(alterer.alter) }

  /// The value of each element.
  public func alterBack(value: [Alterer.AlteredValue]) -> [Alterer.Value] { value.map(alterer.alterBack) }
}

extension OptionalAlterer: Sendable where Alterer: Sendable {}
extension ArrayAlterer: Sendable where Alterer: Sendable {}
