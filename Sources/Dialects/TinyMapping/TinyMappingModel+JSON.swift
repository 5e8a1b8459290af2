import FoundationValues
import StreamMap

// The same functions for UTF-8 text: an array of bytes, `Data` or a string. The text is read in place, without building
// dictionaries.
extension TinyMappable {
  /// Creates a model from the text of an object.
  ///
  /// - Parameters:
  ///   - json: one JSON text.
  ///   - rules: rules for this call, which take precedence over the rules of the class.
  /// - Throws: `MappingError` for text that is not JSON. ``TinyMappingError`` for a value that does not match its
  ///   property.
  /// - Complexity: O(n) in the length of the text.
  public static func mapObjectFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> Self {
    try read(json, ModelRule<Self>(models: ModelMaker(self, rules)))
  }

  /// Creates a model from the text of an object.
  public static func mapObjectFromJSON(_ json: String, rules: TinyMappingRules? = nil) throws -> Self {
    try mapObjectFromJSON(json.utf8, rules: rules)
  }

  /// Creates models from the text of an array of objects.
  ///
  /// - Throws: the errors of the overload for one object.
  public static func mapArrayOfObjectsFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try read(json, ArrayRule<Self>(models: ModelMaker(self, rules)))
  }

  /// Creates models from the text of an array of objects.
  public static func mapArrayOfObjectsFromJSON(
    _ json: String, rules: TinyMappingRules? = nil
  ) throws -> [Self] {
    try mapArrayOfObjectsFromJSON(json.utf8, rules: rules)
  }

  /// Creates models from the text of an array of objects, at any depth of nested arrays. The result contains models and
  /// such arrays.
  ///
  /// - Throws: the errors of the overload for one object.
  public static func mapNestedArrayOfObjectsFromJSON(
    _ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil
  ) throws -> [Any] {
    try read(json, NestedArrayRule(models: ModelMaker(self, rules)))
  }

  /// Creates models from the text of an array of objects, at any depth of nested arrays.
  public static func mapNestedArrayOfObjectsFromJSON(
    _ json: String, rules: TinyMappingRules? = nil
  ) throws -> [Any] {
    try mapNestedArrayOfObjectsFromJSON(json.utf8, rules: rules)
  }

  private static func read<Value>(
    _ json: some Sequence<UInt8>, _ rule: some ReadingRule<Value>
  ) throws -> Value {
    try withOwnErrors {
      try StreamDecoder.ofDocuments.read(Array(json).span, for: self) { value in try rule.read(.record(value))
      }
    }
  }
}

extension TinyMappingModel {
  /// Sets the properties for which the text of an object has members and leaves the others unchanged. Nested models are
  /// created anew.
  ///
  /// - Throws: `MappingError` for text that is not JSON. ``TinyMappingError`` for a value that does not match its
  ///   property. The model is unchanged in both cases.
  public func updateFromJSON(_ json: some Sequence<UInt8>, rules: TinyMappingRules? = nil) throws {
    let maker = ModelMaker(type(of: self), rules)
    try withOwnErrors {
      try StreamDecoder.ofDocuments.read(Array(json).span, for: type(of: self)) { value in
        try maker.update(self, from: .record(value))
      }
    }
  }

  /// Sets the properties for which the text of an object has members.
  public func updateFromJSON(_ json: String, rules: TinyMappingRules? = nil) throws {
    try updateFromJSON(json.utf8, rules: rules)
  }
}
