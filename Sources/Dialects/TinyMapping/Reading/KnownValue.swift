import FoundationValues
import StreamMap

/// A type with its own reading rule. Reading it needs no runtime conformance checks.
protocol KnownValue: SendableMetatype {
  static func makeReader(_ models: ModelMaker?) -> Any

  /// Returns the specialised setter for a property of the type, or nil if there is none.
  static func makeSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter?
}

extension KnownValue {
  static func makeSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter? { nil }
}

/// A type that is read from a single JSON value. Its property setters are specialised.
protocol _ScalarValue: KnownValue {
  /// A description of the accepted values, for errors.
  static var expected: String { get }

  init?(_ value: SourceValue)

  /// Returns the setter for a property that is an optional of the type.
  static func makeOptionalSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter?
}

struct ScalarRule<Value: _ScalarValue>: ReadingRule {
  @inline(__always)
  func read(_ value: SourceValue) throws -> Value {
    guard let result = Value(value) else { throw value.rejection(expected: Value.expected) }
    return result
  }
}

extension _ScalarValue {
  static func makeReader(_ models: ModelMaker?) -> Any {
    models.map { ValueReader(MisfitRule<Self>(models: $0)) } ?? ValueReader(ScalarRule<Self>())
  }

  static func makeSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter? {
    guard let cell = _PropertyCell<Self>(property) else { return nil }
    if let models { return PropertySetter(cell, MisfitRule(models: models)) }
    return PropertySetter(cell, ScalarRule())
  }

  static func makeOptionalSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter? {
    guard let cell = _PropertyCell<Self?>(property) else { return nil }
    if let models { return PropertySetter(cell, MisfitRule(models: models)) }
    return PropertySetter(cell, OptionalRule(wrapped: ScalarRule<Self>()))
  }
}

/// Rejects every value: the property's type cannot hold the models that a rule makes.
struct MisfitRule<Value>: ReadingRule {
  let models: ModelMaker

  func read(_ value: SourceValue) throws -> Value {
    throw value.rejection(
      "the rule makes \(models.type) of it, and the property is of the type \(Value.self)")
  }
}

/// Reads a type that is not a `KnownValue`.
struct OtherRule<Value>: ReadingRule {
  let models: ModelMaker?

  func read(_ value: SourceValue) throws -> Value {
    if let models {
      let found = try models.models(in: value)
      if let found = found as? Value { return found }
      return try MisfitRule(models: models).read(value)
    }
    if let type = Value.self as? any Decodable.Type {
      if let result = try value.decoded(as: type) as? Value { return result }
    } else if let result = value.any as? Value {
      return result
    }
    throw value.rejection(expected: "\(Value.self)")
  }
}
