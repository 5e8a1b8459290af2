import StreamMap

// The same from text in UTF-8: an array of bytes, or `Data`, or a string. It is read where it stands: no dictionary is
// made.
extension TinyMappable {
  /// Makes a model of the text of an object.
  ///
  /// - Parameters:
  ///   - json: one JSON text.
  ///   - rules: what goes before the rules of the class, in this call.
  /// - Throws: `MappingError` for a text that is no JSON; ``TinyMappingError`` for a value that its property cannot
  ///   have.
  /// - Complexity: O(n) in the length of the text.
  public static func mapObjectFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> Self {
    try read(json, ModelRule<Self>(models: ModelMaker(self, rules)))
  }

  /// Makes a model of the text of an object.
  public static func mapObjectFromJSON(_ json: String, rules: TinyMappingRules? = nil) throws -> Self {
    try mapObjectFromJSON(json.utf8, rules: rules)
  }

  /// Makes models of the text of an array of objects.
  ///
  /// - Throws: as for one object.
  public static func mapArrayOfObjectsFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try read(json, ArrayRule<Self>(models: ModelMaker(self, rules)))
  }

  /// Makes models of the text of an array of objects.
  public static func mapArrayOfObjectsFromJSON(
    _ json: String, rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try mapArrayOfObjectsFromJSON(json.utf8, rules: rules)
  }

  /// Makes models of the text of an array of objects, whatever arrays they are in: an array of models, and of such
  /// arrays.
  ///
  /// - Throws: as for one object.
  public static func mapNestedArrayOfObjectsFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> [Any] {
    try read(json, NestedArrayRule(models: ModelMaker(self, rules)))
  }

  /// Makes models of the text of an array of objects, whatever arrays they are in.
  public static func mapNestedArrayOfObjectsFromJSON(
    _ json: String, rules: TinyMappingRules? = nil
  ) throws -> [Any] {
    try mapNestedArrayOfObjectsFromJSON(json.utf8, rules: rules)
  }

  private static func read<Value>(
    _ json: some Sequence<UInt8>, _ rule: some ReadingRule<Value>
  ) throws -> Value {
    try withOwnErrors {
      try StreamDecoder.ofDocuments.read(Array(json).span, for: self) { value in try rule.read(value) }
    }
  }
}

extension TinyMappingModel {
  /// Sets the properties that the text of an object has members for, and leaves the others as they are. Nested models
  /// are made anew.
  ///
  /// - Throws: `MappingError` for a text that is no JSON; ``TinyMappingError`` for a value that its property cannot
  ///   have. Then nothing is set.
  public func updateFromJSON(_ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil) throws {
    let maker = ModelMaker(type(of: self), rules)
    try withOwnErrors {
      try StreamDecoder.ofDocuments.read(Array(json).span, for: type(of: self)) { value in
        try maker.update(self, from: value)
      }
    }
  }

  /// Sets the properties that the text of an object has members for.
  public func updateFromJSON(_ json: String, rules: TinyMappingRules? = nil) throws {
    try updateFromJSON(json.utf8, rules: rules)
  }
}
