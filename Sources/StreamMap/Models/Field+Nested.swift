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
    // SAFETY: the address is that of a field of `Value` in the shape that comes with it.
    let custom = unsafe CustomType(
      read: { literal, rules, shape, address in
        do throws(_LiteralFailure) {
          let raw = try Value.RawValue._read(_Literal(literal: literal, rules: rules))
          guard let value = Value(rawValue: raw) else { return .unknownRawValue }
          unsafe Shaped<Value>.put(value, shape, at: address)
          return nil
        } catch {
          return error.kind
        }
      },
      commit: { _, _, _ in },
      operations: ShapeOperations(Value.self),
      expectation: "a raw value of \(Value.self)")
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
