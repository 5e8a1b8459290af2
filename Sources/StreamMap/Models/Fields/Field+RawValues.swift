extension Field {
  /// A property of a raw-representable type, by its key path; the raw value stands in
  /// the JSON.
  @_disfavoredOverload
  public init<Value: RawRepresentable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value.RawValue: _ScalarValue {
    self.init(keyPath, path, policies, _FieldStorage(rawType: Value.self), blank: { nil }, default: value)
  }

  /// An optional or a collection of a raw-representable type.
  @_disfavoredOverload
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item: RawRepresentable & Sendable, Value._Item.RawValue: _ScalarValue {
    let storage = _FieldStorage(rawType: Value._Item.self)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self), blank: { Value._blank }, default: value)
  }

  /// The same, one in another.
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

  /// The same, in a third.
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
  /// The storage of a type by its raw value.
  init<Value: RawRepresentable>(rawType: Value.Type) where Value.RawValue: _ScalarValue {
    self.init(raw: RawType<Value>())
  }

  /// The storage of a type by its raw value; nil if it has none that is a scalar.
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

/// How a type is read and written by its raw value: what closures can hold of a type of which nobody says that
/// its conformance may be used anywhere.
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
