/// A stored property of a struct or a class, as the runtime describes it.
///
/// The standard library's `_forEachField` says neither whether a property is a constant nor whether it is weak, and is
/// not part of the interface on all platforms. So this calls the three runtime functions that it is built on. `Mirror`
/// uses the same functions, and they are part of the stable ABI.
package struct StoredProperty {
  /// The name as declared. The name of a property wrapper begins with an underscore.
  package var name: String
  /// The range of bytes from the start of the value or of the object.
  let range: Range<Int>
  let alignment: Int
  package let type: Any.Type
  /// The type that declares the property.
  let owner: Any.Type
  /// Whether the property is declared with `let`.
  let isConstant: Bool
  /// Whether the property is neither a constant nor a weak or unowned reference.
  package let isWritable: Bool

  /// Returns a type's stored properties in the order of their declaration, those of superclasses first. The result is
  /// empty for a type that is neither a struct nor a class.
  ///
  /// SAFETY: the runtime's functions are called only with structs and classes, and with indexes below the count that
  /// they return. The name is copied before it is freed.
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
        owner: type, isConstant: unsafe !description.isVariable,
        isWritable: unsafe description.isVariable && description.isStrong)
    }
  }

  private static let structKind: UInt = 0x200

  /// Whether the type is known to be of values that hold no object: a number, a string, a collection of such values, or
  /// a struct of them.
  var holdsNoObject: Bool { Self.holdsNoObject(type) }

  private static func holdsNoObject(_ type: Any.Type) -> Bool {
    if let collection = type as? any ValueCollection.Type {
      return collection.parts.allSatisfy(holdsNoObject)
    }
    if type == String.self || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
      || type == Bool.self
    {
      return true
    }
    let properties = all(of: type)
    return !properties.isEmpty && !(type is any AnyObject.Type) && properties.allSatisfy(\.holdsNoObject)
  }
}

/// A value that consists of values of other types.
private protocol ValueCollection {
  static var parts: [Any.Type] { get }
}

extension Optional: ValueCollection {
  fileprivate static var parts: [Any.Type] { [Wrapped.self] }
}

extension Array: ValueCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Set: ValueCollection {
  fileprivate static var parts: [Any.Type] { [Element.self] }
}

extension Dictionary: ValueCollection {
  fileprivate static var parts: [Any.Type] { [Key.self, Value.self] }
}

/// The structure that the runtime fills.
///
/// SAFETY: these are its fields, in its order; the padding takes fields that a later version may add.
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
  /// Returns the value of a property of a struct, or of the object that a reference refers to.
  ///
  /// SAFETY, here and below: at the offset `Root` has a stored property of the type `Value`.
  static func value<Root, Value>(of root: Root, at offset: Int, as: Value.Type) -> Value {
    var root = root
    return unsafe withAddress(of: &root) { unsafe ($0 + offset).assumingMemoryBound(to: Value.self).pointee }
  }

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

/// The location of a stored property of one type in the objects of one class.
///
/// It is public because only public code is specialised for the types of another module.
///
/// SAFETY: the runtime reported this offset for this class and this type. The type is checked when the cell is made,
/// and the class is checked with each object.
@safe public struct _PropertyCell<Value>: Sendable {
  @usableFromInline let owner: ObjectIdentifier
  @usableFromInline let offset: Int

  /// Creates a cell. Returns nil for a property of another type, for one that cannot be written, and for a property of
  /// a struct.
  ///
  /// - Parameters:
  ///   - property: a property that ``StoredProperty/all(of:)`` returned.
  ///   - type: the type of its values.
  package init?(_ property: StoredProperty, as type: Value.Type = Value.self) {
    guard property.owner is any AnyObject.Type, property.type == type, property.isWritable else { return nil }
    owner = ObjectIdentifier(property.owner)
    offset = property.range.lowerBound
  }

  /// Sets the property of an object without calling observers.
  ///
  /// - Precondition: the class of the object is exactly the class that declares the property, not a subclass.
  @inlinable
  public func set(_ value: consuming Value, of object: some AnyObject) {
    precondition(ObjectIdentifier(type(of: object)) == owner, "a property of another class")
    defer { withExtendedLifetime(object) {} }
    let address = unsafe Unmanaged.passUnretained(object).toOpaque() + offset
    unsafe address.assumingMemoryBound(to: Value.self).pointee = value
  }
}
