import StreamMap

/// Columns of records, selected by their paths. `streammap select` prints them.
///
///     let projection = try Projection("id,author=user.screen_name,tags=entities.hashtags[*].text")
///     let lines = JSONLines(path: "tweets.jsonl", as: try projection.mapping())
///     let writer = RowWriter(projection, format: .csv)
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// Values are kept as their JSON text. Numbers keep their literal and strings their escapes. Only white space outside
/// strings is removed. A column is absent if an intermediate value has the wrong kind, such as `{"user": 7}` for
/// `user.name`. A record of the wrong kind is an error, as for every `Mapping`.
public struct Projection: Sendable {
  /// The columns, in the order in which they were given.
  package let columns: [ProjectedColumn]

  /// The elements that have rows. Nil if each record is a row.
  package let elements: RowElements?

  /// Whether columns say where records are.
  package var hasLocations: Bool { columns.contains { $0.constant == .file || $0.constant == .offset } }

  /// The names of the columns, in order. The default name is the path as it was written, or the name itself for a path
  /// such as `['a.b']`.
  public var names: [String] { columns.map(\.name) }

  /// Parses a comma-separated list of `[name=]path`.
  ///
  /// White space around a name or a path is ignored, and so is a dot before a path. A name that contains white space, a
  /// comma, an equals sign, a vertical bar or a bracket, and a first name that begins with a slash, is written in quotes as
  /// `['…']`.
  ///
  /// `id|ID` has the first of its paths with a value that is not `null`. In a list, it is chosen for each element, and the
  /// paths are the same up to their last wildcard.
  ///
  /// `json(log).level` continues in the JSON text of the string at `log`, and `json(log)` is the whole of it. Such a path has
  /// no wildcards. A name that begins with `json(` is written in quotes.
  ///
  /// - Parameters:
  ///   - list: the columns, as in `id,author=user.screen_name`.
  ///   - recordKeys: whether `$key` is the record key. The key is the name of the record's member, as a JSON string,
  ///     if `Framing.array(at:)` has a path that ends with `*`. Records of other framings have no key. A member of
  ///     the record that is called `$key` is then written as `['$key']`.
  ///   - each: the elements that have a row each, in place of the record: `items[*]` for those of an array, `scores.*` for
  ///     the members of an object, `orders[*].lines[*]` for those of several arrays. A column whose path begins with
  ///     this path, or with its beginning up to a wildcard, has the value of that element. Any other value is repeated in each
  ///     row. `$index` is the number of the element in the innermost array, from 0, and `$key` is the name of the
  ///     member at the last `.*`.
  ///   - keepsEmpty: whether a record or an outer element without elements has a row.
  /// - Throws: `PathError`.
  public init(
    _ list: String, recordKeys: Bool = false, each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    try self.init(list, constants: recordKeys ? [.key] : [], each: each, keepsEmpty: keepsEmpty)
  }

  /// - Parameter constants: those that records have.
  package init(
    _ list: String, constants: Set<RowConstant>, each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    let items = try ListItem.all(of: list)
    let elements = try each.map { (path) throws(PathError) in try RowElements(path, keepsEmpty: keepsEmpty) }
    self.elements = elements
    columns = items.map { item in
      let constant = RowConstant(item.paths, among: constants, elements)
      return ProjectedColumn(
        name: item.name, paths: item.paths, constant,
        isMultiple: constant == nil && (elements?.isList(item.paths[0]) ?? item.paths[0].isMultiple))
    }
    // Paths that contradict each other are rejected here, not when they are first used.
    do {
      _ = try mapping()
    } catch {
      throw error.within(list, from: items.start(of: error.path))
    }
  }

  /// Returns the mapping that fills rows with the columns' values.
  ///
  /// A row can be kept, unless elements have rows: the lists in elements are read into memory that the next record uses.
  public func mapping(limits: Limits = Limits()) throws(PathError) -> Mapping<ColumnRow> {
    try mapping(keepsRows: true, limits: limits)
  }

  /// - Parameters:
  ///   - form: whether the white space between the tokens of a value is kept.
  ///   - keepsRows: whether a row can be used after the closure that gets it. Otherwise its values are not copied.
  package func mapping(
    _ form: RowLayout.Form = .untyped, keepsRows: Bool, limits: Limits = Limits()
  ) throws(PathError) -> Mapping<ColumnRow> {
    try layout(form, keepsRows: keepsRows).mapping(limits: limits)
  }

  private func layout(_ form: RowLayout.Form = .untyped, keepsRows: Bool = false) throws(PathError)
    -> RowLayout
  {
    try RowLayout(
      columns.map {
        Column($0.name, paths: $0.paths, $0.isMultiple ? .list(.json) : .json, mismatch: .null)
      },
      form, columns.enumerated().reduce(into: [:]) { $0[$1.offset] = $1.element.constant }, each: elements,
      keepsRows: keepsRows && elements == nil)
  }

  /// The outline of the paths. Its fields are the columns that have paths.
  package var outline: PathOutline {
    get throws(PathError) { try layout().outline }
  }
}

/// A column's name and the paths of its value.
package struct ProjectedColumn: Sendable, Hashable {
  /// The column's name.
  package let name: String
  /// The paths. The first one that has a value counts.
  package let paths: [RecordPath]
  /// What the value is, if it has no path.
  package let constant: RowConstant?
  /// Whether the value is a list, because the path has a wildcard below the elements that have rows, or beside them.
  package let isMultiple: Bool

  package init(
    name: String, paths: [RecordPath], _ constant: RowConstant? = nil, isMultiple: Bool? = nil
  ) {
    (self.name, self.paths, self.constant) = (name, paths, constant)
    self.isMultiple = isMultiple ?? paths[0].isMultiple
  }
}

extension RowConstant {
  /// Returns what a column is that is named in the place of a path, or nil.
  ///
  /// - Parameter constants: those that records have. Elements have others.
  init?(_ paths: [RecordPath], among constants: Set<RowConstant>, _ elements: RowElements?) {
    let constant = RowConstant.allCases.first { paths.count == 1 && paths[0].text == $0.name }
    switch constant {
    case .index? where elements != nil: self = .index
    case .key? where elements?.hasKeys == true: self = .key
    case let constant? where constants.contains(constant): self = constant
    default: return nil
    }
  }
}
