extension Array where Element: BaseMappable {
  /// The models of a text; nil if it is no JSON, or neither an object nor an array of objects.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let models = Mapper<Element>(context: context).mapArray(JSONString: JSONString) else { return nil }
    self = models
  }

  /// The models of dictionaries.
  public init(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
    self = Mapper<Element>(context: context).mapArray(JSONArray: JSONArray)
  }

  /// The models as dictionaries.
  public func toJSON() -> [[String: Any]] { Mapper<Element>().toJSONArray(self) }

  /// The models as text; nil if something in them is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Element>().toJSONString(self, prettyPrint: prettyPrint)
  }
}

extension Set where Element: BaseMappable {
  /// The models of a text; nil if it is no JSON, or neither an object nor an array of objects.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let models = Mapper<Element>(context: context).mapSet(JSONString: JSONString) else { return nil }
    self = models
  }

  /// The models of dictionaries; never nil.
  public init?(JSONArray: [[String: Any]], context: (any MapContext)? = nil) {
    self = Mapper<Element>(context: context).mapSet(JSONArray: JSONArray)
  }

  /// The models as dictionaries.
  public func toJSON() -> [[String: Any]] { Mapper<Element>().toJSONSet(self) }

  /// The models as text; nil if something in them is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Element>().toJSONString(self, prettyPrint: prettyPrint)
  }
}
