extension Mapping {
  /// Returns this mapping with a closure that finds existing models to update.
  ///
  ///     let user = try Mapping(User()) { … }.updating(Argument<Int>("id")) { id in cache.user(id) }
  ///
  /// A model that is found is updated, as by ``RecordDecoder``'s `decode(_:into:)`. The updated model is the value. If
  /// none is found, a new model is created as usual. Updates stay even if the enclosing record is rejected later. The
  /// closure can then be called twice for one record.
  ///
  /// - Parameters:
  ///   - key: the value that identifies a model. An error in it is an error of the record.
  ///   - find: returns the model to update, or nil if there is none. An error that it throws is handled as in
  ///     ``didDecode(_:)``.
  /// - Throws: ``PathError``, as for the fields, and for a model that has a ``BorrowedText``, because that text would
  ///   not outlive the next one.
  /// - Complexity: the text of a model is read three times.
  public func updating<Key>(
    _ key: Argument<Key>, _ find: @escaping @Sendable (Key) throws -> Root?
  ) throws(PathError) -> Mapping {
    try updating(key) { key, _ in try find(key) }
  }

  /// Returns this mapping with a closure that finds existing models to update, given the context of the call.
  public func updating<Key, Context>(
    _ key: Argument<Key>, context: Context.Type, _ find: @escaping @Sendable (Key, Context) throws -> Root?
  ) throws(PathError) -> Mapping {
    try updating(key) { key, callContext in try find(key, callContext.context(as: Context.self)) }
  }

  private func updating<Key>(
    _ key: Argument<Key>, found: @escaping @Sendable (Key, CallContext.Reference) throws -> Root?
  ) throws(PathError) -> Mapping {
    if let borrowed = program.borrowedField {
      throw PathError(borrowed, at: 0, "a mapping that finds models cannot have a BorrowedText; use String")
    }
    let keys = try Mapping<Key>(key) { $0 }
    let reader = RecursiveModel(keys)
    let model = RecursiveModel(self)
    let updated = RecursiveModel(self, isUpdating: true)
    let text = TextModel<Root>(expectation: "a value for \(Root.self)") {
      literal, rejection throws(_LiteralFailure) in
      let key = try reader.read(literal, &rejection)
      guard let root = try rejecting(&rejection, { try found(key, literal.callContext) }) else {
        return try model.read(literal, &rejection)
      }
      return try updated.read(literal, into: root, &rejection)
    }
    return try Mapping(description: MappingDescription(text, writtenAs: declaration), limits: limits)
  }
}
