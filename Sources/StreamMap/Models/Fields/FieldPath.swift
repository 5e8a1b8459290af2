/// The path of a field: a string that is parsed as a ``RecordPath``, a path itself, or a list of either. The first
/// path in a list that is present counts.
///
///     Field(\.id, "user.id")
///     Field(\.total, .literal("total.net"))
///     Field(\.first, .path("distances->0->value", delimiter: "->"))
///     Field(\.id, ["id", "ID", "identifier"])
///
/// The paths after the first one in a list are *aliases*. The order of the values in the record does not matter. A
/// `null` counts as present, and the field's policies decide what it means. Each value that is present must fit the
/// field, even if another one counts. Otherwise the mismatch policy applies. `required` needs only one of the paths.
/// The value is written to the first path.
///
/// A path in a list counts as absent if it cannot be followed, such as `user.name` in `{"user": 7}`. With only one path
/// that is a mismatch. An element of the wrong kind at a wildcard is a bad element, as with one path.
public protocol _FieldPath: Sendable {
  /// The paths. Do not implement it outside this library.
  var _paths: _FieldPaths { get }
}

/// A field's paths as they were given. The mapping reports an invalid path when it is compiled.
public struct _FieldPaths: Sendable, _FieldPath {
  private struct Item {
    let text: String
    let read: Result<RecordPath, PathError>
  }

  private let items: [Item]

  /// The first path as it was written.
  package var text: String { items.first?.text ?? "" }

  /// Returns the paths. There is at least one.
  package func read() throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for item in items { paths.append(try item.read.get()) }
    if paths.isEmpty { throw PathError("", at: 0, "a field needs a path") }
    return paths
  }

  init(_ text: String, _ read: () throws(PathError) -> RecordPath) {
    items = [Item(text: text, read: Result { () throws(PathError) in try read() })]
  }

  init(_ lists: [_FieldPaths]) { items = lists.flatMap(\.items) }

  /// The paths themselves.
  public var _paths: _FieldPaths { self }
}

extension String: _FieldPath {
  /// The path that the string is parsed as.
  public var _paths: _FieldPaths { _FieldPaths(self) { () throws(PathError) in try RecordPath(self) } }
}

extension RecordPath: _FieldPath {
  /// The path.
  public var _paths: _FieldPaths { _FieldPaths(text) { self } }
}

extension Array: _FieldPath where Element: _FieldPath {
  /// The paths of all elements, in order.
  public var _paths: _FieldPaths { _FieldPaths(map(\._paths)) }
}

extension _FieldPath where Self == _FieldPaths {
  /// Returns the path of the member of this name, as ``RecordPath/init(literal:)`` does.
  public static func literal(_ name: String) -> _FieldPaths { RecordPath(literal: name)._paths }

  /// Returns the path of the names between delimiters, as ``RecordPath/init(_:delimiter:)`` does.
  public static func path(_ text: String, delimiter: String) -> _FieldPaths {
    _FieldPaths(text) { () throws(PathError) in try RecordPath(text, delimiter: delimiter) }
  }

  /// Returns the path of Swift names converted by a style, as ``RecordPath/init(_:style:)`` does.
  public static func path(_ text: String, style: KeyStyle) -> _FieldPaths {
    _FieldPaths(text) { () throws(PathError) in try RecordPath(text, style: style) }
  }
}
