import StreamMap

extension ColumnMapping {
  /// Creates the columns of the records that a schema describes.
  ///
  ///     let columns = try ColumnMapping(schema)
  ///
  /// There is a column for each path that leads to values of one type, named as in a list of columns. If two paths have
  /// the same name, as `a.b` and `['a.b']`, the second has that of its text. Members of objects have their own columns. A
  /// list whose elements have one type is a `list`, also of lists, of objects (`struct`) and of dictionaries (`map`).
  /// Integers and other numbers together are `double`, and scalars of any other types together are `text`. Strings are
  /// `date`, `timestamp` or `datetime` if each of them was such a text, in the largest unit that keeps all digits.
  /// Everything else is `json`: scalars together with arrays or objects, numbers outside the range of their type, objects
  /// that were always empty, objects in lists with more than 1,000 names or after 30,000 members, and paths that were
  /// always null.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - mismatch: what becomes of values that do not fit their type.
  /// - Throws: `PathError` for a path that is too long, and for more than 65,536 columns and members.
  public init(_ schema: InferredSchema, mismatch: Column.Mismatch = .reject) throws(PathError) {
    var columns: [Column] = []
    schema.forEachColumn { name, path, type in
      columns.append(Column(name, path: path, type, mismatch: mismatch))
    }
    try self.init(columns)
  }

  /// Creates the columns of paths, given in an order in which each follows the path around it.
  package init(
    entries: [(path: RecordPath, values: SchemaValues)], mismatch: Column.Mismatch
  ) throws(PathError) {
    var nodes: [[RecordPath.Segment]: SchemaValues] = [:]
    var children: [[RecordPath.Segment]: [RecordPath.Segment]] = [:]
    for entry in entries {
      let segments = entry.path.segments
      nodes[segments] = entry.values
      if let last = segments.last { children[segments.dropLast(), default: []].append(last) }
    }
    let types = SchemaTypes { (segments: [RecordPath.Segment]) in
      nodes[segments]
    } children: { segments in
      children[segments, default: []].map { ($0, segments + [$0]) }
    }
    /// The paths whose members have their own columns.
    var opened: Set<[RecordPath.Segment]> = []
    var columns: [Column] = []
    var names = ColumnNames()
    for entry in entries {
      let segments = entry.path.segments
      let parent = Array(segments.dropLast())
      guard segments.isEmpty || nodes[parent] == nil || opened.contains(parent) else { continue }
      if entry.values.isOpened(hasMembers: segments.isEmpty || children[segments] != nil) {
        opened.insert(segments)
      } else {
        columns.append(
          Column(names.next(for: entry.path), path: entry.path, types.type(of: segments), mismatch: mismatch))
      }
    }
    try self.init(columns)
  }
}

extension ColumnMapping {
  /// The columns as ``init(_:mismatch:)`` parses them.
  package var list: String {
    zip(columns, paths).map { column, path in
      Self.listItem(column.name, path, column.type, column.presence)
    }.joined(separator: ",")
  }

  /// A column as ``init(_:mismatch:)`` parses it.
  package static func listItem(
    _ name: String, _ paths: [RecordPath], _ type: ColumnType, _ presence: Column.Presence = .optional
  ) -> String {
    let isDefault = name.utf8.elementsEqual(paths.columnName.utf8)
    return (isDefault ? "" : ListItem.quoted(name) + "=") + "\(paths.text):\(type)"
      + (presence == .required ? "!" : "")
  }
}

/// The names of a schema's columns. It holds hashes, because the names of deep paths are long.
private struct ColumnNames {
  private var hashes: Set<Int> = []

  /// Returns the name of the path's column: its text if another column has its name.
  mutating func next(for path: RecordPath) -> String {
    let name = path.columnName
    return hashes.insert(Array(name.utf8).hashValue).inserted ? name : path.text
  }
}

