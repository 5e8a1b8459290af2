// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import FoundationValues

extension Mapper {
  /// Returns a model as a dictionary.
  public func toJSON(_ object: N) -> [String: Any] {
    var object = object
    let map = Map(
      mappingType: .toJSON, JSON: [:], context: context, shouldIncludeNilValues: shouldIncludeNilValues)
    object.mapping(map: map)
    return map.JSON
  }

  /// Returns models as dictionaries.
  public func toJSONArray(_ array: [N]) -> [[String: Any]] { array.map { toJSON($0) } }

  /// Returns a dictionary of models as dictionaries.
  public func toJSONDictionary(_ dictionary: [String: N]) -> [String: [String: Any]] {
    dictionary.mapValues { toJSON($0) }
  }

  /// Returns a dictionary of arrays of models as dictionaries.
  public func toJSONDictionaryOfArrays(_ dictionary: [String: [N]]) -> [String: [[String: Any]]] {
    dictionary.mapValues { toJSONArray($0) }
  }

  // MARK: Text

  /// Returns a model as text, or nil if it contains a value that is not JSON.
  public func toJSONString(_ object: N, prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSON(object), prettyPrint: prettyPrint)
  }

  /// Returns models as text, or nil if they contain a value that is not JSON.
  public func toJSONString(_ array: [N], prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSONArray(array), prettyPrint: prettyPrint)
  }

  /// Returns dictionaries and arrays as text, or nil if they contain a value that is not JSON.
  public static func toJSONString(_ JSONObject: Any, prettyPrint: Bool) -> String? {
    if !prettyPrint { return FoundationValue(JSONObject).text }
    return toJSONData(JSONObject, options: .prettyPrinted).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns dictionaries and arrays as UTF-8 text, or nil if they contain a value that is not JSON.
  public static func toJSONData(_ JSONObject: Any, options: JSONSerialization.WritingOptions) -> Data? {
    FoundationValue(JSONObject).data(options: options)
  }
}

extension Mapper where N: Hashable {
  /// Returns a set of models as dictionaries.
  public func toJSONSet(_ set: Set<N>) -> [[String: Any]] { set.map { toJSON($0) } }

  /// Returns a set of models as text, or nil if they contain a value that is not JSON.
  public func toJSONString(_ set: Set<N>, prettyPrint: Bool = false) -> String? {
    Mapper.toJSONString(toJSONSet(set), prettyPrint: prettyPrint)
  }
}
