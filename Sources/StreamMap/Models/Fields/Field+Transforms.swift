extension Field {
  /// A property whose values a transform makes.
  public init<Source: _TransformSource, Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    using transform: Transform<Source, Value>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    self.init(keyPath, path, policies, _FieldStorage(transform), blank: { nil }, default: value)
  }

  /// An optional or a collection of such values.
  @_disfavoredOverload
  public init<Source: _TransformSource, Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    using transform: Transform<Source, Value._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(transform).wrapped(in: Value.self), blank: { Value._blank },
      default: value)
  }

  /// The same, one in another.
  @_disfavoredOverload
  public init<Source: _TransformSource, Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    using transform: Transform<Source, Inner._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item == Inner {
    self.init(
      keyPath, path, policies, _FieldStorage(transform).wrapped(in: Value.self, Inner.self),
      blank: { Value._blank }, default: value)
  }

  /// The same, in a third.
  @_disfavoredOverload
  public init<Source: _TransformSource, Value: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    using transform: Transform<Source, Inner._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item == Middle, Middle._Item == Inner {
    self.init(
      keyPath, path, policies, _FieldStorage(transform).wrapped(in: Value.self, Middle.self, Inner.self),
      blank: { Value._blank }, default: value)
  }

  /// A value that a transform makes and a closure stores, called once a record in which it stands.
  public init<Source: _TransformSource, Value>(
    _ path: some _FieldPath, using transform: Transform<Source, Value>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, _FieldStorage(transform), blank: { nil }, default: value, get: nil, set: set)
  }

  /// The same, with a closure that reads the value back, to be written.
  public init<Source: _TransformSource, Value>(
    _ path: some _FieldPath, using transform: Transform<Source, Value>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, _FieldStorage(transform), blank: { nil }, default: value, get: get, set: set)
  }
}

extension _FieldStorage {
  /// The storage of what a transform makes.
  init<Source: _TransformSource, Value>(_ transform: Transform<Source, Value>) {
    self.init(
      reading: Value.self, transform.expectation, takesAny: Source._takesAny, writing: ValueWriting(transform)
    ) { literal, refusal throws(_LiteralFailure) in
      do {
        let value =
          if let reading = transform.reading {
            try reading(literal)
          } else {
            try transform.decoding(Source._read(literal), literal.callContext)
          }
        guard let value else { throw _LiteralFailure.invalidValue }
        return value
      } catch let failure as _LiteralFailure {
        throw failure
      } catch {
        refusal = Refusal(error)
        throw error is WrongContext ? .wrongContext : .invalidValue
      }
    }
  }
}

extension ValueWriting {
  /// What a transform makes back.
  init<Source: _TransformSource, Value>(_ transform: Transform<Source, Value>) {
    self.init { (value: Value, _, json) in
      do {
        let callContext = json.callContext.map { CallContext.Reference($0) } ?? CallContext.Reference()
        guard let source = try transform.encoding(value, callContext) else { return false }
        source._write(to: &json)
        return true
      } catch {
        json.fail(error)
        return true
      }
    }
  }
}
