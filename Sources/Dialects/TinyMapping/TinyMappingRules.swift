/// Rules for one call. They take precedence over the rules of the model's class. Nested models use their own rules.
///
///     let entry = try EntryModel.mapObjectFromDictionary(
///       data, rules: TinyMappingRules(keyToPropertyName: ["im:title": "name"]))
public struct TinyMappingRules: Sendable {
  /// The classes of nested models by member name, as in ``TinyMappingModel/keyToClassMappingRules()``.
  public var keyToClass: [String: TinyMappingModel.Type]

  /// The names of properties by member name, as in ``TinyMappingModel/keyToPropertyNameReplacementRules()``.
  public var keyToPropertyName: [String: String]

  /// Creates rules. Both dictionaries are empty by default.
  public init(keyToClass: [String: TinyMappingModel.Type] = [:], keyToPropertyName: [String: String] = [:]) {
    self.keyToClass = keyToClass
    self.keyToPropertyName = keyToPropertyName
  }
}
