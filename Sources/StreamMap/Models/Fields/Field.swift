/// One wanted value: where it stands in the JSON, and where it goes in the model.
///
///     Field(\.id, "id", .required)
///     Field(\.tags, "entities.hashtags[*].text")
///     Field("id") { $0.id = $1 }
///     Field(\.points, "points", mapping: point)
///
/// A stored property of a struct, or of a class, is written in place, at its byte
/// offset. Any other property (computed, observed, reached through a reference)
/// and a setter closure are written once at the end of the record.
public struct Field<Root>: Sendable {
  let description: FieldDescription

  init(description: FieldDescription) {
    self.description = description
  }

  /// A property, by its key path.
  ///
  /// - Parameters:
  ///   - keyPath: where the value goes.
  ///   - path: where the value stands, or several places of which the first counts; see ``RecordPath`` and
  ///     ``_FieldPath``. A path with a wildcard needs an array.
  ///   - value: stands for an absent value in the place of the template's, and for `null` or one of another
  ///     type where a policy says ``FieldPolicy/Null/keep``; made anew for each instance. Nil is none; a nil that
  ///     is meant is `.some(nil)`.
  ///   - policies: what differs from the defaults of ``FieldPolicy``.
  public init<Value: FieldValue>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    self.init(keyPath, path, policies, Value._storage, blank: { Value._blank }, default: value)
  }

  /// A value that a closure stores, called once a record in which the value stands.
  ///
  /// What the closure wrote cannot be read back, so a record that follows one in which
  /// it was called gets a new instance from the template.
  public init<Value: FieldValue>(
    _ path: some _FieldPath, default value: @autoclosure @escaping @Sendable () -> Value? = nil,
    _ policies: FieldPolicy..., set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, Value._storage, blank: { Value._blank }, default: value, get: nil, set: set)
  }

  /// A value that one closure stores and another reads back, to be written.
  public init<Value: FieldValue>(
    _ path: some _FieldPath, default value: @autoclosure @escaping @Sendable () -> Value? = nil,
    _ policies: FieldPolicy..., get: @escaping @Sendable (Root) -> Value,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, Value._storage, blank: { Value._blank }, default: value, get: get, set: set)
  }
}
