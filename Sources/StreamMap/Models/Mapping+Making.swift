extension Mapping {
  /// Compiles a mapping of a model that a closure makes with the context of the call.
  ///
  ///     let mapping = try Mapping(context: Store.self) { store in store.newUser() } fields: {
  ///       Field(\.id, "id")
  ///     }
  ///
  /// It is called once for each model, also one that is an element, when the model's value has ended;
  /// then the values are stored into what it made. An instance is made only of a value that was read, and
  /// can insert each into a store. What it throws is an error as ``didDecode(_:)`` says.
  ///
  /// - Parameters:
  ///   - context: the type of the context; a call without one is an error of the kind
  ///     ``MappingError/Kind/wrongContext``.
  ///   - limits: what one record may cost.
  ///   - unknownNames: what members mean that are not wanted.
  ///   - make: makes an instance, whose values stand for what the record does not have.
  ///   - fields: the wanted values.
  /// - Throws: ``PathError``, as without a context.
  public init<Context>(
    context: Context.Type, limits: Limits = Limits(), unknownNames: UnknownNames = .ignore,
    making make: @escaping @Sendable (Context) throws -> Root,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>]
  ) throws(PathError) {
    let fields = try fields().map(\.description.late)
    let instance = InstanceOperations(making: Root.self) { callContext in
      try make(callContext.context(as: Context.self))
    }
    try self.init(
      description: MappingDescription(
        fields: fields, instance: instance.presetting(fields), unknownNames: unknownNames),
      limits: limits)
  }

  /// Compiles a mapping of a model that a closure makes of its values and the context of the call, as
  /// ``init(_:_:limits:unknownNames:build:)`` does without one.
  ///
  /// - Parameters:
  ///   - values: the wanted values.
  ///   - context: the type of the context; a call without one is an error of the kind
  ///     ``MappingError/Kind/wrongContext``.
  ///   - limits: what one record may cost.
  ///   - unknownNames: what members mean that are not wanted.
  ///   - build: makes the model; it gets the context first.
  /// - Throws: ``PathError``, as for fields.
  public init<Context, each Value>(
    _ values: repeat Argument<each Value>, context: Context.Type, limits: Limits = Limits(),
    unknownNames: UnknownNames = .ignore,
    build: @escaping @Sendable (Context, repeat each Value) throws -> Root
  ) throws(PathError) {
    try self.init(
      repeat each values, limits: limits, unknownNames: unknownNames,
      surrounded: { (callContext: CallContext.Reference, parts: repeat each Value) in
        try build(callContext.context(as: Context.self), repeat each parts)
      })
  }
}
