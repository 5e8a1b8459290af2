extension Map {
  /// The value of a name or path, or another one if `value(_:nested:delimiter:)` would throw.
  public func value<Value: MappableValue>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// The same, of a type that is not mapped by rules of its own.
  public func value<Value>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// The same, of a raw value.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value where Value.RawValue: MappableValue {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// The same, of one that may be nil.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value?
  ) throws -> Value? where Value.RawValue: MappableValue {
    let value: Value? = try? value(key, nested: nested, delimiter: delimiter)
    return value ?? `default`
  }

  /// The same, of an array of raw values.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [Value]
  ) throws -> [Value] where Value.RawValue: MappableValue {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// The same, of a dictionary of raw values.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [String: Value]
  ) throws -> [String: Value] where Value.RawValue: MappableValue {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// The same, of a transform.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Transform.Object,
    using transform: Transform
  ) throws -> Transform.Object {
    (try? value(key, nested: nested, delimiter: delimiter, using: transform)) ?? `default`
  }
}
