extension Field {
  /// A nested model, by its mapping.
  @inlinable
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, Child> & Sendable, _ path: String, mapping: Mapping<Child>,
    _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, FieldStorage(model: CustomType(model: Child.self)), blank: { nil },
      nested: mapping.description)
  }

  /// An optional nested model.
  @inlinable
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, Child?> & Sendable, _ path: String, mapping: Mapping<Child>,
    _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, FieldStorage(model: CustomType(model: Child.self)).optional,
      blank: { .some(nil) }, nested: mapping.description)
  }

  /// An array of nested models.
  @inlinable
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, [Child]> & Sendable, _ path: String, mapping: Mapping<Child>,
    _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, FieldStorage(model: CustomType(model: Child.self)).array, blank: { [] },
      nested: mapping.description)
  }

  /// An optional array of nested models.
  @inlinable
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, [Child]?> & Sendable, _ path: String, mapping: Mapping<Child>,
    _ policies: FieldPolicy...
  ) {
    self.init(
      keyPath, path, policies, FieldStorage(model: CustomType(model: Child.self)).array.optional,
      blank: { .some(nil) }, nested: mapping.description)
  }
}

extension FieldStorage {
  @usableFromInline
  init(model: CustomType) {
    self.init(.custom, .plain, custom: model)
  }

  /// The storage of a type by its raw value.
  init<Value: RawRepresentable & Sendable>(rawType: Value.Type) where Value.RawValue: ScalarValue {
    self.init(reading: Value.self, "a raw value of \(Value.self)") { literal throws(_LiteralFailure) in
      guard let value = Value(rawValue: try Value.RawValue._read(literal)) else { throw .unknownRawValue }
      return value
    }
  }

  /// The storage of a scalar that the machine does not know itself.
  init<Value: ScalarValue>(scalar: Value.Type) {
    self.init(reading: Value.self, Value._expectation, Value._read)
  }

  /// The storage of a type whose values a closure makes of literals.
  init<Value>(
    reading: Value.Type, _ expectation: String,
    _ read: @escaping @Sendable (_Literal) throws(_LiteralFailure) -> Value
  ) {
    // SAFETY: the address is that of a field of `Value` in the shape that comes with it.
    let custom = unsafe CustomType(
      read: { literal, rules, shape, address in
        do throws(_LiteralFailure) {
          unsafe Shaped<Value>.put(try read(_Literal(literal: literal, rules: rules)), shape, at: address)
          return nil
        } catch {
          return error.kind
        }
      },
      commit: { _, _, _ in },
      operations: ShapeOperations(Value.self),
      expectation: expectation)
    self.init(.custom, .plain, custom: custom)
  }
}

extension CustomType {
  /// A nested model: an instance of its own, committed when its value ends.
  @inlinable
  init<Child>(model: Child.Type) {
    // SAFETY: the first address is that of a field of `Child` in the shape that comes with
    // it, the second that of an instance of the nested mapping, a `Child`.
    unsafe self.init(
      read: { _, _, _, _ in .typeMismatch },
      commit: { address, child, shape in
        unsafe Shaped<Child>.put(child.assumingMemoryBound(to: Child.self).pointee, shape, at: address)
      },
      operations: ShapeOperations(Child.self),
      expectation: "a value for \(Child.self)")
  }
}
