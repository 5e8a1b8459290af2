/// Rules for one call, which go before those of the model's own class; nested models follow their own.
///
///     let entry = try EntryModel.mapObjectFromDictionary(
///       data, rules: TinyMappingRules(keyToPropertyName: ["im:title": "name"]))
public struct TinyMappingRules: Sendable {
  /// As ``TinyMappingModel/keyToClassMappingRules()``.
  public var keyToClass: [String: TinyMappingModel.Type]

  /// As ``TinyMappingModel/keyToPropertyNameReplacementRules()``.
  public var keyToPropertyName: [String: String]

  /// Makes rules; none, if none are given.
  public init(keyToClass: [String: TinyMappingModel.Type] = [:], keyToPropertyName: [String: String] = [:]) {
    self.keyToClass = keyToClass
    self.keyToPropertyName = keyToPropertyName
  }
}
