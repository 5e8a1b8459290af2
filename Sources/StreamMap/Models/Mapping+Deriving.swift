extension Mapping {
  /// Compiles a mapping of a model's own properties: each stored one has the member of its name.
  ///
  ///     let mapping = try Mapping(deriving: Tweet())
  ///     let mapping = try Mapping(deriving: Tweet(), .rename("in_reply_to", to: "parent")) {
  ///       Field(\.author, "user.screen_name", .required)
  ///     }
  ///
  /// The model is a struct or a class, with the properties of its superclasses. A property has one of the
  /// types that ``FieldValue`` names, a raw-representable type, a ``Derivable`` model, one that has a rule
  /// ``DerivingRule/mapping(_:)``, or any of these in optionals and collections. A model may have others of
  /// its own type in it.
  ///
  /// Stored properties are written in place, so that observers are not called; a property wrapper is written
  /// through its value, if it is a ``_DerivableWrapper``. Left out are computed properties, lazy ones, and what
  /// macros add.
  ///
  /// - Parameters:
  ///   - template: makes the instance whose values stand for what a record does not have; called once for
  ///     each instance that is needed.
  ///   - rules: what is different from the rule.
  ///   - limits: what one record may cost.
  ///   - unknownNames: what members mean that no field wants, in nested models that are derived, too.
  ///   - fields: fields of one's own. One of a stored property, or of what lies in it, replaces the derived one;
  ///     one with observers or closures that of its path.
  /// - Throws: ``PathError`` for a property that cannot be mapped (a constant, a weak reference, a type that
  ///   nothing is known of), for a rule that names a property that the model does not have, and for a model
  ///   without a property that can be mapped; as for other mappings otherwise.
  /// - Complexity: O(n) in the number of properties, those of nested models included.
  public init(
    deriving template: @autoclosure @escaping @Sendable () -> Root, _ rules: DerivingRule...,
    limits: Limits = Limits(), unknownNames: UnknownNames = .ignore,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>] = { () throws(PathError) in [] }
  ) throws(PathError) {
    let own = try fields().map(\.description)
    var derivation = Derivation(models: DerivedModels(), ownsModels: true, unknownNames: unknownNames)
    let description = try derivation.description(template, DerivingRules(rules), own: own)
    try self.init(description: description, limits: limits)
  }
}
