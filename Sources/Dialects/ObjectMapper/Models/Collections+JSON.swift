extension Array where Element: BaseMappable {
  /// Creates an array from text. Returns nil if the text is not JSON, or is neither an object nor an array of objects.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let models = Mapper<Element>(context: context).mapArray(JSONString: JSONString) else { return nil }
    self = models
  }

  /// Creates an array from dictionaries.
  public init(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
    self = Mapper<Element>(context: context).mapArray(JSONArray: JSONArray)
  }

  /// Returns the models as dictionaries.
  public func toJSON() -> [[String: Any]] { Mapper<Element>().toJSONArray(self) }

  /// Returns the models as text, or nil if they contain a value that is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Element>().toJSONString(self, prettyPrint: prettyPrint)
  }
}

extension Set where Element: BaseMappable {
  /// Creates a set from text. Returns nil if the text is not JSON, or is neither an object nor an array of objects.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let models = Mapper<Element>(context: context).mapSet(JSONString: JSONString) else { return nil }
    self = models
  }

  /// Creates a set from dictionaries. Never returns nil.
  public init?(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
    self = Mapper<Element>(context: context).mapSet(JSONArray: JSONArray)
  }

  /// Returns the models as dictionaries.
  public func toJSON() -> [[String: Any]] { Mapper<Element>().toJSONSet(self) }

  /// Returns the models as text, or nil if they contain a value that is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Element>().toJSONString(self, prettyPrint: prettyPrint)
  }
}
