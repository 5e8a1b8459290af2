/// A trie of all paths. The paths of a nested model begin at the node of its value.
///
/// `nodes[0]` is the record's own value. A field is a number in the compilation's list. Each node has all fields
/// whose path goes through it or ends there.
struct PathTrie {
  var nodes = [Node()]

  struct Node {
    /// The child of each name. The keys are bytes, because equal strings may have different bytes.
    var names: [[UInt8]: Int] = [:]
    var indexes: [Int: Int] = [:]
    /// The children for both an array's index and an object's name.
    var indexesOrNames: [Int: Int] = [:]
    var everyElement: Int?
    var everyMember: Int?
    /// The child of all members without a path.
    var otherMember: Int?
    /// Whether members without a path are errors.
    var isClosed = false
    /// What is stored of the node's own value.
    var takes: [Take] = []
    /// The fields whose path continues below this value. The value is not their model's own value.
    var intermediates: [Take] = []
    /// The fields whose path goes through here or ends here.
    var fields: [Int] = []
    /// The required fields whose path goes through here before its first wildcard.
    var required: [Int] = []
    /// The fields whose first wildcard is the step down from here.
    var arrayFields: [Int] = []
    var objectFields: [Int] = []
    /// The first field whose path needs an object here, and the first that needs an array, with their steps.
    var objectStep: Step?
    var arrayStep: Step?
  }

  /// The action for a value at a node.
  enum Action: UInt8 {
    /// Stores the value in the field.
    case value
    /// The value must be an array. Its elements follow as separate values.
    case array
    /// The value must be an object. Its members follow as separate values.
    case object
    /// The value is a nested model, with a separate scope.
    case scope
    /// The path continues in the value, which must be a container of the right kind.
    case intermediate
    /// The path continues in the value, an element of an array of optionals. Nil is appended for it.
    case reserve
    /// A value follows that is stored in place of the element's nil.
    case replace
  }

  /// The container that the values of a collection come from.
  enum Level {
    case array, object
  }

  struct Take {
    var field: Int
    var action: Action
    /// The number of the field's collections that contain the value.
    var level: Int
    /// For a member of an unknown name, the number of its object. Otherwise -1.
    var object = -1
    /// The kinds that a value can have in which the path continues.
    var kinds = ContainerKinds()
    /// Whether an element's nil has been appended, which a bad value removes.
    var isReserved = false
  }

  /// A step of a field's path.
  struct Step {
    var field: Int
    var segment: Int
  }

  /// Adds a field's path and returns the node of its values.
  ///
  /// - Parameters:
  ///   - start: the node of its model's value.
  ///   - levels: the field's collections, outermost first. A path without a wildcard leads to the first of them, and
  ///     its elements or members are stored. A path with a wildcard leads to the elements or members.
  ///   - keepsPlaces: whether an element in which the path has no value is nil. Otherwise it is skipped.
  ///   - action: the action for each value.
  mutating func insert(
    _ path: RecordPath, from start: Int, field: Int, levels: [Level], isRequired: Bool, keepsPlaces: Bool,
    action: Action
  ) -> Int {
    var at = start
    var isPastWildcard = false
    let last = keepsPlaces ? path.segments.lastIndex { $0 == .everyElement || $0 == .everyMember } : nil
    let continuation = last.map { $0 + 1 } ?? path.segments.count
    for (index, segment) in path.segments.enumerated() {
      if index == continuation {
        nodes[at].takes.append(
          Take(field: field, action: .reserve, level: 1, kinds: ContainerKinds([segment])))
      }
      nodes[at].fields.append(field)
      if index > 0 {
        nodes[at].intermediates.append(
          Take(
            field: field, action: .intermediate, level: isPastWildcard ? 1 : 0,
            kinds: ContainerKinds([segment]), isReserved: index > continuation))
      }
      if isRequired && !isPastWildcard { nodes[at].required.append(field) }
      if segment == .everyElement && !isPastWildcard { nodes[at].arrayFields.append(field) }
      if segment == .everyMember && !isPastWildcard { nodes[at].objectFields.append(field) }
      if segment == .everyElement || segment == .everyMember { isPastWildcard = true }
      at = child(of: at, segment, Step(field: field, segment: index))
    }
    nodes[at].fields.append(field)
    if continuation < path.segments.count {
      nodes[at].takes.append(Take(field: field, action: .replace, level: 1))
    }
    return insert(
      levels, from: isPastWildcard ? 1 : 0, at: at, field: field, segments: path.segments.count,
      action: action)
  }

