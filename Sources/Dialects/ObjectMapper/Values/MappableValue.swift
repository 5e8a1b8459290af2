/// A type with mapping rules for `<-` and `>>>`: scalars, models, and optionals and collections of these.
///
/// The library conforms these types. Models conform through ``BaseMappable``. All other types are untyped and mapped by
/// a cast.
public protocol MappableValue {
  /// The rules for collections of this type.
  static var _kind: MappableKind { get }

  /// Reads the selected value for an optional property. Returns nil for a mismatched value.
  static func _current(of map: Map) -> Self?

  /// Returns whether the value has the shape of a model or a collection of models. Always true for scalars. If it is
  /// false, the enclosing collections are mismatched, and none of their models is created.
  static func _fits(_ source: JSONSource) -> Bool

  /// Reads an array element or an object member that has the right shape.
  ///
  /// - Returns: nil for an element to drop.
  /// - Throws: an error if the whole collection is mismatched.
  static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self?

  /// Reads a required value of an immutable model.
  ///
  /// - Parameter source: the value, or nil if it is absent or null.
  /// - Throws: ``MapError`` without the key and the calling code, which the caller adds. The error of a model's
  ///   initialiser.
  static func _required(_ source: JSONSource?, in map: Map) throws -> Self

  /// Sets the property to the selected value of the map.
  mutating func _read(from map: Map)

  /// Returns the new value of an optional property, which holds this value, when an existing object is updated.
  func _updated(from map: Map) -> Self?

  /// Returns the JSON to write, or nil to write nothing.
  func _json(in map: Map) -> Any?
}

/// The rules for collections of a type.
public enum MappableKind: Sendable {
  /// One mismatched element makes the whole collection mismatched.
  case scalar
  /// A model, which is dropped if it rejects its object.
  case model
  /// A collection of models.
  case models
}

/// An error for a value that does not match the type of its collection.
public struct MappableMismatch: Error {
  @usableFromInline
  init() {}
}

extension MappableValue {
  /// The default, because most types are scalars.
  @inlinable
  public static var _kind: MappableKind { .scalar }

  /// The default: scalars are checked when they are read.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { true }

  /// Reads the selected value. Returns nil if it is mismatched.
  @inlinable
  public static func _current(of map: Map) -> Self? {
    guard let source = map.source else { return nil }
    return try? _element(source, in: map)
  }

  /// Reads the value. Throws an error with the expected type if it is absent or mismatched.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Self {
    if let source, let value = try? _element(source, in: map) { return value }
    throw map.error(.cannotCast(to: Self.self), source, expected: Self.self)
  }

  /// Sets the property to the selected value if it matches the type.
  @inlinable
  public mutating func _read(from map: Map) {
    if map.isKeyPresent, let value = Self._current(of: map) { self = value }
  }

  /// Reads the selected value. The previous value is not used.
  @inlinable
  public func _updated(from map: Map) -> Self? { Self._current(of: map) }
}
