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

  /// The names of the columns, in order. The default name is the path as it was written, or the name itself for a path
  /// such as `['a.b']`.
  public var names: [String] { columns.map(\.name) }

  /// Parses a comma-separated list of `[name=]path`.
  ///
  /// White space around a name or a path is ignored, and so is a dot before a path. A name that contains white space, a
  /// comma, an equals sign or a bracket, and a first name that begins with a slash, is written in quotes as `['…']`.
  ///
  /// - Parameters:
  ///   - list: the columns, as in `id,author=user.screen_name`.
  ///   - recordKeys: whether `$key` is the record key. The key is the name of the record's member, as a JSON string,
  ///     if `Framing.array(at:)` has a path that ends with `*`. Records of other framings have no key. A member of
  ///     the record that is called `$key` is then written as `['$key']`.
  ///   - each: the elements that have a row each, in place of the record: `items[*]` for those of an array, `scores.*` for
  ///     the members of an object, `orders[*].lines[*]` for those of several arrays. A column whose path begins with
  ///     this path, or with its beginning up to a wildcard, has the value of that element. Any other value is repeated in each
  ///     row. `$index` is the number of the element in the innermost array, from 0.
  ///   - keepsEmpty: whether a record or an outer element without elements has a row.
  /// - Throws: `PathError`.
  public init(
    _ list: String, recordKeys: Bool = false, each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    let items = try ListItem.all(of: list)
    let elements = try each.map { (path) throws(PathError) in try RowElements(path, keepsEmpty: keepsEmpty) }
    self.elements = elements
    columns = items.map { item in
      let source: ProjectedColumn.Source =
        switch item.path.text {
        case "$key" where recordKeys: .key
        case "$index" where elements != nil: .index
        default: .path
        }
      return ProjectedColumn(
        name: item.name, path: item.path, source,
        isMultiple: source == .path && (elements?.isList(item.path) ?? item.path.isMultiple))
    }
    // Paths that contradict each other are rejected here, not when they are first used.
    do {
      _ = try mapping()
    } catch {
      let column = columns.firstIndex { $0.path.text == error.path } ?? 0
      throw error.within(list, from: items[column].start)
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
      columns.map { Column($0.name, path: $0.path, $0.isMultiple ? .list(.json) : .json, mismatch: .null) },
      form, keys: Set(columns.indices.filter { columns[$0].source == .key }),
      indexes: Set(columns.indices.filter { columns[$0].source == .index }), each: elements,
      keepsRows: keepsRows && elements == nil)
  }

  /// The outline of the paths. Its fields are the columns without the record keys.
  package var outline: PathOutline {
    get throws(PathError) { try layout().outline }
  }
}

/// A column's name and path.
package struct ProjectedColumn: Sendable, Hashable {
  /// The column's name.
  package let name: String
  /// The path of its value.
  package let path: RecordPath

  package let source: Source
  /// Whether the value is a list, because the path has a wildcard below the elements that have rows, or beside them.
  package let isMultiple: Bool

  /// Where the value is.
  package enum Source: Sendable {
    /// At the path.
    case path
    /// It is the record key. See ``Projection/init(_:recordKeys:each:keepsEmpty:)``.
    case key
    /// It is the number of the element.
    case index
  }

  package init(name: String, path: RecordPath, _ source: Source = .path, isMultiple: Bool? = nil) {
    (self.name, self.path, self.source) = (name, path, source)
    self.isMultiple = isMultiple ?? path.isMultiple
  }

  /// Whether the column is the record key.
  package var isKey: Bool { source == .key }
}
