/// A type that contains values of another type: an optional or a collection. Wrappers can be nested. A wrapper of a
/// type that a field can have is also a type that a field can have.
public protocol _FieldWrapper<_Item>: SendableMetatype {
  /// The type of the contained values.
  associatedtype _Item

  /// Returns the storage of the type.
  ///
  /// - Parameters:
  ///   - item: the storage of an item.
  ///   - blank: returns the blank value of an item, if there is one.
  static func _storage(of item: _FieldStorage, blank: @escaping @Sendable () -> _Item?) -> _FieldStorage

  /// The blank value: nil, or an empty collection.
  static var _blank: Self? { get }
}

extension Optional: _FieldWrapper {
  /// Returns the storage of the type.
  @inlinable
  public static func _storage(
    of item: _FieldStorage, blank: @escaping @Sendable () -> Wrapped?
  ) -> _FieldStorage {
    item.optional
  }

  /// Nil.
  @inlinable
  public static var _blank: Wrapped?? { .some(.none) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The storage of the type.
  @inlinable
  public static var _storage: _FieldStorage { _storage(of: Wrapped._storage) { Wrapped._blank } }
}

extension Array: FieldValue where Element: FieldValue {
  /// The storage of the type.
  @inlinable
  public static var _storage: _FieldStorage { _storage(of: Element._storage) { Element._blank } }
}

extension _FieldStorage {
  /// Returns the storage of a wrapper of this type.
  @inlinable
  func wrapped<Outer: _FieldWrapper>(in: Outer.Type) -> _FieldStorage {
    Outer._storage(of: self) { nil }
  }

  /// Returns the storage of two nested wrappers.
  @inlinable
  func wrapped<Outer: _FieldWrapper, Inner: _FieldWrapper>(
    in: Outer.Type, _: Inner.Type
  ) -> _FieldStorage where Outer._Item == Inner {
    Outer._storage(of: wrapped(in: Inner.self)) { Inner._blank }
  }

  /// Returns the storage of three nested wrappers.
  @inlinable
  func wrapped<Outer: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    in: Outer.Type, _: Middle.Type, _: Inner.Type
  ) -> _FieldStorage where Outer._Item == Middle, Middle._Item == Inner {
    Outer._storage(of: wrapped(in: Middle.self, Inner.self)) { Middle._blank }
  }
}
