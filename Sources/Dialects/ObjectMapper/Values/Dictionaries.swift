// The rules are those of arrays. See `Collections.swift`.
extension Dictionary: MappableValue where Key == String, Value: MappableValue {
  /// The rules for collections of this type.
  @inlinable
  public static var _kind: MappableKind { Value._kind == .scalar ? .scalar : .models }

  /// Returns whether the value is an object of matching members.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool {
    _kind == .scalar || source._members.map { _fit($0) } ?? false
  }

  @inlinable
  static func _fit(_ members: JSONMembers) -> Bool {
    if _kind == .scalar { return true }
    var members = members
    while let (_, member) = members.next() {
      if !Value._fits(member) { return false }
    }
    return true
  }

  /// Reads the selected value.
  @inlinable
  public static func _current(of map: Map) -> [String: Value]? {
    guard let source = map.source, let members = source._members, _fit(members),
      let dictionary = try? _values(members, in: map)
    else { return nil }
    return dictionary.isEmpty && Value._kind != .scalar ? nil : dictionary
  }

  /// Reads an array element or an object member.
  @inlinable
  public static func _element(
    _ source: JSONSource, in map: Map
  ) throws(MappableMismatch) -> [String: Value]? {
    guard let members = source._members else { throw MappableMismatch() }
    return try _values(members, in: map)
  }

  @inlinable
  static func _values(_ members: JSONMembers, in map: Map) throws(MappableMismatch) -> [String: Value] {
    var members = members
    var dictionary: [String: Value] = [:]
    while let (name, member) = members.next() { dictionary[name] = try Value._element(member, in: map) }
    return dictionary
  }

  /// Reads a required value.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> [String: Value] {
    guard _kind == .scalar else { return try _models(source, in: map) }
    return try map.scalar(self, source) { try _models(source, in: map) }
  }

  @inlinable
  static func _models(_ source: JSONSource?, in map: Map) throws -> [String: Value] {
    guard var members = source?._members else {
      throw map.error(.text("Cannot cast to '[String: Any]'"), source, expected: self)
    }
    var dictionary: [String: Value] = [:]
    while let (name, member) = members.next() {
      if member.isNull, !JSONSource.isNullCastToNil, Value._kind == .scalar {
        throw map.error(.cannotCast(to: Value.self), member, expected: Value.self)
      }
      dictionary[name] = try Value._required(member, in: map)
    }
    return dictionary
  }

  /// Sets the property to the selected value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject, Value._kind == .model, let source = map.source {
      self = updated(with: source, in: map)
    } else if let value = Self._current(of: map) {
      self = value
    }
  }

  /// Returns the updated value for an existing object.
  public func _updated(from map: Map) -> [String: Value]? {
    guard let source = map.source else { return nil }
    return Value._kind == .model ? updated(with: source, in: map) : Self._current(of: map)
  }

  /// Updates the existing models and adds the missing ones.
  @usableFromInline
  func updated(with source: JSONSource, in map: Map) -> [String: Value] {
    guard let members = source._members, Self._fit(members) else { return self }
    var result = self
    for (name, member) in members {
      map.withSource(member) {
        result[name] = if let old = self[name] { old._updated(from: map) } else { Value._current(of: map) }
      }
    }
    return result
  }

  /// Returns the JSON to write.
  @inlinable
  public func _json(in map: Map) -> Any? {
    var members: [String: Any] = [:]
    members.reserveCapacity(count)
    for (name, value) in self {
      if let json = value._json(in: map) {
        members[name] = json
      } else if Self._kind == .scalar {
        // A nil value has a place in the dictionary.
        return self
      }
    }
    return members
  }
}
