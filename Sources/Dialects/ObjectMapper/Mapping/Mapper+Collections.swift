// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension Mapper {
  /// Reads an array of models from text. A single object gives an array of one. Models that reject their object are
  /// dropped.
  public func mapArray(JSONString: String) -> [N]? {
    withDocument(JSONString) { source in
      if let models: [N] = read(source) { return models }
      return (read(source) as N?).map { [$0] }
    } ?? nil
  }

  /// Reads an array of models from an untyped array of dictionaries. Returns nil for any other value.
  public func mapArray(JSONObject: Any?) -> [N]? { read(tree: JSONObject) }

  /// Reads an array of models from dictionaries.
  public func mapArray(JSONArray: [[String: Any]]) -> [N] { read(tree: JSONArray) ?? [] }

  /// Reads an array of models from a file.
  public func mapArray(JSONfile: String) -> [N]? {
    Self.text(of: JSONfile).flatMap { mapArray(JSONString: $0) }
  }

  /// Reads arrays of models from an untyped array of arrays. Returns nil if the result is empty.
  public func mapArrayOfArrays(JSONObject: Any?) -> [[N]]? { read(tree: JSONObject) }

  // MARK: Dictionaries

  /// Reads a dictionary of models from text. Returns nil if it has no models.
  public func mapDictionary(JSONString: String) -> [String: N]? { read(text: JSONString) }

  /// Reads a dictionary of models from an untyped dictionary of dictionaries. Returns nil if it has no models.
  public func mapDictionary(JSONObject: Any?) -> [String: N]? { read(tree: JSONObject) }

  /// Reads a dictionary of models. Returns nil if it has no models.
  public func mapDictionary(JSON: [String: [String: Any]]) -> [String: N]? { read(tree: JSON) }

  /// Updates the models of a dictionary from an untyped dictionary and adds the missing ones.
  public func mapDictionary(JSONObject: Any?, toDictionary dictionary: [String: N]) -> [String: N] {
    JSONObject.map { dictionary.updated(with: JSONSource(tree: $0), in: root) } ?? dictionary
  }

  /// Updates the models of a dictionary from a dictionary of dictionaries and adds the missing ones.
  public func mapDictionary(
    JSON: [String: [String: Any]], toDictionary dictionary: [String: N]
  ) -> [String: N] {
    mapDictionary(JSONObject: JSON, toDictionary: dictionary)
  }

  /// Reads a dictionary of arrays of models from an untyped dictionary. Returns nil if it is empty.
  public func mapDictionaryOfArrays(JSONObject: Any?) -> [String: [N]]? { read(tree: JSONObject) }

  /// Reads a dictionary of arrays of models. Returns nil if it is empty.
  public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) -> [String: [N]]? { read(tree: JSON) }
}

extension Mapper where N: Hashable {
  /// Reads a set of models from text. A single object gives a set of one.
  public func mapSet(JSONString: String) -> Set<N>? { mapArray(JSONString: JSONString).map { Set($0) } }

  /// Reads a set of models from an untyped array of dictionaries. Returns nil for any other value.
  public func mapSet(JSONObject: Any?) -> Set<N>? { mapArray(JSONObject: JSONObject).map { Set($0) } }

  /// Reads a set of models from dictionaries.
  public func mapSet(JSONArray: [[String: Any]]) -> Set<N> { Set(mapArray(JSONArray: JSONArray)) }
}
