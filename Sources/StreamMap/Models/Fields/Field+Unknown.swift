extension Field {
  /// Creates a field that keeps the members whose names no path of the mapping has. A round trip then loses none of
  /// them.
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
  /// The members come from each object that the mapping's paths enter by names alone (see
  /// ``Mapping/init(_:limits:rejectsUnknownNames:fields:)``). Members of objects in arrays are not kept. The key of a
  /// member of the model's own object is its name. The key of a member of an inner object is its path: `user.age`. A
  /// name that could be read as such a path is written as a path: `['user.age']`.
  ///
  /// ``Mapping/encode(_:style:context:)`` writes each member back to its place, after the known members. A key that is
  /// not such a path is written as a name of the model's own object. A member that another field writes is not written
  /// twice.
  ///
  /// - Parameters:
  ///   - keyPath: a dictionary. Its values can be ``RawJSON`` or ``JSONValue`` to keep any value.
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
  /// Creates an argument of the members whose names no other path has, as ``Field/init(unknown:_:)`` does.
  ///
  ///     Argument<[String: RawJSON]>(unknown: RawJSON.self)
  public init<Item: FieldValue>(unknown: Item.Type, _ policies: FieldPolicy...)
  where Value == [String: Item] {
    self.init("$", policies, Value._storage, blank: { Value._blank })
    takesUnknown = true
  }
}
