import Foundation

/// Dictionaries of models, whose keys are raw values. Names that are of no key are left out, and so is what is no
/// model.
public struct DictionaryTransform<Key: Hashable & RawRepresentable, Value: Mappable>: TransformType
where Key.RawValue == String {
  /// What a property is.
  public typealias Object = [Key: Value]
  /// What stands in the JSON.
  public typealias JSON = Any

  /// A transform.
  public init() {}

  /// The dictionary of an object.
  public func transformFromJSON(_ value: Any?) -> [Key: Value]? {
    guard let members = value as? [String: Any] else { return nil }
    var result: [Key: Value] = [:]
    for (name, member) in members {
      if let key = Key(rawValue: name) { result[key] = Mapper<Value>().map(JSONObject: member) }
    }
    return result
  }

  /// The object of a dictionary.
  public func transformToJSON(_ value: [Key: Value]?) -> Any? {
    guard let value else { return nil }
    var members: [String: Any] = [:]
    for (key, model) in value { members[key.rawValue] = model.toJSON() }
    return members
  }
}

/// Types that decode and encode themselves: objects, and arrays of objects.
open class CodableTransform<T: Codable>: TransformType {
  /// What a property is.
  public typealias Object = T
  /// What stands in the JSON.
  public typealias JSON = Any

  /// A transform.
  public init() {}

  /// What the type decodes; nil if that fails.
  open func transformFromJSON(_ value: Any?) -> T? {
    guard let value, value is [String: Any] || value is [[String: Any]],
      JSONSerialization.isValidJSONObject(value),
      let data = try? JSONSerialization.data(withJSONObject: value)
    else { return nil }
    return try? JSONDecoder().decode(T.self, from: data)
  }

  /// What the value encodes; nil if that fails.
  open func transformToJSON(_ value: T?) -> Any? {
    guard let value, let data = try? JSONEncoder().encode(value) else { return nil }
    return try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }
}
