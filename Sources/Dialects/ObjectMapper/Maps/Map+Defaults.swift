extension Map {
  /// Returns the value of a name or path, or the default if `value(_:nested:delimiter:)` would throw.
  public func value<Value: MappableValue>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// Returns a value of a type without mapping rules, or the default.
  public func value<Value>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// Returns the enumeration case of a raw value, or the default.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value
  ) throws -> Value {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// Returns the enumeration case of a raw value, or the optional default.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Value?
  ) throws -> Value? {
    let value: Value? = try? value(key, nested: nested, delimiter: delimiter)
    return value ?? `default`
  }

  /// Returns the enumeration cases of an array of raw values, or the default.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [Value]
  ) throws -> [Value] {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// Returns the enumeration cases of a dictionary of raw values, or the default.
  public func value<Value: RawRepresentable>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: [String: Value]
  ) throws -> [String: Value] {
    (try? value(key, nested: nested, delimiter: delimiter)) ?? `default`
  }

  /// Returns the transformed value, or the default.
  public func value<Transform: TransformType>(
    _ key: String, nested: Bool? = nil, delimiter: String = ".", default: Transform.Object,
    using transform: Transform
  ) throws -> Transform.Object {
    (try? value(key, nested: nested, delimiter: delimiter, using: transform)) ?? `default`
  }
}
