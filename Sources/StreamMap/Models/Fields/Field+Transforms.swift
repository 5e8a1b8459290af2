extension Field {
  /// Creates a field whose values are made by a transform.
  @inlinable
  public init<Source: _TransformSource, Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    using transform: Transform<Source, Value>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    self.init(keyPath, path, policies, _FieldStorage(transform), blank: { nil }, default: value)
  }

  /// Creates a field that is an optional or a collection of transformed values.
  @inlinable
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

  /// Creates a field of transformed values in two nested wrappers, such as `[[Date]]`.
  @inlinable
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

  /// Creates a field of transformed values in three nested wrappers, such as `[[Date]]?`.
  @inlinable
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

  /// Creates a field whose value is made by a transform and stored by a closure.
  ///
  /// Without `get`, the closure is called once for each record that has the value, and the record after it gets a new
  /// instance. With `get`, the closure is also called to reset the value, to undo an update, and for each partial model.
  /// A field without `get` is never written.
  @inlinable
  public init<Source: _TransformSource, Value>(
    _ path: some _FieldPath, using transform: Transform<Source, Value>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    get: (@Sendable (Root) -> Value)? = nil, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, _FieldStorage(transform), blank: { nil }, default: value, get: get, set: set)
  }
}

extension _FieldStorage {
  /// Creates the storage of values that a transform makes.
  @inlinable
  init<Source: _TransformSource, Value>(_ transform: Transform<Source, Value>) {
    let (reading, decoding) = (transform.reading, transform.decoding)
    self.init(
      reading: Value.self, transform.expectation, takesAny: Source._takesAny, writing: ValueWriting(transform)
    ) { literal, rejection throws(_LiteralFailure) in
      do {
        let value =
          if let reading {
            try reading(literal)
          } else {
            try decoding(Source._read(literal), literal.callContext)
          }
        guard let value else { throw _LiteralFailure.invalidValue }
        return value
      } catch {
        throw _LiteralFailure(error, &rejection)
      }
    }
  }
}

extension ValueWriting {
  /// Creates the writer of values that a transform converts back.
  @usableFromInline
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
