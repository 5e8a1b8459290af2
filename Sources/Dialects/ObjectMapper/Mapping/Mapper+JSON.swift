// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

extension Mapper {
  /// The dictionary of a model.
  public func toJSON(_ object: N) -> [String: Any] {
    var object = object
    let map = Map(
      mappingType: .toJSON, JSON: [:], context: context, shouldIncludeNilValues: shouldIncludeNilValues)
    object.mapping(map: map)
    return map.JSON
  }

  /// The dictionaries of an array's models.
  public func toJSONArray(_ array: [N]) -> [[String: Any]] { array.map { toJSON($0) } }

  /// The dictionaries of a dictionary's models.
  public func toJSONDictionary(_ dictionary: [String: N]) -> [String: [String: Any]] {
    dictionary.mapValues { toJSON($0) }
  }

  /// The dictionaries of the models in a dictionary's arrays.
  public func toJSONDictionaryOfArrays(_ dictionary: [String: [N]]) -> [String: [[String: Any]]] {
    dictionary.mapValues { toJSONArray($0) }
  }

  // MARK: Text

  /// The text of a model; nil if something in it is not JSON.
  public func toJSONString(_ object: N, prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSON(object), prettyPrint: prettyPrint)
  }

  /// The text of an array of models; nil if something in it is not JSON.
  public func toJSONString(_ array: [N], prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSONArray(array), prettyPrint: prettyPrint)
  }

  /// The text of dictionaries and arrays; nil if something in them is not JSON.
  public static func toJSONString(_ JSONObject: Any, prettyPrint: Bool) -> String? {
    toJSONData(JSONObject, options: prettyPrint ? .prettyPrinted : []).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The same, in UTF-8.
  public static func toJSONData(_ JSONObject: Any, options: JSONSerialization.WritingOptions) -> Data? {
    guard JSONSerialization.isValidJSONObject(JSONObject) else { return nil }
    return try? JSONSerialization.data(withJSONObject: JSONObject, options: options)
  }
}

extension Mapper where N: Hashable {
  /// The dictionaries of a set's models.
  public func toJSONSet(_ set: Set<N>) -> [[String: Any]] { set.map { toJSON($0) } }

  /// The text of a set of models; nil if something in it is not JSON.
  public func toJSONString(_ set: Set<N>, prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSONSet(set), prettyPrint: prettyPrint)
  }
}
