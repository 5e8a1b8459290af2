infix operator <~> : DefaultPrecedence
infix operator <~ : DefaultPrecedence
infix operator ~> : DefaultPrecedence
prefix operator <~
prefix operator <~?

// MARK: From JSON

/// Reads a property. Does nothing for a map that writes.
///
/// - Throws: ``SequenceError`` if the value is absent or null. ``MappingError`` for a value of another type.
public func <~ <Value: JsonConvertibleType>(property: inout Value, map: Map) throws {
  if map.type == .FromJson { property = try map.read() }
}

/// Reads a property. It becomes nil if the value is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type.
public func <~ <Value: JsonConvertibleType>(property: inout Value?, map: Map) throws {
  if map.type == .FromJson { property = try map.readIfPresent() }
}

/// Returns the value of the key, for constants.
///
/// - Throws: ``SequenceError`` if it is absent or null. ``MappingError`` for a value of another type, or for a map that
///   writes.
public prefix func <~ <Value: JsonConvertibleType>(map: Map) throws -> Value {
  try map.read()
}

/// Returns the value of the key, or nil if it is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type, or for a map that writes.
public prefix func <~ <Value: JsonConvertibleType>(map: Map) throws -> Value? {
  try map.readIfPresent()
}

/// Returns the value of the key, or nil if it is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type, or for a map that writes.
@available(*, deprecated, renamed: "<~")
public prefix func <~? <Value: JsonConvertibleType>(map: Map) throws -> Value? {
  try map.readIfPresent()
}

// MARK: To JSON

/// Writes a property. Does nothing for a map that reads.
///
/// - Throws: the error of a value that cannot be encoded.
public func ~> <Value: JsonConvertibleType>(property: Value, map: Map) throws {
  if map.type == .ToJson { try map.write(property) }
}

/// Writes a property, unless it is nil. Does nothing for a map that reads.
///
/// - Throws: the error of a value that cannot be encoded.
public func ~> <Value: JsonConvertibleType>(property: Value?, map: Map) throws {
  if map.type == .ToJson { try map.writeIfPresent(property) }
}

// MARK: Both ways

/// Reads or writes a property, depending on the map.
///
/// - Throws: ``SequenceError`` if the value is absent or null. ``MappingError`` for a value of another type.
public func <~> <Value: JsonConvertibleType>(property: inout Value, map: Map) throws {
  switch map.type {
  case .FromJson: property = try map.read()
  case .ToJson: try map.write(property)
  }
}

/// Reads or writes a property, depending on the map. Nil is not written.
///
/// - Throws: ``MappingError`` for a value of another type.
public func <~> <Value: JsonConvertibleType>(property: inout Value?, map: Map) throws {
  switch map.type {
  case .FromJson: property = try map.readIfPresent()
  case .ToJson: try map.writeIfPresent(property)
  }
}
