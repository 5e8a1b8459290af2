/// A type that lists the mapping of its members in `sequence`.
///
///     mutating func sequence(map: Map) throws {
///       try name <~> map["name"]
///       try nickname <~ map["nickname"]
///     }
///
/// The library's initialisers run `sequence` once after creating an instance. Each `jsonRepresentation()` runs it once,
/// too. `init(map:)` alone does not run it.
public protocol MappableBase: JsonConvertibleType {
  /// Maps the members from or to JSON, depending on the map.
  mutating func sequence(map: Map) throws
}

extension MappableBase {
  /// Returns the object that ``sequence(map:)`` writes.
  ///
  /// - Throws: the errors of `sequence`.
  public func jsonRepresentation() throws -> Json {
    let map = Map()
    var copy = self
    try copy.sequence(map: map)
    return map.toJson
  }

  /// The Swift 2 spelling of ``sequence(map:)``.
  public mutating func sequence(_ map: Map) throws {
    try sequence(map: map)
  }
}

extension MappableBase where Self: AnyObject {
  /// The Swift 2 spelling of ``sequence(map:)``.
  public func sequence(_ map: Map) throws {
    var object = self
    try object.sequence(map: map)
  }
}
