extension Optional: MappableValue where Wrapped: MappableValue {
  /// Which rules there are for collections of it.
  @inlinable
  public static var _kind: MappableKind { Wrapped._kind }

  /// Whether this is null, or fits.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { source.isNull || Wrapped._fits(source) }

  /// The chosen value.
  @inlinable
  public static func _current(of map: Map) -> Wrapped?? { .some(Wrapped._current(of: map)) }

  /// An element, or a member.
  @inlinable
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Wrapped?? {
    source.isNull ? .some(nil) : .some(try Wrapped._element(source, in: map))
  }

  /// A value that has to be there.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Wrapped? {
    let isNull = source?.isNull ?? true
    return isNull && Wrapped._kind != .model ? nil : try Wrapped._required(source, in: map)
  }

  /// Takes the chosen value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject, let old = self {
      self = old._updated(from: map)
    } else {
      self = Wrapped._current(of: map)
    }
  }

  /// What is written.
  @inlinable
  public func _json(in map: Map) -> Any? { self?._json(in: map) }
}
