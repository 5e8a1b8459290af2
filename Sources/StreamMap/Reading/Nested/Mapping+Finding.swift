extension Mapping {
  /// This mapping, for models that may be there already: a closure finds the one to be filled.
  ///
  ///     let user = try Mapping(User()) { … }.updating(Argument<Int>("id")) { id in cache.user(id) }
  ///
  /// A model that is found is updated, as by a ``RecordDecoder``'s `decode(_:into:)`; what it is then is
  /// the value. Where none is found, one is made as ever. What was filled stays so, also if the record around
  /// it turns out to be wrong later; and the closure can then be called twice for one record.
  ///
  /// - Parameters:
  ///   - key: the value by which a model is found. What is wrong with it is an error of the record.
  ///   - find: gives the model to be filled; nil if there is none. What it throws is an error as
  ///     ``didDecode(_:)`` says.
  /// - Throws: ``PathError``, as for the fields.
  /// - Complexity: a model's text is passed over three times.
  public func updating<Key>(
    _ key: Argument<Key>, _ find: @escaping @Sendable (Key) throws -> Root?
  ) throws(PathError) -> Mapping {
    try updating(key) { key, _ in try find(key) }
  }

  /// The same, with the context of the call.
  public func updating<Key, Context>(
    _ key: Argument<Key>, context: Context.Type, _ find: @escaping @Sendable (Key, Context) throws -> Root?
  ) throws(PathError) -> Mapping {
    try updating(key) { key, callContext in try find(key, callContext.context(as: Context.self)) }
  }

  private func updating<Key>(
    _ key: Argument<Key>, found: @escaping @Sendable (Key, CallContext.Reference) throws -> Root?
  ) throws(PathError) -> Mapping {
    let keys = try Mapping<Key>(key) { $0 }
    let reader = RecursiveModel { keys }
    let mapping = self
    let model = RecursiveModel { mapping }
    let updated = RecursiveModel(isUpdating: true) { mapping }
    let text = TextModel<Root>(expectation: "a value for \(Root.self)") {
      literal, refusal throws(_LiteralFailure) in
      let key = try reader.read(literal, &refusal)
      guard let root = try refusing(&refusal, { try found(key, literal.callContext) }) else {
        return try model.read(literal, &refusal)
      }
      return try updated.read(literal, into: root, &refusal)
    }
    return try Mapping(description: MappingDescription(text, writtenAs: description), limits: limits)
  }
}
