import StreamMap

extension ColumnMapping {
  /// Creates the columns of the records that a schema describes.
  ///
  ///     let columns = try ColumnMapping(schema)
  ///
  /// There is a column for each path that leads to values of one type, named as in a list of columns. If two paths have
  /// the same name, as `a.b` and `['a.b']`, the second has that of its text. Members of objects have their own columns. A
  /// list has a column if its elements have one type. Integers and other numbers together are `double`. Everything else
  /// is `json`: values of several types, numbers outside the range of their type, dictionaries, objects that were always
  /// empty, lists of objects or of lists, and paths that were always null. A string is `string`, also if each was a date.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - mismatch: what becomes of values that do not fit their type.
  /// - Throws: `PathError` for a path that is too long, and for more than 65,536 columns.
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
    /// The paths that have others in them.
    var outer: Set<[RecordPath.Segment]> = []
    for entry in entries {
      let segments = entry.path.segments
      nodes[segments] = entry.values
      outer.insert(segments.dropLast())
    }
    /// The paths whose members have their own columns.
    var opened: Set<[RecordPath.Segment]> = []
    var columns: [Column] = []
    var names = ColumnNames()
    for entry in entries {
      let segments = entry.path.segments
      let parent = Array(segments.dropLast())
      guard segments.isEmpty || nodes[parent] == nil || opened.contains(parent) else { continue }
      if entry.values.isOpened(hasMembers: segments.isEmpty || outer.contains(segments)) {
        opened.insert(segments)
      } else {
        let type = ColumnType(entry.values, items: nodes[segments + [.everyElement]])
        columns.append(Column(names.next(for: entry.path), path: entry.path, type, mismatch: mismatch))
      }
    }
    try self.init(columns)
  }
}

extension ColumnMapping {
  /// The columns as ``init(_:mismatch:)`` parses them.
  package var list: String {
    zip(columns, paths).map { column, path in
      Self.listItem(column.name, path, column.type)
    }.joined(separator: ",")
  }

  /// A column as ``init(_:mismatch:)`` parses it.
  package static func listItem(_ name: String, _ path: RecordPath, _ type: ColumnType) -> String {
    let isDefault = name.utf8.elementsEqual(path.columnName.utf8)
    return (isDefault ? "" : ListItem.quoted(name) + "=") + "\(path.text):\(type)"
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
    func values(of number: Int) -> SchemaValues {
      let node = view.trie.nodes[number]
      return SchemaValues(
        Set(node.counts.byType.keys), isDictionary: node.isDictionary, isInRange: node.misfits == 0)
    }
    view.forEachNode { number, segments in
      let own = values(of: number)
      let children = view.children[number].filter { view.trie.nodes[$0].counts.all > 0 }
      if number > 0, view.trie.nodes[number].counts.all == 0 { return false }
      if own.isOpened(hasMembers: number == 0 || !children.isEmpty) { return true }
      let items = children.first { view.trie.nodes[$0].step == .element }
      let path = RecordPath(writing: segments)
      body(names.next(for: path), path, ColumnType(own, items: items.map(values)))
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

  package init(_ types: Set<SchemaEntry.ValueType>, isDictionary: Bool, isInRange: Bool) {
    self.types = types.subtracting([.null])
    self.isDictionary = isDictionary
    self.isInRange = isInRange
  }

  /// Whether the members of the values have their own columns.
  fileprivate func isOpened(hasMembers: Bool) -> Bool { types == [.object] && !isDictionary && hasMembers }
}

extension ColumnType {
  /// Creates the type of values.
  ///
  /// - Parameter items: the elements of arrays.
  fileprivate init(_ values: SchemaValues, items: SchemaValues?) {
    guard values.isInRange else {
      self = .json
      return
    }
    switch values.types {
    case [.boolean]: self = .bool
    case [.integer]: self = .int64
    case [.decimal], [.integer, .decimal]: self = .double
    case [.string]: self = .string
    case [.array]:
      let item = items.map { ColumnType($0, items: nil) } ?? .json
      self = item == .json ? .json : .list(item)
    default: self = .json
    }
  }
}
