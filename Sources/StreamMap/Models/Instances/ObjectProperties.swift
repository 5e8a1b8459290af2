/// The stored properties of a type that refer to objects of one class. They are found once and then looked up in every
/// instance without reflection. Property wrappers that are classes are found in this way.
///
/// Invariant: at each offset a value of `type`, or the object that it refers to, has a stored property that is a
/// strong reference to an `Object`.
package struct ObjectProperties<Object: AnyObject>: Sendable {
  private let type: any Any.Type
  private let offsets: [Int]

  /// The properties' names as declared. Names of property wrappers begin with an underscore.
  package let names: [String]

  /// Finds the properties of a type in the order of their declaration. The properties of a class come before those of
  /// its superclass.
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

  /// Calls a closure with each object that the properties of an instance refer to.
  ///
  /// - Parameters:
  ///   - root: an instance of the type.
  ///   - body: gets the property's index and its object.
  /// - Complexity: O(n) in the number of properties.
  package func forEach<Root>(of root: Root, _ body: (Int, Object) throws -> Void) rethrows {
    precondition(Swift.type(of: root) == type, "an instance of another type")
    for (index, offset) in offsets.enumerated() {
      try body(index, StoredProperty.value(of: root, at: offset, as: Object.self))
    }
  }
}
