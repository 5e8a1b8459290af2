import FoundationValues
import StreamMap

extension Optional: KnownValue {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(OptionalRule(wrapped: ValueReader<Wrapped>(models)))
  }

  static func makeSetter(_ property: StoredProperty, _ models: ModelMaker?) -> PropertySetter? {
    (Wrapped.self as? any _ScalarValue.Type)?.makeOptionalSetter(property, models)
  }
}

struct OptionalRule<Wrapped: ReadingRule>: ReadingRule {
  let wrapped: Wrapped

  @inline(__always)
  func read(_ value: SourceValue) throws -> Wrapped.Value? {
    value.isNil ? nil : try wrapped.read(value)
  }
}

extension Array: KnownValue {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(ArrayRule<Element>(element: ValueReader(models)))
  }
}

struct ArrayRule<Element>: ReadingRule {
  let element: ValueReader<Element>

  func read(_ value: SourceValue) throws -> [Element] {
    guard let elements = value.elements else { throw value.rejection(expected: "an array") }
    return try elements.enumerated().map { index, value in
      try below(PathKey(index: index)) { try element.read(value) }
    }
  }
}

extension Dictionary: KnownValue where Key == String {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(DictionaryRule<Value>(member: ValueReader(models)))
  }
}

struct DictionaryRule<Member>: ReadingRule {
  let member: ValueReader<Member>

  func read(_ value: SourceValue) throws -> [String: Member] {
    guard let members = value.members else { throw value.rejection(expected: "an object") }
    var values: [String: Member] = [:]
    for (name, value) in members {
      values[name] = try below(PathKey(stringValue: name)) { try member.read(value) }
    }
    return values
  }
}

extension TinyMappingModel: KnownValue {}

extension KnownValue where Self: TinyMappingModel {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(ModelRule<Self>(models: models ?? ModelMaker(Self.self)))
  }
}

extension ArrayRule where Element: TinyMappingModel {
  init(models: ModelMaker) { self.init(element: ValueReader(ModelRule<Element>(models: models))) }
}

struct ModelRule<Model: TinyMappingModel>: ReadingRule {
  let models: ModelMaker

  func read(_ value: SourceValue) throws -> Model {
    let model = try models.model(of: value)
    if let model = model as? Model { return model }
    return try MisfitRule(models: models).read(value)
  }
}

/// Reads an array of models, which may contain nested arrays of models.
struct NestedArrayRule: ReadingRule {
  let models: ModelMaker

  func read(_ value: SourceValue) throws -> [Any] {
    guard let elements = try models.array(of: value) else { throw value.rejection(expected: "an array") }
    return elements
  }
}
