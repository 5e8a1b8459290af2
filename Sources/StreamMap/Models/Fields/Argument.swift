/// A value that a closure needs to build a model: its path in the JSON and its type.
///
///     Argument<Int>("id")
///     Argument<String?>("user.name")
///     Argument("retries").or(3)
///     Argument<[Point]>("points", mapping: point)
///     Argument<Date>("created_at", using: .iso8601)
///
/// An absent value is nil for an optional, and an empty collection for a collection. Any other type is required,
/// unless it has a value to use instead (``or(_:)``).
public struct Argument<Value>: Sendable {
  let paths: _FieldPaths
  let policies: [FieldPolicy]
  let storage: _FieldStorage
  let nested: MappingDescription?
  /// The value of the cell before a value is stored. Nil if the cell holds an optional.
  let blank: @Sendable () -> Value?
  var takesUnknown = false
  /// The value used if the record has none.
  var instead: @Sendable () -> Value?

  init(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage,
    blank: @escaping @Sendable () -> Value?, nested: MappingDescription? = nil
  ) {
    paths = path._paths
    self.policies = policies
    self.storage = storage
    self.nested = nested
    self.blank = blank
    instead = blank
  }

  /// Returns this argument with a value to use where the JSON has none.
  public func or(_ value: @autoclosure @escaping @Sendable () -> Value) -> Argument<Value> {
    var wanted = self
    wanted.instead = { value() }
    return wanted
  }

  /// The field that stores the value in a cell.
  var description: FieldDescription {
    var policies = FieldPolicies(policies)
    if instead() == nil { policies.isRequired = true }
    return FieldDescription(
      paths: paths, policies: policies, storage: storage, offset: { _ in nil },
      cell: FieldCell(taken: blank),
      nested: nested?.text == nil ? nested : nil, typeName: "\(Value.self)", takesUnknown: takesUnknown)
  }

  /// Returns the value taken from a cell, or the value used instead of an absent one.
  ///
  /// - Parameter value: nil if nothing was stored.
  func kept(_ value: Value?) throws -> Value {
    guard let value = value ?? instead() else { throw NothingKept(path: paths.text) }
    return value
  }
}

/// The error for a required value that is to be kept but does not exist.
private struct NothingKept: Error, CustomStringConvertible {
  let path: String
  var description: String { "no value to keep for \(path)" }
}

extension Argument {
  /// Creates an argument of a type that a field can have.
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...) where Value: FieldValue {
    self.init(path, policies, Value._storage, blank: { Value._blank })
  }

  /// Creates an argument of a raw-representable type.
  @_disfavoredOverload
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...)
  where Value: RawRepresentable & Sendable, Value.RawValue: _ScalarValue {
    self.init(path, policies, _FieldStorage(rawType: Value.self), blank: { nil })
  }

  /// Creates an argument that is an optional or a collection of a raw-representable type.
  @_disfavoredOverload
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...)
  where Value: _FieldWrapper, Value._Item: RawRepresentable & Sendable, Value._Item.RawValue: _ScalarValue {
    self.init(
      path, policies, _FieldStorage(rawType: Value._Item.self).wrapped(in: Value.self),
      blank: { Value._blank })
  }

  /// Creates an argument that is a nested model.
  public init(_ path: some _FieldPath, mapping: Mapping<Value>, _ policies: FieldPolicy...) {
    self.init(
      path, policies, _FieldStorage(mapping), blank: { nil },
      nested: mapping.declaration)
  }

  /// Creates an argument that is an optional or a collection of nested models.
  public init(_ path: some _FieldPath, mapping: Mapping<Value._Item>, _ policies: FieldPolicy...)
  where Value: _FieldWrapper {
    let storage = _FieldStorage(mapping)
    self.init(
      path, policies, storage.wrapped(in: Value.self), blank: { Value._blank }, nested: mapping.declaration)
  }

  /// Creates an argument of nested models in two nested wrappers, such as `[[Point]]`.
  public init<Inner: _FieldWrapper>(
    _ path: some _FieldPath, mapping: Mapping<Inner._Item>, _ policies: FieldPolicy...
  ) where Value: _FieldWrapper, Value._Item == Inner {
    let storage = _FieldStorage(mapping)
    self.init(
      path, policies, storage.wrapped(in: Value.self, Inner.self), blank: { Value._blank },
      nested: mapping.declaration)
  }
}

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
