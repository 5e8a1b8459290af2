/// What `<-` and `>>>` map by their own rules: scalars, models, and optionals and collections of these.
///
/// The library conforms the types; models conform by way of ``BaseMappable``. Everything else is untyped, and mapped by
/// a cast.
public protocol MappableValue {
  /// Which rules there are for collections of these.
  static var _kind: MappableKind { get }

  /// The map's chosen value, as an optional property takes it; nil if it is not of the type.
  static func _current(of map: Map) -> Self?

  /// Whether a value has the shape of a model, or a collection of models; true for scalars. What is seen of one that has
  /// not voids the collections above, and no model is made of any.
  static func _fits(_ source: JSONSource) -> Bool

  /// The value of an element or a member, which fits.
  ///
  /// - Returns: nil for one that vanishes.
  /// - Throws: for one that voids its collection.
  static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self?

  /// A value that has to be there, for an immutable model.
  ///
  /// - Parameter source: nil if there is none, or null.
  /// - Throws: ``MapError``, without what the caller knows; what an initialiser throws.
  static func _required(_ source: JSONSource?, in map: Map) throws -> Self

  /// Takes the map's chosen value.
  mutating func _read(from map: Map)

  /// What an optional property that has this one becomes when an object that exists is filled.
  func _updated(from map: Map) -> Self?

  /// What is written; nil for nothing at all.
  func _json(in map: Map) -> Any?
}

/// Which rules there are for collections of a type.
public enum MappableKind: Sendable {
  /// All or nothing.
  case scalar
  /// A model, which vanishes where there is to be none.
  case model
  /// A collection of models.
  case models
}

/// A value is not what its collection is of.
public struct MappableMismatch: Error {
  @usableFromInline
  init() {}
}

extension MappableValue {
  /// Most types are scalars.
  @inlinable
  public static var _kind: MappableKind { .scalar }

  /// Scalars look by themselves.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { true }

  /// The chosen value, if there is one of the type.
  @inlinable
  public static func _current(of map: Map) -> Self? {
    guard let source = map.source else { return nil }
    return try? _element(source, in: map)
  }

  /// The value, or an error that says of which type it is not.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Self {
    if let source, let value = try? _element(source, in: map) { return value }
    throw map.error(.cannotCast(to: Self.self), source, expected: Self.self)
  }

  /// Takes the chosen value if it is of the type.
  @inlinable
  public mutating func _read(from map: Map) {
    if map.isKeyPresent, let value = Self._current(of: map) { self = value }
  }

  /// The chosen value; what was there is forgotten.
  @inlinable
  public func _updated(from map: Map) -> Self? { Self._current(of: map) }
}
