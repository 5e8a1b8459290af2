extension BaseMappable {
  /// Returns the model as a dictionary.
  public func toJSON() -> [String: Any] { Mapper<Self>().toJSON(self) }

  /// Returns the model as text, or nil if it contains a value that is not JSON.
  public func toJSONString(prettyPrint: Bool = false) -> String? {
    Mapper<Self>().toJSONString(self, prettyPrint: prettyPrint)
  }
}

extension Mappable {
  /// Creates a model from text. Returns nil if the text is not a JSON object, or if the model's initialiser returns
  /// nil.
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSONString: JSONString) else { return nil }
    self = model
  }

  /// Creates a model from a dictionary. Returns nil if the model's initialiser returns nil.
  public init?(JSON: [String: Any], context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSON: JSON) else { return nil }
    self = model
  }
}

// Factories had these initialisers, too, before version 4.2. They are disfavoured, so that a type that is also an
// immutable model throws its errors.
extension StaticMappable {
  /// Creates a model from text. Returns nil if the text is not a JSON object, or if the model's initialiser returns
  /// nil.
  @_disfavoredOverload
  public init?(JSONString: String, context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSONString: JSONString) else { return nil }
    self = model
  }

  /// Creates a model from a dictionary. Returns nil if the model's initialiser returns nil.
  @_disfavoredOverload
  public init?(JSON: [String: Any], context: (any MapContext)? = nil) {
    guard let model = Mapper<Self>(context: context).map(JSON: JSON) else { return nil }
    self = model
  }
}

extension ImmutableMappable {
  /// Creates a model from text.
  ///
  /// - Throws: ``MapError`` for text that is not a JSON object. The error of the model's initialiser.
  public init(JSONString: String, context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSONString: JSONString)
  }

  /// Creates a model from a dictionary.
  ///
  /// - Throws: the error of the model's initialiser.
  public init(JSON: [String: Any], context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSON: JSON)
  }

  /// Creates a model from an untyped dictionary.
  ///
  /// - Throws: ``MapError`` if the value is not a dictionary. The error of the model's initialiser.
  public init(JSONObject: Any, context: (any MapContext)? = nil) throws {
    self = try Mapper<Self>(context: context).map(JSONObject: JSONObject)
  }
}
