/// What a list of paths is compiled to, as a tree: a level for each object or array that is gone into.
package struct PathOutline: Sendable {
  /// How the value is reached from the one around it: `$`, a name as a path has it, `[0]`, `[*]`, `*`.
  package let step: String

  /// The numbers of the fields that take the value.
  package var fields: [Int] = []

  /// What the value must be for anything in it to be looked at.
  package var container: Container?

  /// Once so many of its members or elements have come that are wanted, the rest is passed over; nil if
  /// every one has to be looked at.
  package var wanted: Int?

  /// What is wanted of its members or elements.
  package var children: [PathOutline] = []

  /// The first field that takes the value, or a value within it.
  private let firstField: Int

  package enum Container: String, Sendable {
    case object, array
    /// Paths that mean an index or a name go into either.
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
    let fields = instructions.map { Int($0.field) }
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
      // Where a number is an index or a name, it stands among the names.
      guard container != .either else { break }
      children.append(PathOutline(draft, target: index.target, step: "[\(index.index)]"))
    }
    // Names are found in any order; here they stand in that of the fields.
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
  /// What its paths are compiled to.
  ///
  /// - Complexity: that of compiling them, and O(n) in what they come to.
  package var outline: PathOutline {
    get throws(PathError) { PathOutline(try ProgramDraft(description)) }
  }
}
