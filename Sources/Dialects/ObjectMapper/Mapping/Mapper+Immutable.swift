// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import StreamMap

// Immutable models throw what their initialisers throw, and say what is wrong with the input.
extension Mapper where N: ImmutableMappable {
  /// The model of a text.
  public func map(JSONString: String) throws -> N { try require(text: JSONString) }

  /// The model of a dictionary.
  public func map(JSON: [String: Any]) throws -> N { try require(tree: JSON) }

  /// The model of a dictionary, if this is one.
  public func map(JSONObject: Any) throws -> N { try require(tree: JSONObject) }

  /// The models of an array's text.
  public func mapArray(JSONString: String) throws -> [N] { try require(text: JSONString) }

  /// The models of an array.
  public func mapArray(JSONArray: [[String: Any]]) throws -> [N] { try require(tree: JSONArray) }

  /// The models of an array, if this is one of dictionaries.
  public func mapArray(JSONObject: Any) throws -> [N] { try require(tree: JSONObject) }

  /// The models of the arrays in an array.
  public func mapArrayOfArrays(JSONObject: Any?) throws -> [[N]] { try require(tree: JSONObject) }

  /// The models of an object's text.
  public func mapDictionary(JSONString: String) throws -> [String: N] { try require(text: JSONString) }

  /// The models of a dictionary, if this is one of dictionaries.
  public func mapDictionary(JSONObject: Any?) throws -> [String: N] { try require(tree: JSONObject) }

  /// The models of a dictionary.
  public func mapDictionary(JSON: [String: [String: Any]]) throws -> [String: N] { try require(tree: JSON) }

  /// The models of the arrays in a dictionary, if this is one.
  public func mapDictionaryOfArrays(JSONObject: Any?) throws -> [String: [N]] {
    try require(tree: JSONObject)
  }

  /// The models of the arrays in a dictionary.
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
      // No key was asked for, and nobody else is to fill in his.
      error.isBare = false
      throw error
    }
  }
}

extension Mapper where N: ImmutableMappable, N: Hashable {
  /// The models of an array's text.
  public func mapSet(JSONString: String) throws -> Set<N> { Set(try mapArray(JSONString: JSONString)) }

  /// The models of an array.
  public func mapSet(JSONArray: [[String: Any]]) throws -> Set<N> { Set(try mapArray(JSONArray: JSONArray)) }

  /// The models of an array, if this is one of dictionaries.
  public func mapSet(JSONObject: Any) throws -> Set<N> { Set(try mapArray(JSONObject: JSONObject)) }
}
