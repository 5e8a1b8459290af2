@testable import StreamMap

extension Field {
  /// A field with a list of policies, for tests over many of them.
  init<Value: FieldValue & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    all policies: [FieldPolicy]
  ) {
    self.init(keyPath, path, policies, Value._storage, blank: { Value._blank })
  }
}

/// A value of any type.
struct Box<Value: Sendable>: Sendable {
  var value: Value
}

extension Box: Equatable where Value: Equatable {}

/// A mapping of `{"v": …}` to a box with a template's value.
func boxed<Value: FieldValue & Sendable>(
  _ template: Value, at path: String = "v", _ policies: FieldPolicy...
) throws -> Mapping<Box<Value>> {
  try Mapping(Box(value: template)) { Field(\.value, path, all: policies) }
}

/// The value of a record `{"v": …}`.
func value<Value: FieldValue & Sendable>(
  of json: String, into template: Value, _ policies: FieldPolicy...
) throws -> Value {
  try Mapping(Box(value: template)) { Field(\.value, "v", all: policies) }.decode(#"{"v":\#(json)}"#).value
}
