// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension Mapper {
  /// The models of an array's text; of an object's text, its only one. Those that are not to be vanish.
  public func mapArray(JSONString: String) -> [N]? {
    withDocument(JSONString) { source in
      if let models: [N] = read(source) { return models }
      return (read(source) as N?).map { [$0] }
    } ?? nil
  }

  /// The models of an array, if this is one of dictionaries.
  public func mapArray(JSONObject: Any?) -> [N]? { read(tree: JSONObject) }

  /// The models of an array.
  public func mapArray(JSONArray: [[String: Any]]) -> [N] { read(tree: JSONArray) ?? [] }

  /// The models of a file's array.
  public func mapArray(JSONfile: String) -> [N]? {
    Self.text(of: JSONfile).flatMap { mapArray(JSONString: $0) }
  }

  /// The models of the arrays in an array; nil if it is empty.
  public func mapArrayOfArrays(JSONObject: Any?) -> [[N]]? { read(tree: JSONObject) }

  // MARK: Dictionaries

  /// The models of an object's text; nil if none is to be.
  public func mapDictionary(JSONString: String) -> [String: N]? { read(text: JSONString) }

  /// The models of a dictionary, if this is one of dictionaries; nil if none is to be.
  public func mapDictionary(JSONObject: Any?) -> [String: N]? { read(tree: JSONObject) }

  /// The models of a dictionary; nil if none is to be.
  public func mapDictionary(JSON: [String: [String: Any]]) -> [String: N]? { read(tree: JSON) }

  /// Fills the models that a dictionary has, and adds those that it has not.
  public func mapDictionary(JSONObject: Any?, toDictionary dictionary: [String: N]) -> [String: N] {
    JSONObject.map { dictionary.updated(with: JSONSource(tree: $0), in: root) } ?? dictionary
  }

  /// The same, of a dictionary of dictionaries.
  public func mapDictionary(
    JSON: [String: [String: Any]], toDictionary dictionary: [String: N]
  ) -> [String: N] {
    mapDictionary(JSONObject: JSON, toDictionary: dictionary)
  }

  /// The models of the arrays in a dictionary, if this is one; nil if it is empty.
  public func mapDictionaryOfArrays(JSONObject: Any?) -> [String: [N]]? { read(tree: JSONObject) }

  /// The models of the arrays in a dictionary; nil if it is empty.
  public func mapDictionaryOfArrays(JSON: [String: [[String: Any]]]) -> [String: [N]]? { read(tree: JSON) }
}

extension Mapper where N: Hashable {
  /// The models of an array's text; of an object's text, its only one.
  public func mapSet(JSONString: String) -> Set<N>? { mapArray(JSONString: JSONString).map { Set($0) } }

  /// The models of an array, if this is one of dictionaries.
  public func mapSet(JSONObject: Any?) -> Set<N>? { mapArray(JSONObject: JSONObject).map { Set($0) } }

  /// The models of an array.
  public func mapSet(JSONArray: [[String: Any]]) -> Set<N> { Set(mapArray(JSONArray: JSONArray)) }
}
