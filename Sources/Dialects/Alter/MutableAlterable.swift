/// A model whose properties can be read and set by their keys.
///
///     let user = MutableUser()
///     user[mappedKey: "user_name"] = "ada"
///     let name: String? = user[mappedKey: "user_name"]
///
/// The wrappers are classes, so the properties of a constant model can be set.
public protocol MutableAlterable: Alterable {
  /// The value of the property mapped to a key, as its own type or, for `@AlterMapped`, as the altered type.
  ///
  /// The value is nil if no property has this key, or if its value is not of the requested type. A new value is ignored
  /// if it cannot be cast to the property's type or the altered type.
  subscript<Value>(mappedKey key: String) -> Value? { get set }
}

extension MutableAlterable {
  /// The value of the property mapped to a key. It can be set on a constant model, too.
  public subscript<Value>(mappedKey key: String) -> Value? {
    get { property(at: key)?.value(as: Value.self) }
    nonmutating set { property(at: key)?.set(newValue) }
  }

  /// The value of the property mapped to the raw value of an enumeration case.
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
