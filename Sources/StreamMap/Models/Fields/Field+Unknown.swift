extension Field {
  /// Keeps the members whose names no path of the mapping has, so that a round trip loses none of them.
  ///
  ///     struct Event {
  ///       var id = 0
  ///       var extra: [String: RawJSON] = [:]
  ///     }
  ///     let mapping = try Mapping(Event()) {
  ///       Field(\.id, "id")
  ///       Field(unknown: \.extra)
  ///     }
  ///
  /// They are those of each object that the mapping's paths go into by names alone (see ``UnknownNames``); in
  /// arrays nothing is kept. The key of a member of the model's own object is its name, that of one within its
  /// path: `user.age`. (A name that would be taken for such a path is written as one: `['user.age']`.)
  /// ``MappingEncoder`` writes each back to where it stood, behind the known ones; a key that is no such path is
  /// a name of the model's own object, and what a field writes is not written twice.
  ///
  /// - Parameters:
  ///   - keyPath: a dictionary, of ``RawJSON`` or ``JSONValue`` to keep whatever there is.
  ///   - policies: as for any dictionary.
  public init<Value: FieldValue>(
    unknown keyPath: any WritableKeyPath<Root, [String: Value]> & Sendable, _ policies: FieldPolicy...
  ) {
    var description = Field(
      keyPath, "$", policies, [String: Value]._storage, blank: { [String: Value]._blank }
    ).description
    description.takesUnknown = true
    self.init(description: description)
  }
}

extension Argument {
  /// The members whose names no other value's path has, as ``Field/init(unknown:_:)`` says.
  ///
  ///     Argument<[String: RawJSON]>(unknown: RawJSON.self)
  public init<Item: FieldValue>(unknown: Item.Type, _ policies: FieldPolicy...)
  where Value == [String: Item] {
    self.init("$", policies, Value._storage, blank: { Value._blank })
    takesUnknown = true
  }
}
