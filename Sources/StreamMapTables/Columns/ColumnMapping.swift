import StreamMap

/// The columns that the values of records are stored into.
///
///     let columns = try ColumnMapping {
///       Column("id", .int64)
///       Column("author", path: "user.screen_name", .string)
///       Column("tags", path: "entities.hashtags[*].text", .list(.string))
///     }
///     try JSONLines(path: "tweets.jsonl", as: columns).forEachBatch { batch in
///       for id in batch.int64("id") { … }
///     }
///
/// A value goes from the record's text into its column. No `String` and no model is made, and no memory is allocated
/// for a record. ``ColumnBatch`` has the memory layout of Apache Arrow.
public struct ColumnMapping: Sendable {
  /// The columns, in order.
  public let columns: [Column]

  /// The paths of each column. The first one that has a value counts.
  package let paths: [[RecordPath]]

  package let mapping: Mapping<ColumnRow>

  private let layout: RowLayout

  /// For each model of the mapping, the columns of its fields.
  private let fieldColumns: [[[Int]]]

  /// Creates a mapping of columns.
  ///
  /// - Throws: `PathError` for a malformed path, for a path with a wildcard whose column is not a list, for a type that
  ///   no column can have, and for two columns of the same name.
  public init(@ColumnListBuilder columns: () -> [Column]) throws(PathError) {
    try self.init(columns())
  }

  /// Creates a mapping of a list of columns.
  ///
  /// - Parameters:
  ///   - columns: the columns.
  ///   - each: the elements that have a row each, in place of the record. See
  ///     ``Projection/init(_:recordKeys:each:keepsEmpty:)``. The type of a column with the path `$index` is `int64`, and
  ///     that of `$key` is `string`.
  ///   - keepsEmpty: whether a record or an outer element without elements has a row.
  /// - Throws: `PathError`.
  public init(
    _ columns: [Column], each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    try self.init(columns, constants: [], each: each, keepsEmpty: keepsEmpty)
  }

  /// - Parameter constants: those that records have.
  package init(
    _ columns: [Column], constants: Set<RowConstant>, each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    let elements = try each.map { (path) throws(PathError) in try RowElements(path, keepsEmpty: keepsEmpty) }
    var found: [Int: RowConstant] = [:]
    // Names are bytes. Strings are also equal if they are canonically equivalent.
    var names: Set<[UInt8]> = []
    for column in columns {
      guard names.insert(Array(column.name.utf8)).inserted else {
        throw PathError(column.paths.text, at: 0, "duplicate column name '\(column.name)'")
      }
      if let problem = column.type.problem { throw PathError(column.paths.text, at: 0, problem) }
      if let constant = RowConstant(try column.paths.read(), among: constants, elements) {
        guard column.type == constant.type else {
          throw PathError(
            constant.name, at: 0,
            "the type of \(constant.name) is \(constant.type), not \(column.type.outline)")
        }
        found[names.count - 1] = constant
      }
    }
    self.columns = columns
    paths = try columns.map { (column) throws(PathError) in try column.paths.read() }
    for (column, path) in zip(columns, paths.map { $0[0] }) {
      if case .map = column.type, elements?.isList(path) ?? path.isMultiple {
        throw PathError(
          path.text, at: 0, "a wildcard yields many values and needs a list, not \(column.type.outline)")
      }
    }
    layout = try RowLayout(columns, .typed, found, each: elements)
    fieldColumns = layout.fieldColumns
    mapping = try layout.mapping()
  }

  /// Returns a mapping whose rows note more than their values.
  package func mapping(noting notes: RowNotes) throws(PathError) -> Mapping<ColumnRow> {
    try layout.mapping(noting: notes)
  }

  /// Returns what a column is, if it has no path.
  package func constant(_ column: Int) -> RowConstant? { layout.constants[column] }

  /// Whether columns say where records are.
  package var hasLocations: Bool { layout.constants.values.contains { $0 == .file || $0 == .offset } }

  /// The elements that have rows. Nil if each record is a row.
  package var elements: RowElements? { layout.elements }

  /// Returns the columns that a value does not fit, or that lack it. Empty for an error of the record itself.
  package func columns(of error: MappingError) -> [Int] {
    let all = error.columns(fieldColumns)
    guard [.missingField, .unexpectedNull].contains(error.kind) else { return all }
    // The lists of a group can lack their container, which only some of the columns require.
    return all.filter { columns[$0].presence == .required }
  }

