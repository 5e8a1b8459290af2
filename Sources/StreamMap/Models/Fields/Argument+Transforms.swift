extension Argument {
  /// A value that a transform makes.
  public init<Source: _TransformSource>(
    _ path: some _FieldPath, using transform: Transform<Source, Value>, _ policies: FieldPolicy...
  ) {
    self.init(path, policies, _FieldStorage(transform), blank: { nil })
  }

  /// An optional or a collection of such values.
  @_disfavoredOverload
  public init<Source: _TransformSource>(
    _ path: some _FieldPath, using transform: Transform<Source, Value._Item>, _ policies: FieldPolicy...
  ) where Value: _FieldWrapper {
    self.init(
      path, policies, _FieldStorage(transform).wrapped(in: Value.self), blank: { Value._blank })
  }
}
