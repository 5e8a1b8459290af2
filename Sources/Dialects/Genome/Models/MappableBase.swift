/// A type whose members are mapped by a list of them: its `sequence`.
///
///     mutating func sequence(map: Map) throws {
///       try name <~> map["name"]
///       try nickname <~ map["nickname"]
///     }
///
/// The list runs once after an instance was made by one of the library's initialisers, and once for each
/// `jsonRepresentation()`. Who makes an instance by `init(map:)` calls it himself, if need be.
public protocol MappableBase: JsonConvertibleType {
  /// Maps the members, from JSON or to it, as the map says.
  mutating func sequence(map: Map) throws
}

extension MappableBase {
  /// The object that ``sequence(map:)`` writes.
  ///
  /// - Throws: what `sequence` throws.
  public func jsonRepresentation() throws -> Json {
    let map = Map()
    var copy = self
    try copy.sequence(map: map)
    return map.toJson
  }

  /// The same as ``sequence(map:)``, as Swift 2 called it.
  public mutating func sequence(_ map: Map) throws {
    try sequence(map: map)
  }
}

extension MappableBase where Self: AnyObject {
  /// The same as ``sequence(map:)``, as Swift 2 called it.
  public func sequence(_ map: Map) throws {
    var object = self
    try object.sequence(map: map)
  }
}
