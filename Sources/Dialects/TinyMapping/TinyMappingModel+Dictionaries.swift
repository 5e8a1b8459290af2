extension TinyMappable {
  /// Makes a model of a dictionary, such as `JSONSerialization` makes of an object.
  ///
  /// - Parameters:
  ///   - data: the members. Values that are no JSON are taken by properties of their type.
  ///   - rules: what goes before the rules of the class, in this call.
  /// - Throws: ``TinyMappingError`` for a value that its property cannot have.
  /// - Complexity: O(n) in the number of properties, and what is below them.
  public static func mapObjectFromDictionary(
    _ data: [String: Any], rules: TinyMappingRules? = nil
  ) throws -> Self {
    try withOwnErrors { try ModelRule<Self>(models: ModelMaker(self, rules)).read(TreeValue(data)) }
  }

  /// Makes models of the dictionaries of an array.
  ///
  /// - Parameters:
  ///   - data: the dictionaries.
  ///   - rules: what goes before the rules of the class, in this call.
  /// - Throws: ``TinyMappingError`` for a dictionary in which a value is wrong.
  public static func mapArrayOfObjects(
    _ data: [[String: Any]], rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try mapArrayOfObjects(data as [Any], rules: rules)
  }

  /// Makes models of the dictionaries of an array that may have other elements as well, where models are wanted:
  ///
  ///     let entries: [EntryModel] = try EntryModel.mapArrayOfObjects(data)
  ///
  /// - Throws: ``TinyMappingError`` for an element that is no dictionary, or in which a value is wrong; or whose model
  ///   is not of the class that is wanted.
  @_disfavoredOverload
  public static func mapArrayOfObjects<Model: TinyMappingModel>(
    _ data: [Any], rules: TinyMappingRules? = nil
  ) throws -> [Model] {
    try withOwnErrors { try ArrayRule<Model>(models: ModelMaker(self, rules)).read(TreeValue(data)) }
  }

  /// Makes models of the dictionaries of an array, and arrays of those of the arrays in it, as the original does: the
  /// result is to be cast.
  ///
  ///     let entries = try EntryModel.mapArrayOfObjects(data) as? [EntryModel]
  ///
  /// - Throws: ``TinyMappingError`` for an element that is neither, or in which a value is wrong.
  @_disfavoredOverload
  public static func mapArrayOfObjects(_ data: [Any], rules: TinyMappingRules? = nil) throws -> [Any] {
    try mapNestedArrayOfObjects(data, rules: rules)
  }

  /// Makes models of the dictionaries of arrays in an array, where the type of the array says that it has arrays.
  ///
  /// - Throws: as for one array.
  public static func mapArrayOfObjects(_ data: [[Any]], rules: TinyMappingRules? = nil) throws -> [[Self]] {
    let rule = ArrayRule<Self>(models: ModelMaker(self, rules))
    return try withOwnErrors { try ArrayRule(element: ValueReader(rule)).read(TreeValue(data)) }
  }

  /// Makes models of the dictionaries of an array, whatever arrays they are in: an array of models, and of such arrays.
  ///
  /// - Throws: as for one array.
  public static func mapNestedArrayOfObjects(_ data: [Any], rules: TinyMappingRules? = nil) throws -> [Any] {
    try withOwnErrors {
      try NestedArrayRule(models: ModelMaker(self, rules)).read(TreeValue(data))
    }
  }
}

extension TinyMappingModel {
  /// Sets the properties that a dictionary has members for, and leaves the others as they are. Nested models are made
  /// anew.
  ///
  /// - Parameters:
  ///   - data: the members, as for ``TinyMappable/mapObjectFromDictionary(_:rules:)``.
  ///   - rules: what goes before the rules of the class, in this call.
  /// - Throws: ``TinyMappingError``; then nothing is set.
  public func updateFromDictionary(_ data: [String: Any], rules: TinyMappingRules? = nil) throws {
    try withOwnErrors { try ModelMaker(type(of: self), rules).update(self, from: TreeValue(data)) }
  }
}
