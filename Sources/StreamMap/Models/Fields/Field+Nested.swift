extension Field {
  /// Creates a field that is a nested model.
  @inlinable
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, Child> & Sendable, _ path: some _FieldPath, mapping: Mapping<Child>,
    default value: @autoclosure @escaping @Sendable () -> Child? = nil, _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(mapping), blank: { nil }, default: value,
      nested: mapping.declaration)
  }

  /// Creates a field that is an optional or a collection of nested models.
  @inlinable
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    mapping: Mapping<Value._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    let storage = _FieldStorage(mapping)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self), blank: { Value._blank }, default: value,
      nested: mapping.declaration)
  }

  /// Creates a field of nested models in two nested wrappers, such as `[[Point]]`.
  @inlinable
  public init<Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    mapping: Mapping<Inner._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item == Inner {
    let storage = _FieldStorage(mapping)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self, Inner.self), blank: { Value._blank },
      default: value,
      nested: mapping.declaration)
  }

  /// Creates a field of nested models in three nested wrappers, such as `[[Point]]?`.
  @inlinable
  public init<Value: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    mapping: Mapping<Inner._Item>,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) where Value._Item == Middle, Middle._Item == Inner {
    let storage = _FieldStorage(mapping)
    self.init(
      keyPath, path, policies, storage.wrapped(in: Value.self, Middle.self, Inner.self),
      blank: { Value._blank }, default: value, nested: mapping.declaration)
  }
}

extension _FieldStorage {
  /// Creates the storage of a nested model.
  @inlinable
  init<Child>(_ mapping: Mapping<Child>) {
    self =
      mapping.textStorage
      ?? _FieldStorage(model: Child.self)
  }

  /// Creates the storage of a nested model that is not read from its text. The model has its own instance, which is
  /// stored into the field when its value ends.
  @inlinable
  init<Child>(model: Child.Type) {
    self.init(FieldWitness(model: Child.self))
  }
}

extension Mapping {
  /// The storage of a model that is read from its text. Nil for any other model.
  @usableFromInline var textStorage: _FieldStorage? { declaration.text?.storage }
}
