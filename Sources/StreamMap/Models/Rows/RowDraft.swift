/// The cells of columns while a ``RowLayout`` is made.
///
/// Each level has a shape, which the machine fills: the record, and, if elements have rows, those of each level. A column
/// that is an element itself is a list in the row around it. Without elements, the shape of the record is the row.
struct RowDraft {
  private let columns: [Column]
  private let form: RowLayout.Form
  private let paths: [RecordPath]
  /// For each column, the paths after the first.
  private let others: [[RecordPath]]
  private let elements: RowElements?
  private let constants: [Int: RowConstant]
  private var levels: [Level]
  /// The strings whose text has columns, and these columns.
  private var texts: [(path: RecordPath, columns: [Int], layout: RowLayout)] = []
  private(set) var shape = RowShape()
  private(set) var nodes: [CellNode?]
  private(set) var positions: [RowLayout.Position]
  private(set) var singles: [Int] = []
  private(set) var groups: [RowLayout.Group] = []
  private(set) var cellCount = 0
  private(set) var join: RowJoin?
  /// For each column that is an element and a list, the cell of its list in the element's row.
  private var listCells: [Int: Int] = [:]

  var count: Int { singles.count + groups.count }

  /// The columns whose values are in the rows of one level.
  private struct Level {
    var singles: [Int] = []
    var groups: [(path: RecordPath, members: [RowShape.GroupMember])] = []
    /// The columns that are the element itself, and the shapes of their lists.
    var wholes: [(column: Int, shape: RowShape)] = []
    var shape = RowShape()
    /// The cell of the elements' list, in the row around them. Those of the columns that are the element follow it.
    var cell = -1
  }

  /// - Parameters:
  ///   - constants: the columns that have no path.
  ///   - hasGroups: whether lists of the same elements are a group. Otherwise no type is nested.
  init(
    _ columns: [Column], _ form: RowLayout.Form, _ constants: [Int: RowConstant], _ elements: RowElements?,
    hasGroups: Bool = true
  ) throws(PathError) {
    self.columns = columns
    self.form = form
    self.elements = elements
    self.constants = constants
    let all = try columns.map { (column) throws(PathError) in try column.paths.read() }
    paths = all.map { $0[0] }
    others = all.map { Array($0.dropFirst()) }
    levels = Array(repeating: Level(), count: elements?.steps.count ?? 1)
    nodes = Array(repeating: nil, count: columns.count)
    positions = columns.map { column in
      RowLayout.Position(cell: -1, kind: CellKind(column.type.item), isList: column.type.isList)
    }
    var numbers: [[RecordPath.Segment]: Int] = [:]
    try addTexts()
    for column in columns.indices where constants[column] == nil && paths[column].texts.isEmpty {
      try add(column, hasGroups: hasGroups, &numbers)
    }
    _ = try build(0)
    shape = levels[0].shape
    place()
    if elements != nil || !constants.isEmpty || !texts.isEmpty { joinLevels() }
  }

  /// Adds a column to its level.
  private mutating func add(
    _ column: Int, hasGroups: Bool, _ numbers: inout [[RecordPath.Segment]: Int]
  ) throws(PathError) {
    let (path, type) = (paths[column], columns[column].type)
    let level = elements?.level(of: path) ?? 0
    let rest = path.dropping(elements?.steps[level] ?? 0)
    if hasGroups { try checkOthers(of: column, level) }
    if level > 0 {
      if columns[column].presence == .required, elements?.keepsEmpty == true {
        throw PathError(
          path.text, at: 0, "a column of elements cannot be required if a record without elements has a row")
      }
      if rest.segments.isEmpty { return levels[level].wholes.append((column, RowShape())) }
      if !type.isList, let wildcard = rest.segments.firstIndex(where: \.isWildcard) {
        throw PathError(
          path.text, at: path.positions[path.segments.count - rest.segments.count + wildcard],
          "a wildcard below the elements yields many values and needs a list, not \(type.outline)")
      }
    }
    guard hasGroups, let (list, value) = rest.elements(of: type, inElement: level > 0) else {
      return levels[level].singles.append(column)
    }
    // A list of whole elements has a group of its own, because an element of another kind must not begin a row.
    let isWhole = value.segments.isEmpty
    let key = path.segments.prefix(path.segments.count - value.segments.count)
    let number = isWhole ? levels[level].groups.count : numbers[Array(key)] ?? levels[level].groups.count
    if !isWhole { numbers[Array(key)] = number }
    if number == levels[level].groups.count { levels[level].groups.append((list, [])) }
    let others = others[column].map { $0.dropping(path.segments.count - value.segments.count) }
    levels[level].groups[number].members.append((column, columns[column], value, others))
  }

