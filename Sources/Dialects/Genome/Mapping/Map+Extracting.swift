extension Map {
  /// Returns the value of a key, for constants.
  ///
  /// The value may be an array, a set, a dictionary with `String` keys, or a nesting of these. A single value counts as
  /// an array of one element.
  ///
  /// - Throws: ``SequenceError`` if it is absent or null. ``MappingError`` for a value of another type.
  @inline(__always)
  public func extract<Value: JsonConvertibleType>(_ key: KeyType) throws -> Value {
    lastKey = key
    return try read()
  }

  /// Returns the value of a key, or nil if it is absent or null.
  ///
  /// - Throws: ``MappingError`` for a value of another type.
  @inline(__always)
  public func extract<Value: JsonConvertibleType>(_ key: KeyType) throws -> Value? {
    lastKey = key
    return try readIfPresent()
  }

  /// Transforms the value of a key with a closure.
  ///
  ///     type = try map.extract("type") { PetType(rawValue: $0) ?? .dog }
  ///
  /// - Throws: ``TransformationError`` if the value is absent or null. ``JsonConvertibleError`` for a value of another
  ///   type than the closure accepts. The error of the closure.
  public func extract<Input: JsonConvertibleType, Value>(
    _ key: KeyType, transformer: (Input) throws -> Value
  ) throws -> Value {
    try self[key].fromJson(transformer)
  }

  /// Transforms the value of a key with a closure, which receives nil if the value is absent or null.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value of another type than the closure accepts. The error of the closure.
  public func extract<Input: JsonConvertibleType, Value>(
    _ key: KeyType, transformer: (Input?) throws -> Value
  ) throws -> Value {
    try self[key].fromJson(transformer)
  }

  /// Transforms the value of the last key with a closure, for constants.
  ///
  /// - Throws: ``TransformationError`` if the value is absent or null. ``JsonConvertibleError`` for a value of another
  ///   type than the closure accepts. The error of the closure.
  public func fromJson<Input: JsonConvertibleType, Value>(
    _ transformer: (Input) throws -> Value
  ) throws -> Value {
    guard let input = try readInput(Input.self) else { throw unexpectedNil(Input.self) }
    return try transforming { try transformer(input) }
  }

  /// Transforms the value of the last key with a closure, for constants. The closure receives nil if the value is
  /// absent or null.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value of another type than the closure accepts. The error of the closure.
  public func fromJson<Input: JsonConvertibleType, Value>(
    _ transformer: (Input?) throws -> Value
  ) throws -> Value {
    let input = try readInput(Input.self)
    return try transforming { try transformer(input) }
  }
}
