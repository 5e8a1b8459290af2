/// The base protocol of all models. It binds properties to names.
public protocol BaseMappable: MappableValue {
  /// Binds the properties: `<-` binds in both directions, `>>>` only writes to JSON.
  ///
  /// It is called in both directions. When reading, it is called after the initialiser.
  mutating func mapping(map: Map)

  /// Creates a model from an object and sets its properties. Returns nil if the model rejects the object.
  static func _made(with map: Map) throws -> Self?

  /// Returns the model of a line. The caller reports a thrown error as the error of the line.
  static func _record(_ source: JSONSource, _ context: (any MapContext)?) throws -> Self
}

/// A model that is created empty and then set by ``BaseMappable/mapping(map:)``.
public protocol Mappable: BaseMappable {
  /// Creates a model, whose ``BaseMappable/mapping(map:)`` is called next. Returns nil to reject the object.
  init?(map: Map)
}

/// A model created by a factory: a class cluster, a cached object, or a type mapped by an extension.
public protocol StaticMappable: BaseMappable {
  /// Returns the object to set, or nil to reject the JSON object.
  static func objectForMapping(map: Map) -> (any BaseMappable)?
}

/// A model whose constants are read by a throwing initialiser.
public protocol ImmutableMappable: BaseMappable {
  /// Reads the constants with `map.value(_:nested:delimiter:)` and similar methods.
  ///
  /// - Throws: the ``MapError`` of these methods, or the model's own error.
  init(map: Map) throws
}

extension ImmutableMappable {
  /// Writes nothing. Bind properties with `>>>` to write them.
  public func mapping(map: Map) {}
}

/// User data for a mapping, passed from a ``Mapper`` to all maps.
public protocol MapContext {}

/// The direction of a mapping.
public enum MappingType: Sendable {
  /// From JSON to models.
  case fromJSON
  /// From models to JSON.
  case toJSON
}
