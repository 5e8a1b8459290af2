/// A JSON value: either in the text of a record (`TapeValue`) or in a tree of dictionaries and arrays (`TreeValue`).
/// Both give the same results.
protocol SourceValue {
  associatedtype Object: SourceObject where Object.Value == Self

  var isNull: Bool { get }

  /// The boolean. The numbers 1 and 0 count as booleans, as with `NSNumber`.
  var asBool: Bool? { get }

  var asString: String? { get }

  /// Returns the integer that a number equals exactly, if it fits. `true` and `false` are 1 and 0.
  func asInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer?

  /// The number, rounded once. `true` and `false` are 1 and 0.
  var asDouble: Double? { get }

  /// The number as a `Float`, rounded once.
  var asFloat: Float? { get }

  /// The value as `JSONSerialization` returns it, or the value in the tree.
  var any: Any { get }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value

  /// Passes this object to `body`. Returns nil if the value is not an object.
  func withMembers<Result>(
    of type: TinyMappingModel.Type, _ body: (Object) throws -> Result
  ) rethrows -> Result?

  /// Calls `body` with each element of this array. Returns false if the value is not an array.
  func forEachElement(_ body: (Self) throws -> Void) rethrows -> Bool

  /// Calls `body` with each member of this object. Only the last of several members with the same name counts. Returns
  /// false if the value is not an object.
  func forEachMember(_ body: (String, Self) throws -> Void) rethrows -> Bool

  // These requirements are specialised for each source, so that generic callers can use the specialised code.

  func read<Value>(by reader: ValueReader<Value>) throws -> Value

  func model(by maker: ModelMaker) throws -> TinyMappingModel

  func set(by setter: PropertySetter, of model: TinyMappingModel) throws

  /// Returns the error for a value that is not the expected one.
  func refusal(expected: String) -> any Error

  /// Returns the error for a value that is rejected for another reason.
  func refusal(_ reason: String) -> any Error
}

/// An object whose members are looked up by name.
protocol SourceObject {
  associatedtype Value: SourceValue

  func value(_ name: String) -> Value?

  /// Returns the plan for the class of a model. It may be cached with the object's location.
  func plan(of model: TinyMappingModel) -> ModelPlan
}