  /// Makes the layouts of the columns in texts. Those of the same text have one, so that it is read once.
  private mutating func addTexts() throws(PathError) {
    var found: [(steps: [RecordPath.Segment], columns: [Int])] = []
    for column in columns.indices where constants[column] == nil {
      if let other = others[column].first(where: { $0.texts != paths[column].texts }) {
        throw PathError(
          other.text, at: 0,
          "is not in the same text as \(paths[column].text): all paths of a column begin with the same json(…), or none"
        )
      }
      guard let steps = paths[column].texts.first else { continue }
      guard !columns[column].type.isNested else {
        throw PathError(
          paths[column].text, at: 0,
          "a column with json(…) has scalars, text or json, not \(columns[column].type.outline)")
      }
      if let index = found.firstIndex(where: { $0.steps == steps }) {
        found[index].columns.append(column)
      } else {
        found.append((steps, [column]))
      }
    }
    for (steps, members) in found {
      let inner = members.map { column in
        Column(
          columns[column].name, paths: ([paths[column]] + others[column]).map(\.inText), columns[column].type,
          columns[column].presence, mismatch: columns[column].mismatch)
      }
      // The text is not in the record, so the row has copies of its values.
      let layout = try RowLayout(inner, form, keepsRows: true)
      texts.append((RecordPath(writing: steps), members, layout))
    }
  }

  /// Throws if the values at the paths of a column are not in the same places, or have others in them.
  private func checkOthers(of column: Int, _ level: Int) throws(PathError) {
    guard let other = others[column].first else { return }
    let (path, type) = (paths[column], columns[column].type)
    guard !type.item.isNested else {
      throw PathError(
        other.text, at: 0,
        "a column with several paths has scalars or json, or a list of them, not \(type.outline)")
    }
    func rest(_ path: RecordPath) -> RecordPath { path.dropping(elements?.steps[level] ?? 0) }
    let group = rest(path).elements(of: type, inElement: level > 0)
    for other in others[column] {
      guard (elements?.level(of: other) ?? 0) == level,
        level == 0 || ![rest(path), rest(other)].contains(where: \.isEmpty)
      else {
        throw PathError(
          other.text, at: 0,
          "is not in the same element as \(path.text): with --each, the paths of a column lead to members of one element"
        )
      }
      guard rest(other).isMultiple == rest(path).isMultiple else {
        throw PathError(
          other.text, at: 0,
          "has other wildcards than \(path.text): all paths of a column yield one value, or all many")
      }
      let otherGroup = rest(other).elements(of: type, inElement: level > 0)
      guard group?.path == otherGroup?.path, group?.rest.isEmpty != true, otherGroup?.rest.isEmpty != true
      else {
        throw PathError(
          other.text, at: 0,
          "is not in the same elements as \(path.text): the paths of a list are the same up to their last wildcard, "
            + "and lead to members of its elements")
      }
    }
  }

