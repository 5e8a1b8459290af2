/// Where the objects of one class have a stored property of one type.
///
/// Only what is public is compiled for the types of another module, and so this is.
///
/// SAFETY: the runtime says so, of that class and of that type; what is checked when the cell is made is the type,
/// and with each object its class.
@safe public struct _PropertyCell<Value>: Sendable {
  @usableFromInline let owner: ObjectIdentifier
  @usableFromInline let offset: Int

  /// Nil for a property of another type, for one that cannot be written, and for one of a struct.
  ///
  /// - Parameters:
  ///   - property: one that ``StoredProperty/all(of:)`` told.
  ///   - type: of its values.
  package init?(_ property: StoredProperty, as type: Value.Type = Value.self) {
    guard property.owner is any AnyObject.Type, property.type == type, property.isWritable else { return nil }
    owner = ObjectIdentifier(property.owner)
    offset = property.range.lowerBound
  }

  /// Sets the property of an object, past its observers.
  ///
  /// - Precondition: the object is of the class whose property it is, and of none that inherits from it.
  @inlinable
  public func set(_ value: consuming Value, of object: some AnyObject) {
    precondition(ObjectIdentifier(type(of: object)) == owner, "a property of another class")
    defer { withExtendedLifetime(object) {} }
    let address = unsafe Unmanaged.passUnretained(object).toOpaque() + offset
    unsafe address.assumingMemoryBound(to: Value.self).pointee = value
  }
}
