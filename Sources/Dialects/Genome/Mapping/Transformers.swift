/// A closure that transforms a JSON value for the reading operators: `map["key"].transformFromJson { … }`.
public final class FromJsonTransformer<Input: JsonConvertibleType, Value> {
  let map: Map
  let key: KeyType
  private let transformer: (Input?) throws -> Value
  private let takesNil: Bool

  /// Creates a transform of the map's last key. An absent or null value is an error.
  public convenience init(map: Map, transformer: @escaping (Input) throws -> Value) {
    self.init(map, takesNil: false) { [map] input in
      guard let input else { throw map.unexpectedNil(Input.self) }
      return try transformer(input)
    }
  }

  /// Creates a transform of the map's last key. The closure receives nil for an absent or null value.
  public convenience init(map: Map, transformer: @escaping (Input?) throws -> Value) {
    self.init(map, takesNil: true, transformer)
  }

  private init(_ map: Map, takesNil: Bool, _ transformer: @escaping (Input?) throws -> Value) {
    self.map = map
    self.takesNil = takesNil
    self.transformer = transformer
    key = map.lastKey
  }

  /// Adds the transform to JSON.
  public func transformToJson<Output: JsonConvertibleType>(
    _ transformer: @escaping (Value) throws -> Output?
  ) -> TwoWayTransformer<Input, Value, Output> {
    TwoWayTransformer(
      fromJsonTransformer: self, toJsonTransformer: ToJsonTransformer(map: map, transformer: transformer))
  }

  /// - Throws: ``TransformationError`` for nil, if the closure does not accept it. ``JsonConvertibleError`` for a value
  ///   of another type than the closure accepts. The error of the closure.
  func read() throws -> Value {
    map.lastKey = key
    let input = try map.readInput(Input.self)
    if input == nil, !takesNil { throw map.unexpectedNil(Input.self) }
    return try map.transforming { try transformer(input) }
  }
}

/// A closure that transforms a value for the writing operators: `map["key"].transformToJson { … }`.
public final class ToJsonTransformer<Value, Output: JsonConvertibleType> {
  let map: Map
  let key: KeyType
  private let transformer: (Value) throws -> Output?

  /// Creates a transform that writes at the map's last key. A nil result is not written.
  public init(map: Map, transformer: @escaping (Value) throws -> Output?) {
    self.map = map
    self.transformer = transformer
    key = map.lastKey
  }

  /// Adds the transform from JSON.
  public func transformFromJson<Input: JsonConvertibleType>(
    _ transformer: @escaping (Input) throws -> Value
  ) -> TwoWayTransformer<Input, Value, Output> {
    map.lastKey = key
    return TwoWayTransformer(
      fromJsonTransformer: map.transformFromJson(transformer), toJsonTransformer: self)
  }

  /// Adds the transform from JSON. The closure receives nil for an absent or null value.
  public func transformFromJson<Input: JsonConvertibleType>(
    _ transformer: @escaping (Input?) throws -> Value
  ) -> TwoWayTransformer<Input, Value, Output> {
    map.lastKey = key
    return TwoWayTransformer(
      fromJsonTransformer: map.transformFromJson(transformer), toJsonTransformer: self)
  }

  func write(_ value: Value) throws {
    let output = try transformer(value)
    map.lastKey = key
    try map.writeIfPresent(output)
  }
}

/// A transform in both directions: `map["key"].transformFromJson { … }.transformToJson { … }`.
public final class TwoWayTransformer<Input: JsonConvertibleType, Value, Output: JsonConvertibleType> {
  /// The transform from JSON.
  public let fromJsonTransformer: FromJsonTransformer<Input, Value>
  /// The transform to JSON.
  public let toJsonTransformer: ToJsonTransformer<Value, Output>

  /// Creates a transform in both directions.
  public init(
    fromJsonTransformer: FromJsonTransformer<Input, Value>,
    toJsonTransformer: ToJsonTransformer<Value, Output>
  ) {
    self.fromJsonTransformer = fromJsonTransformer
    self.toJsonTransformer = toJsonTransformer
  }
}

extension Map {
  /// Creates a transform of the last key's value. An absent or null value is an error.
  public func transformFromJson<Input: JsonConvertibleType, Value>(
    _ transformer: @escaping (Input) throws -> Value
  ) -> FromJsonTransformer<Input, Value> {
    FromJsonTransformer(map: self, transformer: transformer)
  }

  /// Creates a transform of the last key's value. The closure receives nil for an absent or null value.
  public func transformFromJson<Input: JsonConvertibleType, Value>(
    _ transformer: @escaping (Input?) throws -> Value
  ) -> FromJsonTransformer<Input, Value> {
    FromJsonTransformer(map: self, transformer: transformer)
  }

  /// Creates a transform of the property, written at the last key. A nil result is not written.
  public func transformToJson<Value, Output: JsonConvertibleType>(
    _ transformer: @escaping (Value) throws -> Output?
  ) -> ToJsonTransformer<Value, Output> {
    ToJsonTransformer(map: self, transformer: transformer)
  }
}