  /// Makes the shape of a level, and of those in it. Returns the columns of them.
  private mutating func build(_ level: Int) throws(PathError) -> [Int] {
    var shape = RowShape()
    let start = elements?.steps[level] ?? 0
    func part(_ column: Int) -> RowShape.Part {
      RowShape.Part(
        columns[column], column, at: paths[column].dropping(start), others[column].map { $0.dropping(start) })
    }
    var all = levels[level].singles
    for column in levels[level].singles { nodes[column] = shape.add(columns[column], part(column)) }
    for group in levels[level].groups {
      let items = try shape.addGroup(group.members, at: group.path)
      for (member, node) in zip(group.members, items) { nodes[member.number] = node }
      all += group.members.map(\.number)
    }
    shape.columnCells = shape.cells.count
    if level + 1 < levels.count, let elements {
      let inner = try build(level + 1)
      levels[level + 1].cell = shape.cells.count
      let path = elements.path(to: level + 1)
      let reported = RecordPath(writing: elements.path.segments.prefix(elements.steps[level + 1]))
      let members = levels[level + 1].singles + levels[level + 1].groups.flatMap { $0.members.map(\.number) }
      shape.addElements(
        levels[level + 1].shape, of: inner.map { ($0, columns[$0]) },
        own: members, at: path, reportedAs: reported)
      for index in levels[level + 1].wholes.indices {
        let column = levels[level + 1].wholes[index].column
        let (whole, nodes) = RowShape.elements([element(column)])
        var owning = whole
        if nodes[0].kind != .object { owning.columnCells = 1 }
        levels[level + 1].wholes[index].shape = owning
        self.nodes[column] = nodes[0]
        shape.addElements(
          owning, of: [(column, columns[column])], own: [column], at: path, reportedAs: paths[column])
        all.append(column)
      }
      all += inner
    }
    // The columns' own cells come first.
    for column in levels[level].singles {
      guard var node = nodes[column] else { continue }
      shape.addMembers(of: part(column), to: &node)
      nodes[column] = node
    }
    if level == 0 {
      for text in texts { shape.addText(text.layout, of: text.columns, at: text.path) }
    }
    if level > 0, level == elements?.keyLevel, constants.values.contains(.key) {
      shape.key = shape.cells.count
    }
    levels[level].shape = shape
    return all
  }

  /// Returns the part of a column that is an element itself.
  private func element(_ column: Int) -> RowShape.Part {
    let description = columns[column]
    // A value that does not fit a required column is an error. A part of it is null.
    let isStrict = description.presence == .required && !description.type.isNested
    return RowShape.Part(
      column: column, mismatch: isStrict ? .reject : description.mismatch, type: description.type,
      path: RecordPath(writing: [] as [RecordPath.Segment]))
  }

  /// Gives the columns and groups of all levels their cells in a row.
  private mutating func place() {
    for level in levels { singles += level.singles }
    for level in levels { singles += level.wholes.map(\.column).filter { !columns[$0].type.isList } }
    let others = columns.indices.filter { constants[$0] != nil || !paths[$0].texts.isEmpty }
    singles += others
    for (cell, column) in singles.enumerated() { positions[column].cell = cell }
    for column in others { nodes[column] = CellNode(columns[column].type, cell: positions[column].cell) }
    func add(_ members: [Int], isWhole: Bool) {
      let cell = count
      groups.append(RowLayout.Group(columns: members, cell: cell, isWhole: isWhole))
      for column in members {
        positions[column].cell = cell
        positions[column].item = nodes[column]?.cell ?? -1
      }
    }
    for level in levels {
      for group in level.groups {
        add(group.members.map(\.number), isWhole: group.members[0].path.segments.isEmpty)
      }
    }
    for level in levels {
      for whole in level.wholes where columns[whole.column].type.isList {
        // The list is a cell of the element's own row.
        listCells[whole.column] = nodes[whole.column]?.cell
        nodes[whole.column] = nodes[whole.column]?.children[0]
        add([whole.column], isWhole: true)
      }
    }
    cellCount = shape.count
  }

