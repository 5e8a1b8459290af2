extension BaseMappable {
  /// The model as a dictionary.
  public func toJSON() -> [String: Any] { Mapper<Self>().toJSON(self) }

  /// The model as text; nil if something in it is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Self>().toJSONString(self, prettyPrint: prettyPrint)
  }

  /// The model of a text; nil if it is no JSON, no object, or there is to be no model.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSONString: JSONString) else { return nil }
    self = model
  }

  /// The model of a dictionary; nil if there is to be none.
  public init?(JSON: [String: Any], context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSON: JSON) else { return nil }
    self = model
  }
}

extension ImmutableMappable {
  /// The model of a text.
  ///
  /// - Throws: ``MapError`` for what is no JSON or no object; what the model's initialiser throws.
  public init(JSONString: String, context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSONString: JSONString)
  }

  /// The model of a dictionary.
  ///
  /// - Throws: what the model's initialiser throws.
  public init(JSON: [String: Any], context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSON: JSON)
  }

  /// The model of a dictionary, if this is one.
  ///
  /// - Throws: ``MapError`` if it is none; what the model's initialiser throws.
  public init(JSONObject: Any, context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSONObject: JSONObject)
  }
}
