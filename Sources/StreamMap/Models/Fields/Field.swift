/// A wanted value: its path in the JSON and its place in the model.
///
///     Field(\.id, "id", .required)
///     Field(\.tags, "entities.hashtags[*].text")
///     Field("id") { $0.id = $1 }
///     Field(\.points, "points", mapping: point)
///
/// A stored property of a struct or of a class is written in place, at its byte offset. Any other property (computed,
/// observed, or reached through a reference) is written once at the end of the record. A setter closure is called then
/// too.
public struct Field<Root>: Sendable {
  let description: FieldDescription

  init(description: FieldDescription) {
    self.description = description
  }

  /// Creates a field of a property.
  ///
  /// - Parameters:
  ///   - keyPath: the property that the value is stored to.
  ///   - path: the path of the value, or several paths of which the first that is present counts. See ``RecordPath``.
  ///     A path with a wildcard needs an array.
  ///   - value: the default value. It replaces the template's value for an absent value, and also for `null` or a
  ///     mismatched value where a policy says ``FieldPolicy/Fallback/keep``. It is evaluated for each instance. Nil
  ///     means no default value; a default value of nil is `.some(nil)`.
  ///   - policies: the policies that differ from the defaults of ``FieldPolicy``.
  @inlinable
  public init<Value: FieldValue>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...
  ) {
    self.init(keyPath, path, policies, Value._storage, blank: { Value._blank }, default: value)
  }

  /// Creates a field whose value is stored by a closure.
  ///
  /// Without `get`, the closure is called once for each record that has the value. What it changed cannot be reset. So
  /// after such a record, the next one gets a new instance from the template. With `get`, the closure is also called to
  /// reset the value, to undo an update, and for each partial model. A field without `get` is never written.
  @inlinable
  public init<Value: FieldValue>(
    _ path: some _FieldPath, default value: @autoclosure @escaping @Sendable () -> Value? = nil,
    _ policies: FieldPolicy..., get: (@Sendable (Root) -> Value)? = nil,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(path, policies, Value._storage, blank: { Value._blank }, default: value, get: get, set: set)
  }
}