extension InferredSchema {
  /// Calls a closure with the name, the path and the type of each column that a schema has, without holding all paths.
  package func forEachColumn(_ body: (String, RecordPath, ColumnType) -> Void) {
    let view = SchemaView(trie)
    var names = ColumnNames()
    let types = SchemaTypes { (number: Int) in
      let node = view.trie.nodes[number]
      return SchemaValues(
        Set(node.counts.byType.keys), isDictionary: node.isDictionary, isInRange: node.misfits == 0,
        times: node.times.type)
    } children: { number in
      view.children[number].filter { view.trie.nodes[$0].counts.all > 0 }.map { (view.segment(of: $0), $0) }
    }
    view.forEachNode { number, segments in
      if number > 0, view.trie.nodes[number].counts.all == 0 { return false }
      if types.isOpened(number, isRoot: number == 0) { return true }
      let path = RecordPath(writing: segments)
      body(names.next(for: path), path, types.type(of: number))
      return false
    }
  }
}

/// What a schema knows of the values of a path.
package struct SchemaValues: Sendable {
  /// The types, without null.
  let types: Set<SchemaEntry.ValueType>
  let isDictionary: Bool
  /// Whether all numbers are in the range of their type.
  let isInRange: Bool
  /// The type of the strings as dates or times.
  let times: ColumnType?

  package init(
    _ types: Set<SchemaEntry.ValueType>, isDictionary: Bool, isInRange: Bool, times: ColumnType?
  ) {
    self.types = types.subtracting([.null])
    self.isDictionary = isDictionary
    self.isInRange = isInRange
    self.times = times
  }

  /// The type of the values if they are scalars. Nil if they have none in common.
  fileprivate var scalar: ColumnType? {
    switch types {
    case [.boolean]: .bool
    case [.integer]: isInRange ? .int64 : nil
    case [.decimal], [.integer, .decimal]: isInRange ? .double : nil
    case [.string]: times ?? .string
    default: types.isEmpty || types.contains(.array) || types.contains(.object) ? nil : .text
    }
  }

  /// Whether the members of the values have their own columns.
  fileprivate func isOpened(hasMembers: Bool) -> Bool { types == [.object] && !isDictionary && hasMembers }
}

/// The types of the values in a schema.
private final class SchemaTypes<Node> {
  let values: (Node) -> SchemaValues?
  let children: (Node) -> [(step: RecordPath.Segment, node: Node)]
  /// The number of members and lists that nested types can still have. A mapping cannot have many more.
  private var room = 30_000

  /// The maximum number of a struct's members.
  private static var memberCount: Int { 1_000 }

  init(
    _ values: @escaping (Node) -> SchemaValues?,
    children: @escaping (Node) -> [(step: RecordPath.Segment, node: Node)]
  ) {
    (self.values, self.children) = (values, children)
  }

  /// Returns whether the members of a node have their own columns.
  func isOpened(_ node: Node, isRoot: Bool) -> Bool {
    values(node)?.isOpened(hasMembers: isRoot || !children(node).isEmpty) ?? false
  }

  /// Returns the type of a node's values.
  ///
  /// - Parameter depth: the number of types that it is in, with itself.
  func type(of node: Node, depth: Int = 1) -> ColumnType {
    guard let values = values(node) else { return .json }
    switch values.types {
    case [.array]: return child(of: node, .everyElement, depth).map(ColumnType.list) ?? .json
    case [.object] where values.isDictionary:
      return child(of: node, .everyMember, depth).map(ColumnType.map) ?? .json
    case [.object]: return structure(of: node, depth) ?? .json
    default: return values.scalar ?? .json
    }
  }

  /// Returns the type of elements or members. Returns nil if they have none in common.
  private func child(of node: Node, _ step: RecordPath.Segment, _ depth: Int) -> ColumnType? {
    guard depth < ColumnType.maximumDepth, depth == 1 || room > 0,
      let child = children(node).first(where: { $0.step == step })
    else { return nil }
    let type = type(of: child.node, depth: depth + 1)
    if depth > 1 || type.isNested { room -= 1 }
    return type == .json ? nil : type
  }

  /// Returns the type of objects.
  private func structure(of node: Node, _ depth: Int) -> ColumnType? {
    let children = children(node)
    guard depth < ColumnType.maximumDepth, !children.isEmpty, children.count <= min(room, Self.memberCount)
    else {
      return nil
    }
    room -= children.count
    let members = children.compactMap { step, child in
      if case .name(let name) = step {
        ColumnType.Member(name, type(of: child, depth: depth + 1))
      } else {
        nil
      }
    }
    return members.count == children.count ? .struct(members) : nil
  }
}