  /// Adds the levels of a field's collections, and returns the node of the innermost values.
  ///
  /// - Parameter segments: the number of steps of the path to the collections.
  private mutating func insert(
    _ levels: [Level], from outermost: Int, at place: Int, field: Int, segments: Int,
    action: Action, object: Int = -1
  ) -> Int {
    var at = place
    for level in levels.indices.dropFirst(outermost) {
      let isKeyed = levels[level] == .object
      let isFirst = level == outermost
      nodes[at].takes.append(
        Take(
          field: field, action: isKeyed ? .object : .array, level: level, object: isFirst ? object : -1))
      let step = Step(field: field, segment: segments + level)
      at = child(of: at, isKeyed ? .everyMember : .everyElement, step)
      nodes[at].fields.append(field)
    }
    let isInnermost = levels.count > outermost
    nodes[at].takes.append(
      Take(field: field, action: action, level: levels.count, object: isInnermost ? -1 : object))
    return at
  }

  /// Adds a field that takes the members without a path.
  ///
  /// - Parameter objects: the names that lead to each of the objects.
  mutating func insertUnknown(
    from start: Int, field: Int, levels: [Level], objects: [[String]], action: Action
  ) {
    // The field is present, and empty, once the model's own object opens.
    nodes[start].objectFields.append(field)
    for (object, names) in objects.enumerated() {
      let at = nodes(along: names.map { .name($0) }, from: start).last ?? start
      nodes[at].fields.append(field)
      nodes[at].objectStep = nodes[at].objectStep ?? Step(field: field, segment: names.count)
      let other = nodes[at].otherMember ?? nodes.count
      if other == nodes.count { nodes.append(Node()) }
      nodes[at].otherMember = other
      nodes[other].fields.append(field)
      _ = insert(
        levels, from: 1, at: other, field: field, segments: names.count, action: action, object: object)
    }
  }

  /// Makes members without a path errors in the objects that paths go into.
  mutating func close(_ paths: [RecordPath], from start: Int) {
    let ends = Set(paths.map { nodes(along: $0.segments, from: start).last ?? start })
    if !ends.contains(start) { nodes[start].isClosed = true }
    for path in paths {
      let places = [start] + nodes(along: path.segments, from: start)
      for (place, segment) in zip(places, path.segments) where !ends.contains(place) {
        switch segment {
        case .name, .indexOrName: nodes[place].isClosed = true
        case .index, .everyElement, .everyMember: break
        }
      }
    }
  }

  /// Returns the nodes along a path.
  private func nodes(along segments: [RecordPath.Segment], from start: Int) -> [Int] {
    var places: [Int] = []
    for segment in segments {
      let node = nodes[places.last ?? start]
      let next =
        switch segment {
        case .name(let name): node.names[Array(name.utf8)]
        case .index(let index): node.indexes[index]
        case .indexOrName(let index): node.indexesOrNames[index]
        case .everyElement: node.everyElement
        case .everyMember: node.everyMember
        }
      guard let next else { break }
      places.append(next)
    }
    return places
  }

  private mutating func child(of parent: Int, _ segment: RecordPath.Segment, _ step: Step) -> Int {
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
  /// The mapped names of the members, and the mapped indexes of the elements.
  var wantedNames: Set<[UInt8]> { Set(names.keys).union(indexesOrNames.keys.map { Array(String($0).utf8) }) }
  var wantedIndexes: Set<Int> { Set(indexes.keys).union(indexesOrNames.keys) }

  /// Returns the nodes for the member of a name, or for the element at an index.
  func nodes(of name: [UInt8]) -> [Int] {
    // Most nodes have no such children.
    let both =
      indexesOrNames.isEmpty ? nil : indexesOrNames.first { Array(String($0.key).utf8) == name }?.value
    return [names[name], both].compactMap { $0 }
  }

  func nodes(of index: Int) -> [Int] { [indexes[index], indexesOrNames[index]].compactMap { $0 } }
}
