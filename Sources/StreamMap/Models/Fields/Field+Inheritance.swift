extension Field where Root: AnyObject {
  /// Returns the fields of a superclass, for the mapping of a subclass.
  ///
  ///     let animal = [Field(\Animal.name, "name")]
  ///     let inherited = try Field<Dog>.inherited(animal)
  ///     let dog = try Mapping(Dog()) {
  ///       inherited
  ///       Field(\.breed, "breed")
  ///     }
  ///
  /// - Throws: ``PathError`` if the fields' class is not a superclass of this one.
  public static func inherited<Base: AnyObject>(_ fields: [Field<Base>]) throws(PathError) -> [Field<Root>] {
    guard Root.self is Base.Type else {
      let path = fields.first?.description.pathText ?? "$"
      throw PathError(path, at: 0, "\(Root.self) is not a subclass of \(Base.self)")
    }
    // SAFETY: a reference to an object is also a reference to its superclass.
    return fields.map { Field(description: $0.description) }
  }
}
