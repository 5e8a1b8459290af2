// The cells of nested types.
extension RowShape {
  /// A part of a column, which is read from a path.
  struct Part {
    let column: Int
    /// What becomes of values that do not fit.
    let mismatch: Column.Mismatch
    let type: ColumnType
    let path: RecordPath
    /// Other paths, whose values count if that one has none.
    var others: [RecordPath] = []
  }

  /// Returns the shape of a list's elements, and where the values of each part are in a row. A part with an empty
  /// path is the element itself.
  ///
  /// - Parameter isKeyed: whether the elements are members, whose names have a cell.
  static func elements(_ parts: [Part], isKeyed: Bool = false) -> (shape: RowShape, nodes: [CellNode]) {
    var shape = RowShape()
    var nodes = parts.map { shape.add($0) }
    var end = shape.cells.count
    for index in nodes.indices where nodes[index].cell < 0 {
      nodes[index].cell = end
      shape.element = end
    }
    if shape.element >= 0 { end += 1 }
    if isKeyed { shape.key = end }
    return (shape, nodes)
  }

  /// Adds a cell for a value, and those of its members. The cell is -1 for an element that is a struct.
  private mutating func add(_ part: Part, isMember: Bool = false) -> CellNode {
    let isElement = part.path.segments.isEmpty
    let (content, children) = Self.content(of: part.type, for: part)
    var node = CellNode(part.type, cell: cells.count, children)
    if case .object = content, isElement {
      node.cell = -1
    } else {
      var cell = Cell(
        path: part.path, content: content, policies: FieldPolicies(part.mismatch, content),
        columns: [part.column], typeName: part.type.outline)
      cell.isMember = isMember
      cell.others = part.others
      add(cell)
    }
    addMembers(of: part, to: &node)
    return node
  }

  /// Adds the cells of a struct's members.
  mutating func addMembers(of part: Part, to node: inout CellNode) {
    guard case .struct(let members) = part.type else { return }
    node.children = members.map { member in
      let path = RecordPath(writing: part.path.segments + [.name(member.name)])
      return add(
        Part(column: part.column, mismatch: part.mismatch, type: member.type, path: path),
        isMember: true)
    }
  }

  /// Returns what is in the cell of a value, and the nodes of a list's elements.
  static func content(of type: ColumnType, for part: Part) -> (Content, [CellNode]) {
    func elements(_ type: ColumnType, isKeyed: Bool) -> (shape: RowShape, nodes: [CellNode]) {
      let path = RecordPath(writing: [] as [RecordPath.Segment])
      return Self.elements(
        [Part(column: part.column, mismatch: part.mismatch, type: type, path: path)], isKeyed: isKeyed)
    }
    switch type {
    case .struct: return (.object, [])
    case .list(let item):
      let (shape, nodes) = elements(item, isKeyed: false)
      return (.table(shape), nodes)
    case .map(let value):
      let (shape, nodes) = elements(value, isKeyed: true)
      return (.table(shape), [CellNode(entry: value, key: shape.key, nodes[0])])
    default: return (.single(type), [])
    }
  }
}

extension FieldPolicies {
  /// The policies of a value that may be absent or null.
  init(_ mismatch: Column.Mismatch, _ content: RowShape.Content) {
    self.init([])
    null = .keep
    nullElement = .setNil
    guard mismatch == .null else { return }
    self.mismatch = .keep
    switch content {
    case .array, .table: badElement = .setNil
    case .single, .object, .text: break
    }
  }
}

// The cells of columns and groups.
extension RowShape {
  /// Adds the cell of a column.
  mutating func add(_ column: Column, _ part: Part) -> CellNode {
    let (content, children): (Content, [CellNode]) =
      column.type.isList ? (.array(column.type.item), []) : Self.content(of: column.type, for: part)
    var policies = FieldPolicies(column.mismatch, content)
    if column.presence == .required {
      policies.isRequired = true
      if part.others.isEmpty { policies.null = .error }
      policies.mismatch = .error
    }
    let node = CellNode(column.type.item, cell: cells.count, children)
    var cell = Cell(
      path: part.path, content: content, policies: policies, columns: [part.column],
      typeName: column.type.outline)
    cell.others = part.others
    add(cell)
    return node
  }

