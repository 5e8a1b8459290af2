extension ColumnMapping {
  /// Creates the columns of the records that a schema describes.
  ///
  ///     let columns = try ColumnMapping(schema)
  ///
  /// There is a column for each path that leads to values of one type, named as in a list of columns. If two paths have
  /// the same name, as `a.b` and `['a.b']`, the second has that of its text. Members of objects have their own columns. A list has a column if its elements have one type. Integers and other numbers together are `double`.
  /// Everything else is `json`: values of several types, numbers outside the range of their type, dictionaries, objects
  /// that were always empty, lists of objects or of lists, and paths that were always null. A string is `string`, also
  /// if each was a date.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - mismatch: what becomes of values that do not fit their type.
  /// - Throws: ``PathError`` for a path that is too long, and for more than 65,536 columns.
  public init(_ schema: InferredSchema, mismatch: Column.Mismatch = .reject) throws(PathError) {
    var columns: [Column] = []
    schema.forEachColumn { path, type in
      columns.append(Column(path.text, path: path, type, mismatch: mismatch))
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
    var names: Set<[UInt8]> = []
    for entry in entries {
      let segments = entry.path.segments
      let parent = Array(segments.dropLast())
      guard segments.isEmpty || nodes[parent] == nil || opened.contains(parent) else { continue }
      if entry.values.isOpened(hasMembers: segments.isEmpty || outer.contains(segments)) {
        opened.insert(segments)
      } else {
        let type = ColumnType(entry.values, items: nodes[segments + [.everyElement]])
        let isNew = names.insert(Array(entry.path.columnName.utf8)).inserted
        let name = isNew ? entry.path.columnName : entry.path.text
        columns.append(Column(name, path: entry.path, type, mismatch: mismatch))
      }
    }
    try self.init(columns)
  }
}

extension ColumnMapping {
  /// The columns as ``init(_:mismatch:)`` parses them.
  package var list: String {
    zip(columns, paths).map { column, path in
      let isDefault = column.name.utf8.elementsEqual(path.columnName.utf8)
      return (isDefault ? "" : ListItem.quoted(column.name) + "=") + "\(path.text):\(column.type)"
    }.joined(separator: ",")
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
