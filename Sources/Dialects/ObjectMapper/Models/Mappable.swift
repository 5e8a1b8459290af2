/// What every model has: the place where its properties are bound to names.
public protocol BaseMappable: MappableValue {
  /// Binds the properties, with `<-` for both directions or `>>>` for the way to JSON only.
  ///
  /// It is called for both directions; of a model that is read after its initialiser.
  mutating func mapping(map: Map)

  /// Makes a model of an object, and fills it; nil if there is to be none.
  static func _made(with map: Map) throws -> Self?

  /// The model of a line; whoever asks handles what is thrown as the line's error.
  static func _record(_ source: JSONSource, _ context: (any MapContext)?) throws -> Self
}

/// A model that is made empty, and then filled by ``BaseMappable/mapping(map:)``.
public protocol Mappable: BaseMappable {
  /// Makes a model, whose ``BaseMappable/mapping(map:)`` is called next; nil says that there is to be none.
  init?(map: Map)
}

/// A model that somebody else makes: a class cluster, a cached object, a type that is mapped by an extension.
public protocol StaticMappable: BaseMappable {
  /// The object to fill; nil says that there is to be none.
  static func objectForMapping(map: Map) -> (any BaseMappable)?
}

/// A model whose constants are read by its initialiser, which throws.
public protocol ImmutableMappable: BaseMappable {
  /// Reads the constants, by `map.value(_:nested:delimiter:)` and its like.
  ///
  /// - Throws: what those throw, a ``MapError``; or an error of its own.
  init(map: Map) throws
}

extension ImmutableMappable {
  /// Writes nothing. Bind the properties with `>>>` to write them.
  public func mapping(map: Map) {}
}

/// What a user wants to know while mapping, handed from a ``Mapper`` to all maps.
public protocol MapContext {}

/// The two directions.
public enum MappingType: Sendable {
  /// Models are read from JSON.
  case fromJSON
  /// JSON is made of models.
  case toJSON
}
