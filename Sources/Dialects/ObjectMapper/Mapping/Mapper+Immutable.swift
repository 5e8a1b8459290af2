// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import StreamMap

// Immutable models: these overloads rethrow the errors of initialisers and report malformed or mismatched input.
extension Mapper where N: ImmutableMappable {
  /// Reads a model from text.
  public func map(JSONString: String) throws -> N { try require(text: JSONString) }

  /// Reads a model from a dictionary.
  public func map(JSON: [String: Any]) throws -> N { try require(tree: JSON) }

  /// Reads a model from an untyped dictionary.
  public func map(JSONObject: Any) throws -> N { try require(tree: JSONObject) }

  /// Reads an array of models from text.
  public func mapArray(JSONString: String) throws -> [N] { try require(text: JSONString) }

  /// Reads an array of models from dictionaries.
  public func mapArray(JSONArray: [[String: Any]]) throws -> [N] { try require(tree: JSONArray) }

  /// Reads an array of models from an untyped array of dictionaries.
  public func mapArray(JSONObject: Any) throws -> [N] { try require(tree: JSONObject) }

  /// Reads arrays of models from an untyped array of arrays.
  public func mapArrayOfArrays(JSONObject: Any?) throws -> [[N]] { try require(tree: JSONObject) }

  /// Reads a dictionary of models from text.
  public func mapDictionary(JSONString: String) throws -> [String: N] { try require(text: JSONString) }

  /// Reads a dictionary of models from an untyped dictionary of dictionaries.
  public func mapDictionary(JSONObject: Any?) throws -> [String: N] { try require(tree: JSONObject) }

  /// Reads a dictionary of models.
  public func mapDictionary(JSON: [String: [String: Any]]) throws -> [String: N] { try require(tree: JSON) }

  /// Reads a dictionary of arrays of models from an untyped dictionary.
  public func mapDictionaryOfArrays(JSONObject: Any?) throws -> [String: [N]] {
    try require(tree: JSONObject)
  }

  /// Reads a dictionary of arrays of models.
  public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) throws -> [String: [N]] {
    try require(tree: JSON)
  }

  private func require<Value: MappableValue>(tree: Any?) throws -> Value {
    try require(tree.map { JSONSource(tree: $0) })
  }

  private func require<Value: MappableValue>(text: String) throws -> Value {
    let value: Result<Value, any Error>
    do {
      value = try documents.read(Array(text.utf8).span, for: N.self) { document in
        Result { try require(JSONSource(tape: document)) }
      }
    } catch {
      throw MapError(key: nil, currentValue: text, reason: "Cannot parse the JSON: \(error)")
    }
    return try value.get()
  }

  private func require<Value: MappableValue>(_ source: JSONSource?) throws -> Value {
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
