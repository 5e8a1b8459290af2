extension ColumnMapping {
  /// Creates the columns of the records that a schema describes.
  ///
  ///     let columns = try ColumnMapping(schema)
  ///
  /// There is a column for each path that leads to values of one type, named by the path. Members of objects have their
  /// own columns. A list has a column if its elements have one type. Integers and other numbers together are `double`.
  /// Everything else is `json`: values of several types, dictionaries, lists of objects or of lists, and paths that were
  /// always null. A string is `string`, also if each was a date.
  ///
  /// - Parameters:
  ///   - schema: the schema.
  ///   - mismatch: what becomes of values that do not fit their type.
  /// - Throws: ``PathError`` for a path that is too long.
  public init(_ schema: InferredSchema, mismatch: Column.Mismatch = .reject) throws(PathError) {
    try self.init(
      entries: schema.entries.map { entry in
        (entry.path, Set(entry.counts.filter { $0.value > 0 }.keys), entry.isDictionary)
      }, mismatch: mismatch)
  }

  /// Creates the columns of paths, given in an order in which each follows the path around it.
  ///
  /// - Parameter entries: each path, the types of its values, and whether its objects are dictionaries.
  package init(
    entries: [(path: RecordPath, types: Set<SchemaEntry.ValueType>, isDictionary: Bool)],
    mismatch: Column.Mismatch
  ) throws(PathError) {
    var nodes: [[RecordPath.Segment]: (types: Set<SchemaEntry.ValueType>, isDictionary: Bool)] = [:]
    for entry in entries {
      nodes[entry.path.segments] = (entry.types.subtracting([.null]), entry.isDictionary)
    }
    /// The paths whose members have their own columns.
    var opened: Set<[RecordPath.Segment]> = []
    var columns: [Column] = []
    for entry in entries {
      let segments = entry.path.segments
      guard segments.isEmpty || opened.contains(segments.dropLast()), let node = nodes[segments] else {
        continue
      }
      if node.types == [.object], !node.isDictionary {
        opened.insert(segments)
      } else {
        let items = nodes[segments + [.everyElement]]?.types
        let type = ColumnType(node.types, items: items)
        columns.append(Column(entry.path.text, path: entry.path, type, mismatch: mismatch))
      }
    }
    try self.init(columns)
  }
}

extension ColumnType {
  /// Creates the type of values of some JSON types.
  ///
  /// - Parameter items: the types of the elements of arrays.
  fileprivate init(_ types: Set<SchemaEntry.ValueType>, items: Set<SchemaEntry.ValueType>?) {
    switch types {
    case [.boolean]: self = .bool
    case [.integer]: self = .int64
    case [.decimal], [.integer, .decimal]: self = .double
    case [.string]: self = .string
    case [.array]:
      let item = ColumnType(items ?? [], items: nil)
      self = item == .json ? .json : .list(item)
    default: self = .json
    }
  }
}
