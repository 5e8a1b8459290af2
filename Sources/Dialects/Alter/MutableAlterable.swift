/// A model whose properties can be read and set by their keys.
///
///     let user = MutableUser()
///     user[mappedKey: "user_name"] = "ada"
///     let name: String? = user[mappedKey: "user_name"]
///
/// The wrappers are classes, so that a model can be set that is a constant.
public protocol MutableAlterable: Alterable {
  /// The value of the property that is mapped by a key, as its own type or, for `@AlterMapped`, as the altered one.
  ///
  /// Nil if no property has this key, or if its value is not of the type that is asked for. A value is set if the
  /// property's type, or the altered one, can be cast from it; any other is ignored.
  subscript<Value>(mappedKey key: String) -> Value? { get set }
}

extension MutableAlterable {
  /// The value of the property that is mapped by a key; a constant's can be set, too.
  public subscript<Value>(mappedKey key: String) -> Value? {
    get { property(at: key)?.value(as: Value.self) }
    nonmutating set { property(at: key)?.set(newValue) }
  }

  /// The same by a key of an enumeration.
  public subscript<Value, Key: RawRepresentable>(mappedKey key: Key) -> Value? where Key.RawValue == String {
    get { self[mappedKey: key.rawValue] }
    nonmutating set { property(at: key.rawValue)?.set(newValue) }
  }

  private func property(at key: String) -> MappedProperty? {
    var found: MappedProperty?
    MappedLayout.of(self).forEach(of: self) { property, known, _ in
      if found == nil, known.text == key { found = property }
    }
    return found
  }
}