  /// Adds the cell of a string whose text has columns.
  ///
  /// - Parameter columns: the columns, in the order of the layout.
  mutating func addText(_ layout: RowLayout, of columns: [Int], at path: RecordPath) {
    let isRequired = layout.columns.contains { $0.presence == .required }
    let strict = Self.strict(layout.columns)
    var policies = FieldPolicies(strict.mismatch, .text(layout))
    policies.isRequired = isRequired
    if isRequired { (policies.null, policies.mismatch) = (.error, .error) }
    add(
      Cell(
        path: path, content: .text(layout), policies: policies, columns: columns,
        typeName: strict.type.outline))
  }

  /// A column of a group, and the paths from an element to its value.
  typealias GroupMember = (number: Int, column: Column, path: RecordPath, others: [RecordPath])

  /// Adds the cell of a group. Each element is read as a nested model with a cell for each column. An element of the wrong
  /// kind fits none of the columns.
  ///
  /// - Parameter path: the path of the list, or of its elements.
  /// - Returns: where the columns' values are in a row of the group.
  mutating func addGroup(_ columns: [GroupMember], at path: RecordPath) throws(PathError) -> [CellNode] {
    let (shape, nodes) = Self.elements(
      columns.map { Part(column: $0, mismatch: $1.mismatch, type: $1.type.item, path: $2, others: $3) })
    let isRequired = columns.contains { $0.column.presence == .required }
    let reported = try Self.strict(columns.map(\.column)).paths.read()[0]
    add(
      list(
        of: shape, columns.map { ($0.number, $0.column) }, at: path, reportedAs: reported,
        isRequired: isRequired))
    return nodes
  }

  /// Adds the cell of elements that have rows.
  ///
  /// - Parameters:
  ///   - columns: the columns of the elements and of those in them.
  ///   - own: the columns of the elements themselves.
  mutating func addElements(
    _ shape: RowShape, of columns: [(number: Int, column: Column)], own: [Int], at path: RecordPath,
    reportedAs reported: RecordPath
  ) {
    // An element that is null, or no container, lacks the value of a required column.
    let areRequired = columns.contains { $0.column.presence == .required && own.contains($0.number) }
    var cell = list(
      of: shape, columns, at: path, reportedAs: reported, isRequired: false, areElementsRequired: areRequired)
    cell.elementColumns = own
    add(cell)
  }

  /// Returns the cell of a list of rows.
  private func list(
    of shape: RowShape, _ columns: [(number: Int, column: Column)], at path: RecordPath,
    reportedAs reported: RecordPath, isRequired: Bool, areElementsRequired: Bool = false
  ) -> Cell {
    var policies = FieldPolicies([])
    policies.isRequired = isRequired
    policies.null = isRequired ? .error : .keep
    policies.nullElement = areElementsRequired ? .error : .setNil
    if columns.allSatisfy({ $0.column.mismatch == .null }) {
      if !areElementsRequired { policies.badElement = .setNil }
      if !isRequired { policies.mismatch = .keep }
    }
    let typeName = columns.isEmpty ? "elements" : Self.strict(columns.map(\.column)).type.outline
    var cell = Cell(
      path: path, content: .table(shape), policies: policies, columns: columns.map(\.number),
      typeName: typeName)
    cell.reportedPath = reported
    return cell
  }

  /// Returns the first column that rejects a value of the wrong kind.
  private static func strict(_ columns: [Column]) -> Column {
    columns.first { $0.presence == .required || $0.mismatch == .reject } ?? columns[0]
  }
}

extension RowShape.Part {
  init(_ column: Column, _ number: Int, at path: RecordPath, _ others: [RecordPath]) {
    self.init(column: number, mismatch: column.mismatch, type: column.type, path: path, others: others)
  }
}
