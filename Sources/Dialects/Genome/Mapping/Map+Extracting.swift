extension Map {
  /// The value of a key: for constants.
  ///
  /// Arrays, sets, dictionaries with names as keys, and these in each other, are values, too; one value stands
  /// for an array of one.
  ///
  /// - Throws: ``SequenceError`` if it is absent or null; ``MappingError`` for a value of another type.
  @inline(__always)
  public func extract<Value: JsonConvertibleType>(_ key: KeyType) throws -> Value {
    lastKey = key
    return try read()
  }

  /// The value of a key; nil if it is absent or null.
  ///
  /// - Throws: ``MappingError`` for a value of another type.
  @inline(__always)
  public func extract<Value: JsonConvertibleType>(_ key: KeyType) throws -> Value? {
    lastKey = key
    return try readIfPresent()
  }

  /// What a closure makes of the value of a key.
  ///
  ///     type = try map.extract("type") { PetType(rawValue: $0) ?? .dog }
  ///
  /// - Throws: ``TransformationError`` if the value is absent or null; ``JsonConvertibleError`` for one of another
  ///   type than the closure takes; what the closure throws.
  public func extract<Input: JsonConvertibleType, Value>(
    _ key: KeyType, transformer: (Input) throws -> Value
  ) throws -> Value {
    try self[key].fromJson(transformer)
  }

  /// What a closure makes of the value of a key, or of nil if it is absent or null.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value of another type than the closure takes; what the closure
  ///   throws.
  public func extract<Input: JsonConvertibleType, Value>(
    _ key: KeyType, transformer: (Input?) throws -> Value
  ) throws -> Value {
    try self[key].fromJson(transformer)
  }

  /// What a closure makes of the value of the last key: for constants.
  ///
  /// - Throws: ``TransformationError`` if the value is absent or null; ``JsonConvertibleError`` for one of another
  ///   type than the closure takes; what the closure throws.
  public func fromJson<Input: JsonConvertibleType, Value>(
    _ transformer: (Input) throws -> Value
  ) throws -> Value {
    guard let input = try readInput(Input.self) else { throw unexpectedNil(Input.self) }
    return try transforming { try transformer(input) }
  }

  /// What a closure makes of the value of the last key, or of nil if it is absent or null: for constants.
  ///
  /// - Throws: ``JsonConvertibleError`` for a value of another type than the closure takes; what the closure
  ///   throws.
  public func fromJson<Input: JsonConvertibleType, Value>(
    _ transformer: (Input?) throws -> Value
  ) throws -> Value {
    let input = try readInput(Input.self)
    return try transforming { try transformer(input) }
  }
}
