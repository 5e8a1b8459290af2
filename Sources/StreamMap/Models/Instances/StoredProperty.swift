/// A stored property of a struct or a class, as the runtime knows it.
///
/// What the standard library shows of this (`_forEachField`) says neither whether a property is a constant
/// nor whether it is weak, and is no part of the interface on all platforms. So this asks the three functions
/// of the runtime on which that rests, and `Mirror` too: they are part of its stable interface.
package struct StoredProperty {
  /// As it is declared; that of a property wrapper begins with an underscore.
  package var name: String
  /// Where it lies: in bytes from the value's beginning, or the object's.
  let range: Range<Int>
  let alignment: Int
  package let type: Any.Type
  /// What has the property.
  let owner: Any.Type
  /// It is no constant, and no reference that is weak or unowned.
  package let isWritable: Bool

  /// A type's stored properties in the order of their declaration, those of superclasses first; none of a type
  /// that is neither a struct nor a class.
  ///
  /// SAFETY: the runtime's functions are asked only for what they know: structs and classes, and as many
  /// properties as they say that there are. The name is copied before it is freed.
  package static func all(of type: Any.Type) -> [StoredProperty] {
    guard type is any AnyObject.Type || metadataKind(type) == structKind else { return [] }
    return (0..<propertyCount(type)).map { index in
      var description = unsafe Description()
      let propertyType = unsafe describeProperty(type, index: index, &description)
      defer { unsafe description.free?(description.name) }
      let offset = propertyOffset(type, index: index)
      func layout<Value>(_: Value.Type) -> (size: Int, alignment: Int) {
        (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
      }
      let (size, alignment) = _openExistential(propertyType, do: layout)
      return StoredProperty(
        name: unsafe description.name.map { unsafe String(cString: $0) } ?? "",
        range: offset..<(offset + size), alignment: alignment, type: propertyType,
        owner: type, isWritable: unsafe description.isVariable && description.isStrong)
    }
  }

  private static let structKind: UInt = 0x200
}

/// What the runtime fills in.
///
/// SAFETY: these are its fields, in its order; the padding takes what a later one may have more.
@unsafe private struct Description {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
  var padding: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
}

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_: Any.Type) -> UInt

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func propertyCount(_: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func propertyOffset(_: Any.Type, index: Int) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func describeProperty(_: Any.Type, index: Int, _: UnsafeMutablePointer<Description>) -> Any.Type

extension StoredProperty {
  /// The value of a property, of a value or of the object that it refers to.
  ///
  /// SAFETY, here and below: at the offset `Root` has a stored property of the type `Value`.
  static func value<Root, Value>(of root: Root, at offset: Int, as: Value.Type) -> Value {
    var root = root
    return unsafe withAddress(of: &root) { unsafe ($0 + offset).assumingMemoryBound(to: Value.self).pointee }
  }

  /// Sets the property's value.
  static func set<Root, Value>(_ value: Value, of root: inout Root, at offset: Int) {
    unsafe withAddress(of: &root) {
      unsafe ($0 + offset).assumingMemoryBound(to: Value.self).pointee = value
    }
  }

  private static func withAddress<Root, Result>(
    of root: inout Root, _ body: (UnsafeMutableRawPointer) -> Result
  ) -> Result {
    guard Root.self is any AnyObject.Type else {
      return unsafe withUnsafeMutablePointer(to: &root) { unsafe body(UnsafeMutableRawPointer($0)) }
    }
    let object = unsafe Unmanaged.passUnretained(root as AnyObject)
    return withExtendedLifetime(root) { unsafe body(object.toOpaque()) }
  }
}

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
