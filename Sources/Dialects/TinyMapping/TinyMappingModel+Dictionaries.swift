import FoundationValues

extension TinyMappable {
  /// Creates a model from a dictionary, such as `JSONSerialization` returns for an object.
  ///
  /// - Parameters:
  ///   - data: the members. A value that is not JSON is accepted by a property of its type.
  ///   - rules: rules for this call, which take precedence over the rules of the class.
  /// - Throws: ``TinyMappingError`` for a value that does not match its property.
  /// - Complexity: O(n) in the number of properties and nested values.
  public static func mapObjectFromDictionary(
    _ data: [String: Any], rules: TinyMappingRules? = nil
  ) throws -> Self {
    try withOwnErrors {
      try ModelRule<Self>(models: ModelMaker(self, rules)).read(.tree(FoundationValue(data)))
    }
  }

  /// Creates models from an array of dictionaries.
  ///
  /// - Parameters:
  ///   - data: the dictionaries.
  ///   - rules: rules for this call, which take precedence over the rules of the class.
  /// - Throws: ``TinyMappingError`` for a dictionary with a mismatched value.
  public static func mapArrayOfObjects(
    _ data: [[String: Any]], rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try mapArrayOfObjects(data as [Any], rules: rules)
  }

  /// Creates models from an array that is not statically an array of dictionaries. The result type selects this
  /// overload:
  ///
  ///     let entries: [EntryModel] = try EntryModel.mapArrayOfObjects(data)
  ///
  /// - Throws: ``TinyMappingError`` for an element that is not a dictionary, that has a mismatched value, or whose
  ///   model is not of the requested class.
  @_disfavoredOverload
  public static func mapArrayOfObjects<Model: TinyMappingModel>(
    _ data: [Any], rules: TinyMappingRules? = nil
  ) throws -> [Model] {
    try withOwnErrors {
      try ArrayRule<Model>(models: ModelMaker(self, rules)).read(.tree(FoundationValue(data)))
    }
  }

  /// Creates models from the dictionaries of an array, and arrays of models from its nested arrays. The caller casts
  /// the result, as with the original library.
  ///
  ///     let entries = try EntryModel.mapArrayOfObjects(data) as? [EntryModel]
  ///
  /// - Throws: ``TinyMappingError`` for an element that is neither, or that has a mismatched value.
  @_disfavoredOverload
  public static func mapArrayOfObjects(_ data: [Any], rules: TinyMappingRules? = nil) throws -> [Any] {
    try mapNestedArrayOfObjects(data, rules: rules)
  }

  /// Creates models from the dictionaries of nested arrays, for an array whose type is an array of arrays.
  ///
  /// - Throws: the errors of the overload for one array.
  public static func mapArrayOfObjects(_ data: [[Any]], rules: TinyMappingRules? = nil) throws -> [[Self]] {
    let rule = ArrayRule<Self>(models: ModelMaker(self, rules))
    return try withOwnErrors { try ArrayRule(element: ValueReader(rule)).read(.tree(FoundationValue(data))) }
  }

  /// Creates models from the dictionaries of an array, at any depth of nested arrays. The result contains models and
  /// such arrays.
  ///
  /// - Throws: the errors of the overload for one array.
  public static func mapNestedArrayOfObjects(_ data: [Any], rules: TinyMappingRules? = nil) throws -> [Any] {
    try withOwnErrors {
      try NestedArrayRule(models: ModelMaker(self, rules)).read(.tree(FoundationValue(data)))
    }
  }
}

extension TinyMappingModel {
  /// Sets the properties for which a dictionary has members and leaves the others unchanged. Nested models are created
  /// anew.
  ///
  /// - Parameters:
  ///   - data: the members, as for ``TinyMappable/mapObjectFromDictionary(_:rules:)``.
  ///   - rules: rules for this call, which take precedence over the rules of the class.
  /// - Throws: ``TinyMappingError``. The model is unchanged in this case.
  public func updateFromDictionary(_ data: [String: Any], rules: TinyMappingRules? = nil) throws {
    try withOwnErrors {
      try ModelMaker(type(of: self), rules).update(self, from: .tree(FoundationValue(data)))
    }
  }
}
