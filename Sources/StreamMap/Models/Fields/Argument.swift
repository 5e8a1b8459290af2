/// One value that a model is made of by a closure: where it stands in the JSON, and what it is.
///
///     Argument<Int>("id")
///     Argument<String?>("user.name")
///     Argument("retries").or(3)
///     Argument<[Point]>("points", mapping: point)
///     Argument<Date>("created_at", using: .iso8601)
///
/// What is absent is nil for an optional, and an empty collection; anything else is required, unless
/// it has a value to be used instead (``or(_:)``).
public struct Argument<Value>: Sendable {
  let paths: _FieldPaths
  let policies: [FieldPolicy]
  let storage: _FieldStorage
  let nested: MappingDescription?
  /// What its cell holds before anything is stored; nil if it holds an optional.
  let blank: @Sendable () -> Value?
  var takesUnknown = false
  /// What stands for an absent value.
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

  /// The same, with a value to be used where the JSON has none.
  public func or(_ value: @autoclosure @escaping @Sendable () -> Value) -> Argument<Value> {
    var wanted = self
    wanted.instead = { value() }
    return wanted
  }

  /// The field, which lies in a cell.
  var description: FieldDescription {
    var policies = FieldPolicies(policies)
    if instead() == nil { policies.isRequired = true }
    return FieldDescription(
      paths: paths, policies: policies, storage: storage, offset: { _ in nil },
      cell: FieldCell(taken: blank),
      nested: nested?.text == nil ? nested : nil, typeName: "\(Value.self)", takesUnknown: takesUnknown)
  }

  /// A value that was taken out of a cell, or what there is instead.
  ///
  /// - Parameter value: nil if there was none.
  func kept(_ value: Value?) throws -> Value {
    guard let value = value ?? instead() else { throw NothingKept(path: paths.text) }
    return value
  }
}

/// A value that is required was to be kept, and there is none.
private struct NothingKept: Error, CustomStringConvertible {
  let path: String
  var description: String { "nothing to keep for \(path)" }
}

extension Argument {
  /// A value of a type that a field can be.
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...) where Value: FieldValue {
    self.init(path, policies, Value._storage, blank: { Value._blank })
  }

  /// A value of a raw-representable type.
  @_disfavoredOverload
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...)
  where Value: RawRepresentable & Sendable, Value.RawValue: _ScalarValue {
    self.init(path, policies, _FieldStorage(rawType: Value.self), blank: { nil })
  }

  /// An optional or a collection of a raw-representable type.
  @_disfavoredOverload
  public init(_ path: some _FieldPath, _ policies: FieldPolicy...)
  where Value: _FieldWrapper, Value._Item: RawRepresentable & Sendable, Value._Item.RawValue: _ScalarValue {
    self.init(
      path, policies, _FieldStorage(rawType: Value._Item.self).wrapped(in: Value.self),
      blank: { Value._blank })
  }

  /// A nested model.
  public init(_ path: some _FieldPath, mapping: Mapping<Value>, _ policies: FieldPolicy...) {
    self.init(
      path, policies, _FieldStorage(mapping), blank: { nil },
      nested: mapping.description)
  }

  /// An optional or a collection of nested models.
  public init(_ path: some _FieldPath, mapping: Mapping<Value._Item>, _ policies: FieldPolicy...)
  where Value: _FieldWrapper {
    let storage = _FieldStorage(mapping)
    self.init(
      path, policies, storage.wrapped(in: Value.self), blank: { Value._blank }, nested: mapping.description)
  }

  /// The same, one in another.
  public init<Inner: _FieldWrapper>(
    _ path: some _FieldPath, mapping: Mapping<Inner._Item>, _ policies: FieldPolicy...
  ) where Value: _FieldWrapper, Value._Item == Inner {
    let storage = _FieldStorage(mapping)
    self.init(
      path, policies, storage.wrapped(in: Value.self, Inner.self), blank: { Value._blank },
      nested: mapping.description)
  }
}
