// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import StreamMap

// Immutable models: these overloads rethrow the errors of initialisers and report malformed or mismatched input.
extension Mapper where N: ImmutableMappable {
  /// Reads a model from text.
  public func map(JSONString: String) throws -> N {
    try require(text: JSONString, "Cannot parse into '[String: Any]'", "Cannot parse into '[String: Any]'")
  }

  /// Reads a model from a dictionary.
  public func map(JSON: [String: Any]) throws -> N { try require(tree: JSON, Self.noObject) }

  /// Reads a model from an untyped dictionary.
  public func map(JSONObject: Any) throws -> N { try require(tree: JSONObject, Self.noObject) }

  /// Reads an array of models from text.
  public func mapArray(JSONString: String) throws -> [N] {
    try require(text: JSONString, Self.noText, Self.noArray)
  }

  /// Reads an array of models from dictionaries.
  public func mapArray(JSONArray: [[String: Any]]) throws -> [N] {
    try require(tree: JSONArray, Self.noArray)
  }

  /// Reads an array of models from an untyped array of dictionaries.
  public func mapArray(JSONObject: Any) throws -> [N] {
    try require(tree: JSONObject, Self.noArray)
  }

  /// Reads arrays of models from an untyped array of arrays.
  public func mapArrayOfArrays(JSONObject: Any?) throws -> [[N]] {
    try require(tree: JSONObject, "Cannot cast to '[[[String: Any]]]''")
  }

  /// Reads a dictionary of models from text.
  public func mapDictionary(JSONString: String) throws -> [String: N] {
    try require(text: JSONString, Self.noText, Self.noDictionary)
  }

  /// Reads a dictionary of models from an untyped dictionary of dictionaries.
  public func mapDictionary(JSONObject: Any?) throws -> [String: N] {
    try require(tree: JSONObject, Self.noDictionary)
  }

  /// Reads a dictionary of models.
  public func mapDictionary(JSON: [String: [String: Any]]) throws -> [String: N] {
    try require(tree: JSON, Self.noDictionary)
  }

  /// Reads a dictionary of arrays of models from an untyped dictionary.
  public func mapDictionaryOfArrays(JSONObject: Any?) throws -> [String: [N]] {
    try require(tree: JSONObject, Self.noDictionary)
  }

  /// Reads a dictionary of arrays of models.
  public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) throws -> [String: [N]] {
    try require(tree: JSON, Self.noDictionary)
  }

  // The reasons of ObjectMapper, with its quotes.
  private static var noText: String { "Cannot convert string into Any'" }
  private static var noObject: String { "Cannot cast to '[String: Any]'" }
  private static var noArray: String { "Cannot cast to '[[String: Any]]'" }
  private static var noDictionary: String { "Cannot cast to '[String: [String: Any]]''" }

  /// - Parameter reason: the reason for an error if the value does not have the shape of the models.
  private func require<Value: MappableValue>(tree: Any?, _ reason: String) throws -> Value {
    try require(tree.map { JSONSource(tree: $0) }, reason)
  }

  /// - Parameters:
  ///   - noText: the reason for an error if the text is not JSON.
  ///   - reason: the reason for an error if the value does not have the shape of the models.
  private func require<Value: MappableValue>(
    text: String, _ noText: String, _ reason: String
  ) throws -> Value {
    let value: Result<Value, any Error>
    do {
      value = try documents.read(Array(text.utf8).span, for: N.self) { document in
        Result { try require(JSONSource(tape: document), reason, reason == noText ? text : nil) }
      }
    } catch {
      throw MapError(key: nil, currentValue: text, reason: noText)
    }
    return try value.get()
  }

  private func require<Value: MappableValue>(
    _ source: JSONSource?, _ reason: String, _ text: String? = nil
  ) throws -> Value {
    guard let source, Value._fits(source) else {
      throw MapError(key: nil, currentValue: text ?? source?.any, reason: reason)
    }
    do {
      return try Value._required(source, in: root)
    } catch var error as MapError where error.isBare {
      // No key was requested, so no caller fills one in.
      error.isBare = false
      throw error
    }
  }
}

extension Mapper where N: ImmutableMappable, N: Hashable {
  /// Reads a set of models from text.
  public func mapSet(JSONString: String) throws -> Set<N> { Set(try mapArray(JSONString: JSONString)) }

  /// Reads a set of models from dictionaries.
  public func mapSet(JSONArray: [[String: Any]]) throws -> Set<N> { Set(try mapArray(JSONArray: JSONArray)) }

  /// Reads a set of models from an untyped array of dictionaries.
  public func mapSet(JSONObject: Any) throws -> Set<N> { Set(try mapArray(JSONObject: JSONObject)) }
}
