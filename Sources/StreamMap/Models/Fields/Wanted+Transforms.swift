extension Wanted {
  /// A value that a transform makes.
  public init<Source: TransformSource>(
    _ path: some FieldPath, using transform: Transform<Source, Value>, _ policies: FieldPolicy...
  ) {
    self.init(path, policies, FieldStorage(transform), blank: { nil })
  }

  /// An optional or a collection of such values.
  @_disfavoredOverload
  public init<Source: TransformSource>(
    _ path: some FieldPath, using transform: Transform<Source, Value._Item>, _ policies: FieldPolicy...
  ) where Value: _FieldWrapper {
    self.init(
      path, policies, FieldStorage(transform).wrapped(in: Value.self), blank: { Value._blank })
  }
}
