extension Field {
  /// Creates a field of a raw-representable type. The JSON contains the raw value.
  @_disfavoredOverload
  public init<Value: RawRepresentable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value.RawValue: _ScalarValue {
    self.init(keyPath, path, policies, _FieldStorage(rawType: Value.self), blank: { nil }, default: value)
  }

  /// Creates a field that is an optional or a collection of a raw-representable type.
  @_disfavoredOverload
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item: RawRepresentable & Sendable, Value._Item.RawValue: _ScalarValue {
    let storage = _FieldStorage(rawType: Value._Item.self)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self), blank: { Value._blank }, default: value)
  }

  /// Creates a field of raw-representable values in two nested wrappers, such as `[[Color]]`.
  @_disfavoredOverload
  public init<Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item == Inner, Inner._Item: RawRepresentable & Sendable, Inner._Item.RawValue: _ScalarValue {
    let storage = _FieldStorage(rawType: Inner._Item.self)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self, Inner.self), blank: { Value._blank },
      default: value)
  }

  /// Creates a field of raw-representable values in three nested wrappers, such as `[[Color]]?`.
  @_disfavoredOverload
  public init<Value: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  )
  where
    Value._Item == Middle, Middle._Item == Inner, Inner._Item: RawRepresentable & Sendable,
    Inner._Item.RawValue: _ScalarValue
  {
    let storage = _FieldStorage(rawType: Inner._Item.self)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self, Middle.self, Inner.self),
      blank: { Value._blank }, default: value)
  }
}

extension _FieldStorage {
  /// Creates the storage of a type that is read by its raw value.
  init<Value: RawRepresentable>(rawType: Value.Type) where Value.RawValue: _ScalarValue {
    self.init(raw: RawType<Value>())
  }

  /// Creates the storage of a type that is read by its raw value, or returns nil if the type has no scalar raw value.
  init?(rawRepresentable type: Any.Type) {
    func storage<Value: RawRepresentable>(_: Value.Type) -> _FieldStorage? {
      (RawType<Value>() as? any RawReading<Value>).map { _FieldStorage(raw: $0) }
    }
    guard let type = type as? any RawRepresentable.Type, let storage = storage(type) else { return nil }
    self = storage
  }

  private init<Value>(raw: any RawReading<Value>) {
    self.init(
      reading: Value.self, "a raw value of \(Value.self)",
      writing: ValueWriting { (value: Value, _, json) in
        raw.write(value, to: &json)
        return true
      }
    ) { literal, _ throws(_LiteralFailure) in
      try raw.read(literal)
    }
  }
}

/// Reads and writes a type by its raw value. It hides the type's `RawRepresentable` conformance, which is not known to
/// be `SendableMetatype`, so that `@Sendable` closures can hold it.
private protocol RawReading<Value>: Sendable {
  associatedtype Value
  func read(_ literal: _Literal) throws(_LiteralFailure) -> Value
  func write(_ value: Value, to json: inout JSONWriter)
}

private struct RawType<Value: RawRepresentable>: Sendable {}

extension RawType: RawReading where Value.RawValue: _ScalarValue {
  func read(_ literal: _Literal) throws(_LiteralFailure) -> Value {
    guard let value = Value(rawValue: try Value.RawValue._read(literal)) else { throw .unknownRawValue }
    return value
  }

  func write(_ value: Value, to json: inout JSONWriter) {
    value.rawValue._write(to: &json)
  }
}