  /// Gives the cells of all levels their places in a row.
  private mutating func joinLevels() {
    var end = count
    var joined: [RowJoin.Level] = []
    var cellLevels = [Int](repeating: levels.count - 1, count: count)
    for (number, level) in levels.enumerated() {
      var result = RowJoin.Level(cell: level.cell)
      result.key = level.shape.key
      var targets = [Int?](repeating: nil, count: level.shape.count)
      for (cell, column) in level.singles.enumerated() { targets[cell] = positions[column].cell }
      for (index, group) in level.groups.enumerated() {
        targets[level.singles.count + index] = positions[group.members[0].number].cell
      }
      for target in targets.compactMap(\.self) { cellLevels[target] = number }
      // The lists of the inner elements are not copied, and neither is the position of the name.
      let inner = number + 1 < levels.count ? 1 + levels[number + 1].wholes.count : 0
      let members = level.shape.cells.indices.dropFirst(level.shape.columnCells + inner)
      for cell in members where level.shape.cells[cell].textLayout == nil {
        targets[cell] = end
        end += 1
      }
      for column in level.singles { nodes[column]?.move(to: targets) }
      result.copies = RowJoin.copies(targets)
      for (index, whole) in level.wholes.enumerated() {
        var targets = [Int?](repeating: nil, count: whole.shape.count)
        let own = listCells[whole.column] ?? nodes[whole.column]?.cell ?? 0
        targets[own] = positions[whole.column].cell
        cellLevels[positions[whole.column].cell] = number
        for cell in targets.indices where cell != own {
          targets[cell] = end
          end += 1
        }
        if listCells[whole.column] == nil { nodes[whole.column]?.move(to: targets) }
        result.wholes.append((level.cell + 1 + index, positions[whole.column].cell, RowJoin.copies(targets)))
      }
      joined.append(result)
    }
    cellCount = end
    let cells = RowConstant.allCases.map { constant in
      constants.keys.sorted().filter { constants[$0] == constant }.map { positions[$0].cell }
    }
    for constant in RowConstant.allCases where constant != .index {
      for cell in cells[constant.rawValue] {
        cellLevels[cell] = constant == .key ? elements?.keyLevel ?? 0 : 0
      }
    }
    let textCells = levels[0].shape.cells.indices.suffix(texts.count)
    let joinedTexts = zip(textCells, texts).map { cell, text in
      let copies = zip(text.columns, text.layout.positions).map { column, position in
        RowJoin.Copy(source: position.cell, target: positions[column].cell)
      }
      for copy in copies { cellLevels[copy.target] = 0 }
      return RowJoin.Text(cell: cell, columns: text.columns, copies: copies)
    }
    join = RowJoin(
      levels: joined, cellLevels: cellLevels, constants: cells, texts: joinedTexts,
      references: references(in: joined)
    )
  }

  /// Returns where the value of each column is before the row is joined.
  private func references(in joined: [RowJoin.Level]) -> [RowParts.Reference]? {
    guard elements != nil, texts.isEmpty, joined.allSatisfy(\.wholes.isEmpty) else { return nil }
    // A value that no level has is in the joined row.
    var references = (0..<count).map { RowParts.Reference(row: joined.count, cell: $0) }
    for (number, level) in joined.enumerated() {
      for copy in level.copies {
        for offset in 0..<copy.count where copy.target + offset < count {
          references[copy.target + offset] = RowParts.Reference(row: number, cell: copy.source + offset)
        }
      }
    }
    return positions.map { $0.isList ? RowParts.Reference(row: -1, cell: 0) : references[$0.cell] }
  }
}

extension CellNode {
  /// Gives a node and the members of its struct, which are in the same row, other cells.
  fileprivate mutating func move(to targets: [Int?]) {
    cell = targets[cell] ?? cell
    guard kind == .object else { return }
    for index in children.indices { children[index].move(to: targets) }
  }
}

extension RecordPath {
  /// Returns the path without its first steps.
  fileprivate func dropping(_ count: Int) -> RecordPath {
    count == 0 ? self : RecordPath(writing: segments.dropFirst(count))
  }

  fileprivate var isEmpty: Bool { segments.isEmpty }

  /// The path in the outermost text.
  fileprivate var inText: RecordPath {
    RecordPath(segments: segments, text: text, positions: positions, texts: Array(texts.dropFirst()))
  }

  /// Returns the path of a list that has a group, or of its elements, and the path from an element to the value.
  ///
  /// - Parameter inElement: whether the list is in an element that has a row. Its values are then bits, as all of that
  ///   row.
  fileprivate func elements(of type: ColumnType, inElement: Bool) -> (path: RecordPath, rest: RecordPath)? {
    guard type.isList else { return nil }
    guard let last = segments.lastIndex(where: \.isWildcard) else {
      return type.item.isNested || inElement ? (self, RecordPath(writing: [] as [Segment])) : nil
    }
    // A list of whole elements has an entry for each element anyway.
    if last == segments.count - 1, !type.item.isNested, !inElement { return nil }
    return (RecordPath(writing: segments[...last]), RecordPath(writing: segments[(last + 1)...]))
  }
}
