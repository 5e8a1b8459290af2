/// The compiled paths as a tree. Each object or array that is entered has one node.
package struct PathOutline: Sendable {
  /// The step from the enclosing value to this one: `$`, a name as written in a path, `[0]`, `[*]` or `*`.
  package let step: String

  /// The indexes of the fields that take the value.
  package var fields: [Int] = []

  /// The kind that the value must have for its contents to be read.
  package var container: Container?

  /// The number of wanted members or elements after which the rest of the container is skipped. Nil if each of them
  /// must be examined.
  package var wanted: Int?

  /// The outlines of the wanted members or elements.
  package var children: [PathOutline] = []

  /// The first field that takes this value or a value in it.
  private let firstField: Int

  package enum Container: String, Sendable {
    case object, array
    /// Either kind. A path step that means an index or a name can enter both.
    case either = "object or array"
  }
}

extension PathOutline {
  init(_ draft: ProgramDraft) {
    self.init(draft, target: 1, step: "$")
  }

  private init(_ draft: ProgramDraft, target number: Int32, step: String) {
    let target = draft.targets[Int(number)]
    let instructions = draft.instructions[Int(target.instructionBase)...].prefix(Int(target.instructionCount))
    let fields = instructions.filter(\.takesValue).map { Int($0.field) }
    guard target.node >= 0 else {
      self.init(step: step, fields: fields, firstField: fields.min() ?? .max)
      return
    }
    let node = draft.paths.nodes[Int(target.node)]
    let container: Container = node.kinds.object ? (node.kinds.array ? .either : .object) : .array
    let wanted = node.kinds.object ? node.wantedMembers : node.wantedElements
    var children: [PathOutline] = []
    for edge in draft.paths.edges[Int(node.edgeBase)...].prefix(Int(node.edgeCount)) {
      let bytes = draft.paths.names[Int(edge.nameBase)...].prefix(Int(edge.nameCount))
      var name = PathText()
      name.append(name: String(decoding: bytes, as: UTF8.self))
      children.append(PathOutline(draft, target: edge.target, step: name.description))
    }
    for index in draft.paths.indexes[Int(node.indexBase)...].prefix(while: {
      $0.index != PathTables.IndexEdge.end.index
    }) {
      // A number that means an index or a name is already among the names.
      guard container != .either else { break }
      children.append(PathOutline(draft, target: index.target, step: "[\(index.index)]"))
    }
    // The compiled names are in no useful order. Sort them by field.
    children.sort { ($0.firstField, $0.step) < ($1.firstField, $1.step) }
    if node.everyMember > 0 { children.append(PathOutline(draft, target: node.everyMember, step: "*")) }
    if node.everyElement > 0 { children.append(PathOutline(draft, target: node.everyElement, step: "[*]")) }
    self.init(
      step: step, fields: fields, container: container,
      wanted: wanted == .max || container == .either ? nil : Int(wanted), children: children,
      firstField: children.map(\.firstField).reduce(fields.min() ?? .max, min))
  }
}

extension Mapping {
  /// The outline of the compiled paths.
  ///
  /// - Complexity: that of compiling the paths, plus O(n) in the size of the result.
  package var outline: PathOutline {
    get throws(PathError) { PathOutline(try ProgramDraft(declaration)) }
  }
}
