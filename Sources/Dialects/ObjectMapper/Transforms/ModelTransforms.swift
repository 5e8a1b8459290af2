import Foundation

/// Converts dictionaries of models whose keys are raw values. Members with an unknown key or a mismatched model are
/// dropped.
public struct DictionaryTransform<Key: Hashable & RawRepresentable, Value: Mappable>: TransformType
where Key.RawValue == String {
  /// The type of the property.
  public typealias Object = [Key: Value]
  /// The type of the JSON value.
  public typealias JSON = Any

  /// Creates a transform.
  public init() {}

  /// Returns the dictionary for an object.
  public func transformFromJSON(_ value: Any?) -> [Key: Value]? {
    guard let members = value as? [String: Any] else { return nil }
    var result: [Key: Value] = [:]
    for (name, member) in members {
      if let key = Key(rawValue: name) { result[key] = Mapper<Value>().map(JSONObject: member) }
    }
    return result
  }

  /// Returns the object for a dictionary.
  public func transformToJSON(_ value: [Key: Value]?) -> Any? {
    guard let value else { return nil }
    var members: [String: Any] = [:]
    for (key, model) in value { members[key.rawValue] = model.toJSON() }
    return members
  }
}

/// Converts `Codable` types from and to objects and arrays of objects.
open class CodableTransform<T: Codable>: TransformType {
  /// The type of the property.
  public typealias Object = T
  /// The type of the JSON value.
  public typealias JSON = Any

  /// Creates a transform.
  public init() {}

  /// Returns the decoded value, or nil if decoding fails.
  open func transformFromJSON(_ value: Any?) -> T? {
    guard let value, value is [String: Any] || value is [[String: Any]],
      JSONSerialization.isValidJSONObject(value),
      let data = try? JSONSerialization.data(withJSONObject: value)
    else { return nil }
    return try? JSONDecoder().decode(T.self, from: data)
  }

  /// Returns the encoded value, or nil if encoding fails.
  open func transformToJSON(_ value: T?) -> Any? {
    guard let value, let data = try? JSONEncoder().encode(value) else { return nil }
    return try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
  }
}
