// Fields that are not possible. If no other initialiser fits, the compiler chooses one of these. Its error is then at
// the field's line and says what to do. For a misspelt property, the error names it.

extension Field {
  /// A property that cannot be written: a constant, a computed one without a setter, or one whose setter is not
  /// visible.
  @available(
    *, unavailable,
    message: """
      the property cannot be written here; make it a 'var' whose setter is visible, store the value with \
      'Field(_:set:)', or pass it to the model's initialiser with 'Argument'
      """
  )
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any KeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    fatalError("unavailable")
  }

  /// A property whose type is no ``FieldValue``.
  @available(
    *, unavailable,
    message: """
      the property's type is no 'FieldValue'; pass its mapping with 'mapping:' if it is a model, or a transform with \
      'using:'
      """
  )
  @_disfavoredOverload
  public init<Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    fatalError("unavailable")
  }
}
