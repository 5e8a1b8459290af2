import Foundation
import FoundationValues
import StreamMap
import Synchronization

/// The assignment of object members to the properties of a class. It is computed once, from the runtime metadata of the
/// class and its rules.
final class ModelPlan: Sendable {
  private struct Step: Sendable {
    let name: String
    let setter: PropertySetter
  }

  /// The steps in order of precedence: if several set the same property, the last one wins.
  private let steps: [Step]

  init(of model: TinyMappingModel, _ rules: TinyMappingRules = TinyMappingRules()) {
    let classes = model.keyToClassMappingRules().merging(rules.keyToClass) { $1 }
    let names = model.keyToPropertyNameReplacementRules().merging(rules.keyToPropertyName) { $1 }
    var steps: [Step] = []
    func add(_ name: String, _ property: StoredProperty) {
      let models = classes[name].map { ModelMaker($0) }
      if let setter = Self.setter(of: property, property.type, models) {
        steps.append(Step(name: name, setter: setter))
      }
    }
    // A superclass can have a private property of the same name. It is set as well, but a rule refers to the
    // subclass's.
    var properties: [String: StoredProperty] = [:]
    for property in StoredProperty.all(of: type(of: model)) where property.isWritable && property.isDeclared {
      if names[property.name] == nil { add(property.name, property) }
      properties[property.name] = property
    }
    for (name, propertyName) in names.sorted(by: { $0.key < $1.key }) {
      if let property = properties[propertyName] {
        add(name, property)
      } else {
        let reason = "the rule names \"\(propertyName)\", and \(type(of: model)) has no such variable"
        steps.append(Step(name: name, setter: PropertySetter(refusing: reason)))
      }
    }
    self.steps = steps
  }

  private static func setter<Value>(
    of property: StoredProperty, _ type: Value.Type, _ models: ModelMaker?
  ) -> PropertySetter? {
    PropertySetter(property, type, models)
  }

  @inline(__always)
  func fill(_ model: TinyMappingModel, from object: SourceObject) throws {
    for step in steps {
      guard let value = object.value(step.name) else { continue }
      try below(PathKey(stringValue: step.name)) { try step.setter.set(value, model) }
    }
  }
}

extension StoredProperty {
  /// Whether the source declares this property. The storage of a lazy property or of a property wrapper is not
  /// declared. A wrapper type is usually neither known nor decodable. A wrapper that is `Decodable` counts as a
  /// declared property.
  fileprivate var isDeclared: Bool {
    switch name.first {
    case "$": false
    case "_":
      type is any KnownValue.Type || type is any Decodable.Type || type is NSObject.Type || type == Any.self
    default: true
    }
  }
}

extension ModelPlan {
  private static let plans = Mutex<[ObjectIdentifier: ModelPlan]>([:])

  /// Returns the plan of a model's dynamic class.
  static func of(_ model: TinyMappingModel) -> ModelPlan {
    let type = ObjectIdentifier(type(of: model))
    if let plan = plans.withLock({ $0[type] }) { return plan }
    // Computed outside the lock: the rules are user code, which may map models itself.
    let plan = ModelPlan(of: model)
    return plans.withLock { plans in
      if let other = plans[type] { return other }
      plans[type] = plan
      return plan
    }
  }
}
