/// A type that holds values of another: an optional or a collection. What a field can have, it can
/// have in these, each in the other.
public protocol _FieldWrapper<_Item>: SendableMetatype {
  /// What it holds.
  associatedtype _Item

  /// How the machine stores the type.
  ///
  /// - Parameters:
  ///   - item: how it stores an item.
  ///   - blank: the item of nothing, where there is one.
  static func _storage(of item: _FieldStorage, blank: @escaping @Sendable () -> _Item?) -> _FieldStorage

  /// The value of nothing: nil, or an empty collection.
  static var _blank: Self? { get }
}

extension Optional: _FieldWrapper {
  /// How the machine stores the type.
  public static func _storage(
    of item: _FieldStorage, blank: @escaping @Sendable () -> Wrapped?
  ) -> _FieldStorage {
    item.optional
  }

  /// Nil.
  public static var _blank: Wrapped?? { .some(.none) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _storage(of: Wrapped._storage) { Wrapped._blank } }
}

extension Array: FieldValue where Element: FieldValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage { _storage(of: Element._storage) { Element._blank } }
}

extension _FieldStorage {
  /// The storage of a wrapper of this type.
  @usableFromInline
  func wrapped<Outer: _FieldWrapper>(in: Outer.Type) -> _FieldStorage {
    Outer._storage(of: self) { nil }
  }

  /// The storage of a wrapper in another.
  @usableFromInline
  func wrapped<Outer: _FieldWrapper, Inner: _FieldWrapper>(
    in: Outer.Type, _: Inner.Type
  ) -> _FieldStorage where Outer._Item == Inner {
    Outer._storage(of: wrapped(in: Inner.self)) { Inner._blank }
  }

  /// The storage of a wrapper in another in a third.
  @usableFromInline
  func wrapped<Outer: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    in: Outer.Type, _: Middle.Type, _: Inner.Type
  ) -> _FieldStorage where Outer._Item == Middle, Middle._Item == Inner {
    Outer._storage(of: wrapped(in: Middle.self, Inner.self)) { Middle._blank }
  }
}
