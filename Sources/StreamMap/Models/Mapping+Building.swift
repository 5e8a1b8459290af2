extension Mapping {
  /// Compiles a mapping of a model that a closure builds when all of its values have been read. This is for models of
  /// constants, and for initialisers that can fail.
  ///
  ///     let user = try Mapping(Argument<Int>("id"), Argument<String?>("name")) { id, name in
  ///       try User(id: id, name: name)
  ///     }
  ///
  /// An error of the closure is reported with the kind ``MappingError/Kind/invalidModel``, at the end of the model's
  /// value. In a field of another model it is a mismatch or a bad element, and the policies of that field apply. The
  /// closure can be called twice for a record that has an error.
  ///
  /// - Parameters:
  ///   - first: the first argument.
  ///   - values: the other arguments.
  ///   - limits: the limits of one record.
  ///   - rejectsUnknownNames: whether a member that no path names is an error.
  ///   - build: builds the model.
  /// - Throws: ``PathError``, as for fields.
  public init<First, each Value>(
    _ first: Argument<First>, _ values: repeat Argument<each Value>, limits: Limits = Limits(),
    rejectsUnknownNames: Bool = false,
    build: @escaping @Sendable (First, repeat each Value) throws -> Root
  ) throws(PathError) {
    // The first argument stands by itself, so that the compiler never tries this initialiser for a template, and
    // reports the errors of a template's fields at their lines.
    try self.init(
      first, repeat each values, limits: limits, rejectsUnknownNames: rejectsUnknownNames,
      surrounded: { (_: CallContext.Reference, firstPart: First, parts: repeat each Value) in
        try build(firstPart, repeat each parts)
      })
  }

  /// Compiles a mapping of a model that a closure builds without values.
  public init(
    limits: Limits = Limits(), rejectsUnknownNames: Bool = false,
    build: @escaping @Sendable () throws -> Root
  ) throws(PathError) {
    try self.init(limits: limits, rejectsUnknownNames: rejectsUnknownNames, surrounded: { _ in try build() })
  }

  init<each Value>(
    _ values: repeat Argument<each Value>, limits: Limits, rejectsUnknownNames: Bool = false,
    surrounded build: @escaping @Sendable (CallContext.Reference, repeat each Value) throws -> Root
  ) throws(PathError) {
    try self.init(
      description: MappingDescription(
        building: Root.self, of: repeat each values, rejectsUnknownNames: rejectsUnknownNames, by: build),
      limits: limits)
  }
}
