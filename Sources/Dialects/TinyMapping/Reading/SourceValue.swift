/// A JSON value, in the text of a record (`TapeValue`) or in a tree that somebody else made (`TreeValue`). Both answer
/// alike.
protocol SourceValue {
  associatedtype Object: SourceObject where Object.Value == Self

  var isNull: Bool { get }

  /// `true` and `false`, and the numbers 1 and 0, as with `NSNumber`.
  var asBool: Bool? { get }

  var asString: String? { get }

  /// The integer that a number stands for exactly, if it fits; 1 and 0 for `true` and `false`.
  func asInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer?

  /// A number, rounded once; 1 and 0 for `true` and `false`.
  var asDouble: Double? { get }

  /// The same, as a `Float`.
  var asFloat: Float? { get }

  /// What `JSONSerialization` makes of it, or what stands in the tree.
  var any: Any { get }

  /// Decodes a type that does so itself.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value

  /// Lends the object that this is; nil if it is none.
  func withMembers<Result>(
    of type: TinyMappingModel.Type, _ body: (Object) throws -> Result
  ) rethrows -> Result?

  /// Shows the elements of the array that this is; false if it is none.
  func forEachElement(_ body: (Self) throws -> Void) rethrows -> Bool

  /// Shows the members of the object that this is, of several of one name the last alone; false if it is none.
  func forEachMember(_ body: (String, Self) throws -> Void) rethrows -> Bool

  // What is compiled for values of this kind, where the caller is not.

  /// Reads it by a reader.
  func read<Value>(by reader: ValueReader<Value>) throws -> Value

  /// Makes the model of the object that this is.
  func model(by maker: ModelMaker) throws -> TinyMappingModel

  /// Sets a property to it by a setter.
  func set(by setter: PropertySetter, of model: TinyMappingModel) throws

  /// The error for a value that is not what is expected.
  func refusal(expected: String) -> any Error

  /// The error for a value that is no better than any other.
  func refusal(_ reason: String) -> any Error
}

/// An object, whose members are asked for by name.
protocol SourceObject {
  associatedtype Value: SourceValue

  func value(_ name: String) -> Value?

  /// What is known of the class of a model; it may be kept with the object's place.
  func plan(of model: TinyMappingModel) -> ModelPlan
}
