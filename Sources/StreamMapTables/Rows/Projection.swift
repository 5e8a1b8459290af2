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
  /// - Throws: `PathError`.
  public init(_ list: String, recordKeys: Bool = false) throws(PathError) {
    let items = try ListItem.all(of: list)
    columns = items.map { item in
      ProjectedColumn(name: item.name, path: item.path, isKey: recordKeys && item.path.text == "$key")
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
      form, keys: Set(columns.indices.filter { columns[$0].isKey }), keepsRows: keepsRows)
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

  /// Whether the column is the record key, and not a value in the record. See ``Projection/init(_:recordKeys:)``.
  package let isKey: Bool

  package init(name: String, path: RecordPath, isKey: Bool = false) {
    (self.name, self.path, self.isKey) = (name, path, isKey)
  }

  /// Whether the path has a wildcard, so that the value is a list.
  package var isMultiple: Bool { path.isMultiple }
}
