/// All paths, merged where they share their first steps; those of a nested model
/// begin at the place of its value.
///
/// `nodes[0]` is the record's own value. Fields are numbers of the compilation's list. A
/// node knows every field whose path goes through it or ends there.
struct PathTrie {
  var nodes = [Node()]

  struct Node {
    /// By the names' bytes: two strings may be equal and have others.
    var names: [[UInt8]: Int] = [:]
    var indexes: [Int: Int] = [:]
    /// Both: indexes of an array, names of an object.
    var indexesOrNames: [Int: Int] = [:]
    var everyElement: Int?
    var everyMember: Int?
    /// What is stored of the value itself.
    var takes: [Take] = []
    /// The fields whose path goes through here or ends here.
    var fields: [Int] = []
    /// The required ones among those that end below, up to their first wildcard.
    var required: [Int] = []
    /// The fields whose first wildcard is the step down from here.
    var arrayFields: [Int] = []
    var objectFields: [Int] = []
    /// The first field that needs an object here, an array, and its step.
    var objectStep: Step?
    var arrayStep: Step?
  }

  struct Take {
    var field: Int
    var action: Instruction.Action
    /// How many collections of the field the value is in.
    var level: Int
  }

  /// Where in which field's path something is asked for.
  struct Step {
    var field: Int
    var segment: Int
  }

  /// Adds a field's path and returns the place of the values it leads to.
  ///
  /// - Parameters:
  ///   - start: the place of its model's value.
  ///   - levels: the field's collections, outermost first. Without a wildcard in the path,
  ///     the value there is the first of them, and its elements or members are what is
  ///     stored; a path with one leads to these.
  ///   - action: what is done with each value.
  mutating func insert(
    _ path: Path, from start: Int, field: Int, levels: [FieldLevel], isRequired: Bool,
    action: Instruction.Action
  ) -> Int {
    var at = start
    var isPastWildcard = false
    for (index, segment) in path.segments.enumerated() {
      nodes[at].fields.append(field)
      if isRequired && !isPastWildcard { nodes[at].required.append(field) }
      if segment == .everyElement && !isPastWildcard { nodes[at].arrayFields.append(field) }
      if segment == .everyMember && !isPastWildcard { nodes[at].objectFields.append(field) }
      if segment == .everyElement || segment == .everyMember { isPastWildcard = true }
      at = child(of: at, segment, Step(field: field, segment: index))
    }
    nodes[at].fields.append(field)
    for level in levels.indices.dropFirst(isPastWildcard ? 1 : 0) {
      let isKeyed = levels[level].isKeyed
      nodes[at].takes.append(Take(field: field, action: isKeyed ? .object : .array, level: level))
      let step = Step(field: field, segment: path.segments.count + level)
      at = child(of: at, isKeyed ? .everyMember : .everyElement, step)
      nodes[at].fields.append(field)
    }
    nodes[at].takes.append(Take(field: field, action: action, level: levels.count))
    return at
  }

  private mutating func child(of parent: Int, _ segment: Path.Segment, _ step: Step) -> Int {
    let fresh = nodes.count
    var child = fresh
    switch segment {
    case .name(let name):
      child = nodes[parent].names[Array(name.utf8)] ?? fresh
      nodes[parent].names[Array(name.utf8)] = child
      nodes[parent].objectStep = nodes[parent].objectStep ?? step
    case .everyMember:
      child = nodes[parent].everyMember ?? fresh
      nodes[parent].everyMember = child
      nodes[parent].objectStep = nodes[parent].objectStep ?? step
    case .index(let index):
      child = nodes[parent].indexes[index] ?? fresh
      nodes[parent].indexes[index] = child
      nodes[parent].arrayStep = nodes[parent].arrayStep ?? step
    case .indexOrName(let index):
      child = nodes[parent].indexesOrNames[index] ?? fresh
      nodes[parent].indexesOrNames[index] = child
    case .everyElement:
      child = nodes[parent].everyElement ?? fresh
      nodes[parent].everyElement = child
      nodes[parent].arrayStep = nodes[parent].arrayStep ?? step
    }
    if child == fresh { nodes.append(Node()) }
    return child
  }
}

extension PathTrie.Node {
  /// The names of the members that are wanted, and the indexes of the elements.
  var wantedNames: Set<[UInt8]> { Set(names.keys).union(indexesOrNames.keys.map { Array(String($0).utf8) }) }
  var wantedIndexes: Set<Int> { Set(indexes.keys).union(indexesOrNames.keys) }

  /// Where the member of a name, the element at an index leads to.
  func places(of name: [UInt8]) -> [Int] {
    // Most have none of these.
    let both =
      indexesOrNames.isEmpty ? nil : indexesOrNames.first { Array(String($0.key).utf8) == name }?.value
    return [names[name], both].compactMap { $0 }
  }

  func places(of index: Int) -> [Int] { [indexes[index], indexesOrNames[index]].compactMap { $0 } }
}
