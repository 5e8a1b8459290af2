/// A type that is made of a map: for constants, and most others.
///
///     struct Pet: MappableObject {
///       let name: String
///       init(map: Map) throws { name = try map.extract("name") }
///       func sequence(map: Map) throws { try name ~> map["name"] }
///     }
///     let rover = try Pet(js: json)
public protocol MappableObject: MappableBase {
  /// An instance of an object's members.
  init(map: Map) throws
}

extension MappableObject {
  /// Maps nothing.
  public func sequence(map: Map) throws {}

  /// Makes an instance, and runs its `sequence`.
  ///
  /// - Parameters:
  ///   - js: an object.
  ///   - context: what the model may need beside it.
  /// - Throws: what `init(map:)` and `sequence` throw.
  public init(js: Json, context: any Context = EmptyJson) throws {
    self = try js.read(as: Self.self, context)
  }

  /// Makes an instance, and runs its `sequence`.
  ///
  /// - Throws: ``JsonConvertibleError`` for what is no object; what `init(map:)` and `sequence` throw.
  public static func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try mapped(self, json, context)
  }
}

/// An instance of an object's members, its `sequence` run; an error for what is no object.
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

/// A type that is made empty, and filled by its `sequence`.
public protocol BasicMappable: MappableObject {
  /// An instance before it is mapped.
  init() throws
}

extension BasicMappable {
  /// An empty instance.
  public init(map: Map) throws {
    try self.init()
  }
}

/// A class to inherit from; named `Genome.Object` where another library has an `Object`.
///
///     class Employee: Genome.Object {
///       var name = ""
///       override func sequence(map: Map) throws { try name <~> map["name"] }
///     }
open class Object: MappableObject {
  /// An instance of an object's members; `sequence` fills what it does not.
  public required init(map: Map) throws {}

  /// Maps the members; a subclass calls its superclass's.
  open func sequence(map: Map) throws {}

  /// Makes an instance of the class that is asked, and runs its `sequence`.
  ///
  /// - Throws: ``JsonConvertibleError`` for what is no object; what `init(map:)` and `sequence` throw.
  open class func newInstance(json: Json, context: any Context = EmptyJson) throws -> Self {
    try mapped(self, json, context)
  }
}
