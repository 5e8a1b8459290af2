import FoundationValues

/// A type that is created from a map, for constants and most models.
///
///     struct Pet: MappableObject {
///       let name: String
///       init(map: Map) throws { name = try map.extract("name") }
///       func sequence(map: Map) throws { try name ~> map["name"] }
///     }
///     let rover = try Pet(js: json)
public protocol MappableObject: MappableBase {
  /// Creates an instance from the members of an object.
  init(map: Map) throws
}

extension MappableObject {
  /// The default implementation, which maps nothing.
  public func sequence(map: Map) throws {}

  /// Creates an instance and runs its `sequence`.
  ///
  /// - Parameters:
  ///   - js: an object.
  ///   - context: data that the model needs besides the JSON.
  /// - Throws: the errors of `init(map:)` and `sequence`.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// Creates an instance and runs its `sequence`.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value that is not an object. The errors of `init(map:)` and `sequence`.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try mapped(self, json, context)
  }
}

/// Creates an instance from an object's members and runs its `sequence`. Throws for a value that is not an object.
private func mapped<Model: MappableObject>(
  _ model: Model.Type, _ json: Json, _ context: any Context
) throws -> Model {
  guard json.place.isObject else {
    throw logError(JsonConvertibleError.UnableToConvert(json: json, toType: "\(model)"))
  }
  return try Map.reading(json, context, for: model) { map in
    var instance = try model.init(map: map)
    try instance.sequence(map: map)
    return instance
  }
}

/// A type whose instances are created empty and set by `sequence`.
public protocol BasicMappable: MappableObject {
  /// Creates an instance before mapping.
  init() throws
}

extension BasicMappable {
  /// Creates an empty instance.
  public init(map: Map) throws {
    try self.init()
  }
}

/// A base class for models. Write `Genome.Object` where another library has an `Object`.
///
///     class Employee: Genome.Object {
///       var name = ""
///       override func sequence(map: Map) throws { try name <~> map["name"] }
///     }
open class Object: MappableObject {
  /// Creates an instance. `sequence` sets the properties that the initialiser does not.
  public required init(map: Map) throws {}

  /// Maps the members. A subclass calls the implementation of its superclass.
  open func sequence(map: Map) throws {}

  /// Creates an instance of this class and runs its `sequence`.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value that is not an object. The errors of `init(map:)` and `sequence`.
  open class func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try mapped(self, json, context)
  }
}
