extension Mapping {
  /// Compiles a mapping of a model's own properties. Each stored property has the member of its name.
  ///
  ///     let mapping = try Mapping(deriving: Tweet())
  ///     let mapping = try Mapping(deriving: Tweet(), .rename("in_reply_to", to: "parent")) {
  ///       Field(\.author, "user.screen_name", .required)
  ///     }
  ///
  /// The model is a struct or a class, with the properties of its superclasses. A property has one of the types that
  /// ``FieldValue`` names, a raw-representable type, a ``Derivable`` model, a type with a rule
  /// ``DerivingRule/mapping(_:)``, or any of these in optionals and collections. A model may contain values of its own
  /// type.
  ///
  /// Stored properties are written in place, so observers are not called. A property wrapper is written through its
  /// value if it is a ``DerivableWrapper``. Computed properties, lazy properties and the properties that macros add
  /// are excluded.
  ///
  /// - Parameters:
  ///   - template: makes the instance whose values are used where a record has none. It is called once for each
  ///     instance that is needed.
  ///   - rules: exceptions to the default of a derived mapping.
  ///   - limits: the limits of one record.
  ///   - rejectsUnknownNames: whether a member that no path names is an error, also in derived
  ///     nested models.
  ///   - fields: explicit fields. A field of a stored property, or of a part of it, replaces the derived one. A field
  ///     with observers or closures replaces the derived one with the same path.
  /// - Throws: ``PathError`` for a property that cannot be mapped (a constant, a weak reference, an unsupported type),
  ///   for a rule that names a property that the model does not have, and for a model without a property that can be
  ///   mapped. It also throws as other mappings do.
  /// - Complexity: O(n) in the number of properties, including those of nested models.
  public init(
    deriving template: @autoclosure @escaping @Sendable () -> Root, _ rules: DerivingRule...,
    limits: Limits = Limits(), rejectsUnknownNames: Bool = false,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>] = { () throws(PathError) in [] }
  ) throws(PathError) {
    let own = try fields().map(\.description)
    var derivation = Derivation(
      models: DerivedModels(), ownsModels: true, rejectsUnknownNames: rejectsUnknownNames)
    let description = try derivation.description(template, DerivingRules(rules), own: own)
    try self.init(description: description, limits: limits)
  }
}
