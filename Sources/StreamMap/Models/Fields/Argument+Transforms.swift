extension Argument {
  /// Creates an argument whose value is made by a transform.
  public init<Source: _TransformSource>(
    _ path: some _FieldPath, using transform: Transform<Source, Value>, _ policies: FieldPolicy...
  ) {
    self.init(path, policies, _FieldStorage(transform), blank: { nil })
  }

  /// Creates an argument that is an optional or a collection of transformed values.
  @_disfavoredOverload
  public init<Source: _TransformSource>(
    _ path: some _FieldPath, using transform: Transform<Source, Value._Item>, _ policies: FieldPolicy...
  ) where Value: _FieldWrapper {
    self.init(
      path, policies, _FieldStorage(transform).wrapped(in: Value.self), blank: { Value._blank })
  }
}
