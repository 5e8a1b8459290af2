/// The stored properties of a type that refer to objects of one class: found once, then looked up in every instance
/// without reflection. This is how property wrappers that are classes are found.
///
/// Invariant: at each offset a value of `type`, or the object that it refers to, has a stored property that is a strong
/// reference to an `Object`.
package struct ObjectProperties<Object: AnyObject>: Sendable {
  private let type: any Any.Type
  private let offsets: [Int]

  /// The properties' names, as they are declared; those of property wrappers begin with an underscore.
  package let names: [String]

  /// Finds the properties of a type, in the order of their declaration, those of a class before its superclass's.
  package init(of type: any Any.Type) {
    self.type = type
    var found: [StoredProperty] = []
    var left = StoredProperty.all(of: type)
    var next: (any Any.Type)? = type
    while let type = next {
      let superclass: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
      let inherited = superclass.map { StoredProperty.all(of: $0).count } ?? 0
      found += left[inherited...]
      left.removeLast(left.count - inherited)
      next = superclass
    }
    found.removeAll { !($0.type is Object.Type) }
    offsets = found.map { $0.range.lowerBound }
    names = found.map { $0.name }
  }

  /// Shows the objects to which an instance's properties refer.
  ///
  /// - Parameters:
  ///   - root: an instance of the type.
  ///   - body: gets the property's number and its object.
  /// - Complexity: O(n) in the number of the properties.
  package func forEach<Root>(of root: Root, _ body: (Int, Object) throws -> Void) rethrows {
    precondition(Swift.type(of: root) == type, "an instance of another type")
    for (index, offset) in offsets.enumerated() {
      try body(index, StoredProperty.value(of: root, at: offset, as: Object.self))
    }
  }
}
