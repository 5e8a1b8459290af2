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
  func read<Source: SourceValue>(_ value: Source) throws -> Wrapped.Value? {
    value.isNull ? nil : try wrapped.read(value)
  }
}

extension Array: KnownValue {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(ArrayRule<Element>(element: ValueReader(models)))
  }
}

struct ArrayRule<Element>: ReadingRule {
  let element: ValueReader<Element>

  func read<Source: SourceValue>(_ value: Source) throws -> [Element] {
    var elements: [Element] = []
    let isArray = try value.forEachElement { elements.append(try element.read($0)) }
    guard isArray else { throw value.refusal(expected: "an array") }
    return elements
  }
}

extension Dictionary: KnownValue where Key == String {
  static func makeReader(_ models: ModelMaker?) -> Any {
    ValueReader(DictionaryRule<Value>(member: ValueReader(models)))
  }
}

struct DictionaryRule<Member>: ReadingRule {
  let member: ValueReader<Member>

  func read<Source: SourceValue>(_ value: Source) throws -> [String: Member] {
    var members: [String: Member] = [:]
    let isObject = try value.forEachMember { members[$0] = try member.read($1) }
    guard isObject else { throw value.refusal(expected: "an object") }
    return members
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

  func read<Source: SourceValue>(_ value: Source) throws -> Model {
    let model = try value.model(by: models)
    if let model = model as? Model { return model }
    return try MisfitRule(models: models).read(value)
  }
}

/// Reads an array of models, which may contain nested arrays of models.
struct NestedArrayRule: ReadingRule {
  let models: ModelMaker

  func read<Source: SourceValue>(_ value: Source) throws -> [Any] {
    guard let elements = try models.array(of: value) else { throw value.refusal(expected: "an array") }
    return elements
  }
}
