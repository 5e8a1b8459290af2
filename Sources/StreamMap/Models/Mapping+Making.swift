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
