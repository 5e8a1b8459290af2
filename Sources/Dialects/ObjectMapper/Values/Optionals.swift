extension Optional: MappableValue where Wrapped: MappableValue {
  /// The rules for collections of this type.
  @inlinable
  public static var _kind: MappableKind { Wrapped._kind }

  /// Returns whether the value is null or matches.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { source.isNull || Wrapped._fits(source) }

  /// Reads the selected value.
  @inlinable
  public static func _current(of map: Map) -> Wrapped?? {
    map.source == nil ? .some(nil) : Wrapped._current(of: map).map { .some($0) }
  }

  /// Reads an array element or an object member.
  @inlinable
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Wrapped?? {
    guard source.isNull else { return .some(try Wrapped._element(source, in: map)) }
    guard JSONSource.isNullCastToNil else { throw MappableMismatch() }
    return .some(nil)
  }

  /// Reads a required value.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Wrapped? {
    guard Wrapped._kind == .scalar else { return try Wrapped._required(source, in: map) }
    if source?.isNull ?? true { return nil }
    return try map.scalar(self, source) { try Wrapped._required(source, in: map) }
  }

  /// Sets the property to the selected value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject, let old = self {
      self = old._updated(from: map)
    } else {
      self = Wrapped._current(of: map)
    }
  }

  /// Returns the JSON to write.
  @inlinable
  public func _json(in map: Map) -> Any? { self?._json(in: map) }
}
