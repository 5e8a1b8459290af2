import StreamMap

/// A value in a tree of dictionaries and arrays.
struct TreeValue {
  let value: Any
  /// The last step of the value's path, or nil for the root.
  private let step: TreeStep.Step?
  private let outer: TreeStep?

  init(_ value: Any) {
    self.value = value
    step = nil
    outer = nil
  }

  init(_ value: Any, _ step: TreeStep.Step, _ outer: TreeStep?) {
    self.value = value
    self.step = step
    self.outer = outer
  }

  /// The path to the values inside this one.
  var way: TreeStep? { step.map { TreeStep($0, outer) } }

  var path: PathText { way?.path ?? PathText() }
}

/// An object in a tree, with its path.
struct TreeObject: SourceObject {
  let members: [String: Any]
  let way: TreeStep?

  func value(_ name: String) -> TreeValue? {
    members[name].map { TreeValue($0, .name(name), way) }
  }

  func plan(of model: TinyMappingModel) -> ModelPlan { ModelPlan.of(model) }
}

/// A step of a value's path, linked to the steps before it.
final class TreeStep {
  enum Step {
    case name(String)
    case index(Int)
  }

  private let step: Step
  private let outer: TreeStep?

  init(_ step: Step, _ outer: TreeStep?) {
    self.step = step
    self.outer = outer
  }

  var path: PathText {
    var path = outer?.path ?? PathText()
    switch step {
    case .name(let name): path.append(name: name)
    case .index(let index): path.append(index: index)
    }
    return path
  }
}
