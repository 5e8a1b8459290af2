extension Mapping {
  /// Compiles a mapping of a model that a closure makes with the context of the call.
  ///
  ///     let mapping = try Mapping(context: Store.self) { store in store.newUser() } fields: {
  ///       Field(\.id, "id")
  ///     }
  ///
  /// The closure is called once for each model, including models that are elements, when the model's value has ended.
  /// The values are then stored into the instance. So an instance is made only for a value that was read, and the
  /// closure can insert each instance into a store. An error that it throws is reported as ``didDecode(_:)`` says.
  ///
  /// - Parameters:
  ///   - context: the type of the context. A call without one is an error of the kind
  ///     ``MappingError/Kind/wrongContext``.
  ///   - limits: the limits of one record.
  ///   - rejectsUnknownNames: whether a member that no path names is an error.
  ///   - make: makes an instance, whose values are used where the record has none.
  ///   - fields: the wanted values.
  /// - Throws: ``PathError``, as without a context.
  public init<Context>(
    context: Context.Type, limits: Limits = Limits(), rejectsUnknownNames: Bool = false,
    making make: @escaping @Sendable (Context) throws -> Root,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>]
  ) throws(PathError) {
    let fields = try fields().map(\.description.late)
    let instance = InstanceOperations(making: Root.self) { callContext in
      try make(callContext.context(as: Context.self))
    }
    try self.init(
      description: MappingDescription(
        fields: fields, instance: instance.presetting(fields), rejectsUnknownNames: rejectsUnknownNames),
      limits: limits)
  }

  /// Compiles a mapping of a model that a closure builds from its values and the context of the call.
  /// ``init(_:_:limits:rejectsUnknownNames:build:)`` does the same without a context.
  ///
  /// - Parameters:
  ///   - values: the arguments.
  ///   - context: the type of the context. A call without one is an error of the kind
  ///     ``MappingError/Kind/wrongContext``.
  ///   - limits: the limits of one record.
  ///   - rejectsUnknownNames: whether a member that no path names is an error.
  ///   - build: makes the model. Its first argument is the context.
  /// - Throws: ``PathError``, as for fields.
  public init<Context, each Value>(
    _ values: repeat Argument<each Value>, context: Context.Type, limits: Limits = Limits(),
    rejectsUnknownNames: Bool = false,
    build: @escaping @Sendable (Context, repeat each Value) throws -> Root
  ) throws(PathError) {
    try self.init(
      repeat each values, limits: limits, rejectsUnknownNames: rejectsUnknownNames,
      surrounded: { (callContext: CallContext.Reference, parts: repeat each Value) in
        try build(callContext.context(as: Context.self), repeat each parts)
      })
  }
}

extension Mapping {
  /// Returns a mapping for a constant, whose paths are known to be right.
  ///
  ///     extension Tweet {
  ///       static let mapping = Mapping.compiled(
  ///         try Mapping(Tweet()) {
  ///           Field(\.id, "id", .required)
  ///           Field(\.author, "user.screen_name")
  ///         })
  ///     }
  ///
  /// Stops the program with the error's text if the mapping cannot be compiled. Use the initialisers alone for paths
  /// that are not known before the program runs.
  ///
  /// - Parameters:
  ///   - mapping: makes the mapping, by any initialiser.
  ///   - file: the file that the text names.
  ///   - line: the line that the text names.
  /// - Precondition: `mapping` throws no ``PathError``.
  public static func compiled(
    _ mapping: @autoclosure () throws(PathError) -> Mapping, file: StaticString = #file, line: UInt = #line
  ) -> Mapping {
    do throws(PathError) {
      return try mapping()
    } catch {
      // The text is printed in optimised code, too.
      fatalError("\(error)", file: file, line: line)
    }
  }
}

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
  /// ``DerivingRule/mapping(_:)`` or ``DerivingRule/using(_:)``, or any of these in optionals and collections. A model may contain values of its own
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
