import Foundation
import StreamMap
import Synchronization

/// Which members of an object go to which properties of a class: made once, of what the runtime knows of the class
/// and of its rules.
final class ModelPlan: Sendable {
  private struct Step: Sendable {
    /// Of the member.
    let name: String
    /// Of the property.
    let setter: PropertySetter
  }

  /// In an order in which of several for one property the last wins.
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
    // A superclass can have a private one of the same name; it is filled as well, but a rule means the subclass's.
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

  /// Sets the properties of a model of the class.
  @inline(__always)
  func fill<Object: SourceObject>(_ model: TinyMappingModel, from object: Object) throws {
    for step in steps {
      guard let value = object.value(step.name), !value.isNull else { continue }
      try value.set(by: step.setter, of: model)
    }
  }
}

extension StoredProperty {
  /// Whether it is a property that somebody wrote, and not what keeps the value of a lazy one or of a property wrapper.
  /// A wrapper is no type of which anything is known; one that decodes itself is as any other property.
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

  /// The plan of a model's class.
  static func of(_ model: TinyMappingModel) -> ModelPlan {
    let type = ObjectIdentifier(type(of: model))
    if let plan = plans.withLock({ $0[type] }) { return plan }
    // The rules are the model's own code, which may map something itself.
    let plan = ModelPlan(of: model)
    return plans.withLock { plans in
      if let other = plans[type] { return other }
      plans[type] = plan
      return plan
    }
  }
}
