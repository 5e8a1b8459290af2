infix operator <~> : DefaultPrecedence
infix operator <~ : DefaultPrecedence
infix operator ~> : DefaultPrecedence
prefix operator <~
prefix operator <~?

// MARK: From JSON

/// Reads a property; a map that writes leaves it alone.
///
/// - Throws: ``SequenceError`` if the value is absent or null; ``MappingError`` for one of another type.
public func <~ <Value: JsonConvertibleType>(property: inout Value, map: Map) throws {
  if map.type == .FromJson { property = try map.read() }
}

/// Reads a property: nil if the value is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type.
public func <~ <Value: JsonConvertibleType>(property: inout Value?, map: Map) throws {
  if map.type == .FromJson { property = try map.readIfPresent() }
}

/// The value of the key: for constants.
///
/// - Throws: ``SequenceError`` if it is absent or null; ``MappingError`` for one of another type, or for a map that
///   writes.
public prefix func <~ <Value: JsonConvertibleType>(map: Map) throws -> Value {
  try map.read()
}

/// The value of the key, nil if it is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type, or for a map that writes.
public prefix func <~ <Value: JsonConvertibleType>(map: Map) throws -> Value? {
  try map.readIfPresent()
}

/// The value of the key, nil if it is absent or null.
///
/// - Throws: ``MappingError`` for a value of another type, or for a map that writes.
@available(*, deprecated, renamed: "<~")
public prefix func <~? <Value: JsonConvertibleType>(map: Map) throws -> Value? {
  try map.readIfPresent()
}

// MARK: To JSON

/// Writes a property; a map that reads leaves it alone.
///
/// - Throws: what the value throws that cannot be written.
public func ~> <Value: JsonConvertibleType>(property: Value, map: Map) throws {
  if map.type == .ToJson { try map.write(property) }
}

/// Writes a property, unless it is nil; a map that reads leaves it alone.
///
/// - Throws: what the value throws that cannot be written.
public func ~> <Value: JsonConvertibleType>(property: Value?, map: Map) throws {
  if map.type == .ToJson { try map.writeIfPresent(property) }
}

// MARK: Both ways

/// Reads or writes a property, as the map says.
///
/// - Throws: ``SequenceError`` if the value is absent or null; ``MappingError`` for one of another type.
public func <~> <Value: JsonConvertibleType>(property: inout Value, map: Map) throws {
  switch map.type {
  case .FromJson: property = try map.read()
  case .ToJson: try map.write(property)
  }
}

/// Reads or writes a property, as the map says; nil is absent.
///
/// - Throws: ``MappingError`` for a value of another type.
public func <~> <Value: JsonConvertibleType>(property: inout Value?, map: Map) throws {
  switch map.type {
  case .FromJson: property = try map.readIfPresent()
  case .ToJson: try map.writeIfPresent(property)
  }
}