  /// The outline of the paths. Its fields are the columns.
  package var outline: PathOutline {
    get throws(PathError) { try layout.outline }
  }

  /// Parses a comma-separated list of `[NAME=]PATH:TYPE`, as in `id:int64!, author=user.screen_name:string`.
  ///
  /// The syntax of names and paths is that of ``Projection/init(_:recordKeys:each:keepsEmpty:)``. A column with `!` after its type is
  /// required.
  ///
  /// - Parameters:
  ///   - list: the columns. For types, see `ColumnType.init(_:)`.
  ///   - mismatch: what becomes of values that do not fit their type.
  ///   - each: the elements that have a row each. See ``init(_:each:keepsEmpty:)``.
  ///   - keepsEmpty: whether a record or an outer element without elements has a row.
  /// - Throws: `PathError`, also for an unknown type.
  public init(
    _ list: String, mismatch: Column.Mismatch = .reject, each: RecordPath? = nil, keepsEmpty: Bool = false
  ) throws(PathError) {
    try self.init(list, mismatch: mismatch, constants: [], each: each, keepsEmpty: keepsEmpty)
  }

  /// - Parameter constants: those that records have.
  package init(
    _ list: String, mismatch: Column.Mismatch, constants: Set<RowConstant>, each: RecordPath? = nil,
    keepsEmpty: Bool = false
  ) throws(PathError) {
    if let each { _ = try RowElements(each) }
    let items = try ListItem.all(of: list, hasTypes: true)
    let columns = try items.map { (item) throws(PathError) in
      do throws(PathError) {
        return try Column(item, mismatch: mismatch)
      } catch {
        throw error.within(list, from: item.starts[0])
      }
    }
    do throws(PathError) {
      try self.init(columns, constants: constants, each: each, keepsEmpty: keepsEmpty)
    } catch {
      // The first column that does not go with those before it. The path of an error can be that of a member.
      var (low, high) = (0, columns.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if (try? ColumnMapping(Array(columns[...middle]), constants: constants, each: each)) == nil {
          high = middle
        } else {
          low = middle + 1
        }
      }
      let item = items[low]
      let path = item.paths.firstIndex { $0.text == error.path }
      throw
        (path == nil ? PathError(item.paths[0].text, at: 0, "\(error.path) \(error.reason)") : error).within(
          list, from: item.starts[path ?? 0])
    }
  }

  /// The maximum length of a record, in bytes. The offsets in a column have 32 bits, so that a batch can hold at most
  /// twice as much.
  package static var longestRecord: Int { 1 << 30 }
}

extension RowWriter {
  /// Creates a writer for the rows of a column mapping.
  ///
  /// Values are written by their types: integers without exponents, the shortest text of a `double`, dates and
  /// timestamps in RFC 3339 format and UTC, and JSON text as it is. A list is a JSON array, and a struct or a map is an
  /// object.
  package init(_ mapping: ColumnMapping, format: RowFormat, null: String? = nil) {
    self.init(mapping.columns.map(\.name), isTyped: true, format: format, isRaw: false, null: null)
  }
}

/// The result builder that collects the columns of a ``ColumnMapping``. It supports `if`, `for` and lists of columns.
@resultBuilder
public enum ColumnListBuilder {
  /// A column.
  public static func buildExpression(_ column: Column) -> [Column] { [column] }
  /// A list of columns.
  public static func buildExpression(_ columns: [Column]) -> [Column] { columns }
  /// A block.
  public static func buildBlock(_ parts: [Column]...) -> [Column] { parts.flatMap(\.self) }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Column]?) -> [Column] { part ?? [] }
  /// The first branch of an `if`.
  public static func buildEither(first part: [Column]) -> [Column] { part }
  /// The second branch of an `if`.
  public static func buildEither(second part: [Column]) -> [Column] { part }
  /// A loop.
  public static func buildArray(_ parts: [[Column]]) -> [Column] { parts.flatMap(\.self) }
}

extension Column {
  fileprivate init(_ item: ListItem, mismatch: Mismatch) throws(PathError) {
    let isRequired = item.type.hasSuffix("!")
    let type: ColumnType
    do throws(PathError) {
      type = try ColumnType(parsing: isRequired ? String(item.type.dropLast()) : item.type)
    } catch {
      let text = item.paths.text
      throw PathError(text, at: text.utf8.count + 1 + error.position, error.reason)
    }
    self.init(item.name, paths: item.paths, type, isRequired ? .required : .optional, mismatch: mismatch)
  }
}
