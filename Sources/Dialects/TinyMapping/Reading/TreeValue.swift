import StreamMap

/// A value of a tree of dictionaries and arrays.
struct TreeValue {
  let value: Any
  /// What leads to it; nil for the outermost one.
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

  /// What leads to the values that are in this one.
  var way: TreeStep? { step.map { TreeStep($0, outer) } }

  var path: PathText { way?.path ?? PathText() }
}

/// An object of a tree, and what leads to it.
struct TreeObject: SourceObject {
  let members: [String: Any]
  let way: TreeStep?

  func value(_ name: String) -> TreeValue? {
    members[name].map { TreeValue($0, .name(name), way) }
  }

  func plan(of model: TinyMappingModel) -> ModelPlan { ModelPlan.of(model) }
}

/// A step on the way to a value, with those before it.
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
