/// One column of a `ColumnMapping` of `StreamMapTables`: a name, the path of its values, and their type.
///
///     Column("id", .int64, .required)
///     Column("author", path: "user.screen_name", .string, mismatch: .null)
///
/// An absent value and `null` are null.
public struct Column: Sendable {
  /// The name of the column.
  public let name: String

  /// The type of its values.
  public let type: ColumnType

  /// Whether each record must have a value.
  public let presence: Presence

  /// What becomes of a value that does not fit the type.
  public let mismatch: Mismatch

  package let paths: _FieldPaths

  /// Whether each record must have a value.
  public enum Presence: Sendable, Hashable {
    /// An absent value is null.
    case optional
    /// A record without the value, or with `null`, is an error.
    case required
  }

  /// What becomes of a value that does not fit its column. An intermediate value of the wrong kind does not fit either,
  /// such as `{"user": 7}` for `user.name`.
  public enum Mismatch: Sendable, Hashable {
    /// The record is an error.
    case reject
    /// The value is null. In a list, a struct or a map, only the part that does not fit is null. For a required column, a
    /// record whose value does not fit is an error, but a part of it becomes null.
    case null
  }

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: the name of the column.
  ///   - path: the path of its values, in the syntax of a ``Mapping``. The default is the name, read as a path.
  ///   - type: the type of its values. It must be a list if the path has a wildcard.
  ///   - presence: whether each record must have a value.
  ///   - mismatch: what becomes of a value that does not fit the type.
  public init(
    _ name: String, path: String? = nil, _ type: ColumnType, _ presence: Presence = .optional,
    mismatch: Mismatch = .reject
  ) {
    self.init(name, paths: (path ?? name)._paths, type, presence, mismatch: mismatch)
  }

  /// Creates a column with a parsed path.
  public init(
    _ name: String, path: RecordPath, _ type: ColumnType, _ presence: Presence = .optional,
    mismatch: Mismatch = .reject
  ) {
    self.init(name, paths: path._paths, type, presence, mismatch: mismatch)
  }

  /// Creates a column with the first value of some paths.
  package init(
    _ name: String, paths: [RecordPath], _ type: ColumnType, _ presence: Presence = .optional,
    mismatch: Mismatch = .reject
  ) {
    self.init(name, paths: paths._paths, type, presence, mismatch: mismatch)
  }

  /// Creates a copy of a column with another type.
  init(_ column: Column, _ type: ColumnType) {
    self.init(column.name, paths: column.paths, type, column.presence, mismatch: column.mismatch)
  }

  private init(
    _ name: String, paths: _FieldPaths, _ type: ColumnType, _ presence: Presence, mismatch: Mismatch
  ) {
    self.name = name
    self.paths = paths
    self.type = type
    self.presence = presence
    self.mismatch = mismatch
  }
}
