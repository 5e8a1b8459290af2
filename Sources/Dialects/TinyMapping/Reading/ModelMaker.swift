import FoundationValues
import StreamMap

/// Creates the models of one class from a record or from a tree.
struct ModelMaker: Sendable {
  let type: TinyMappingModel.Type
  /// The plan for the rules of one call, if any.
  private let plan: ModelPlan?

  init(_ type: TinyMappingModel.Type, _ rules: TinyMappingRules? = nil) {
    self.type = type
    plan = rules.map { ModelPlan(of: type.init(), $0) }
  }

  @inline(__always)
  func model(of value: SourceValue) throws -> TinyMappingModel {
    let made = try value.withMembers(of: type) { object in
      let model = type.init()
      try (plan ?? object.plan(of: model)).fill(model, from: object)
      return model
    }
    guard let made else { throw value.rejection(expected: "an object") }
    return made
  }

  /// Creates the model of an object, or the models of an array.
  func models(in value: SourceValue) throws -> Any {
    try array(of: value) ?? model(of: value)
  }

  /// Creates the models of an array and its nested arrays. Returns nil if the value is not an array.
  func array(of value: SourceValue) throws -> [Any]? {
    try value.elements?.enumerated().map { index, value in
      try below(PathKey(index: index)) { try models(in: value) }
    }
  }

  /// Sets the properties of a model. A first pass reads all values, so that an error leaves the model unchanged.
  func update(_ model: TinyMappingModel, from value: SourceValue) throws {
    _ = try self.model(of: value)
    _ = try value.withMembers(of: type) { object in
      try (plan ?? object.plan(of: model)).fill(model, from: object)
    }
  }
}
