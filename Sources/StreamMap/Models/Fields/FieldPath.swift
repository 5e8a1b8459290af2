/// What a field's path can be given as: a text that is read as a ``RecordPath``, a path itself, or a list of either
/// whose first one that is there counts.
///
///     Field(\.id, "user.id")
///     Field(\.total, .literal("total.net"))
///     Field(\.first, .path("distances->0->value", delimiter: "->"))
///     Field(\.id, ["id", "ID", "identifier"])
///
/// Of a list, the paths behind the first are *aliases*. Which value counts does not depend on the order in
/// which they stand in the record. A `null` is there, too, and means what the field's policies say; and each
/// value that is there has to fit, or is what they say of one that does not, also where another counts.
/// `required` asks for one of them. Written is the first.
///
/// An intermediate value of the wrong kind, such as `{"user": 7}` for `user.name`, is a mismatch only if the model
/// ends and no path has a value. The error then has the location of the first such value.
public protocol _FieldPath: Sendable {
  /// The paths. Not to be implemented outside this library.
  var _paths: _FieldPaths { get }
}

/// A field's paths, as they were given; what is wrong with one is told when the mapping is made.
public struct _FieldPaths: Sendable, _FieldPath {
  private struct Item {
    let text: String
    let read: Result<RecordPath, PathError>
  }

  private let items: [Item]

  /// The first path, as it was written.
  var text: String { items.first?.text ?? "" }

  /// The paths, of which there is one at least.
  func read() throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for item in items { paths.append(try item.read.get()) }
    if paths.isEmpty { throw PathError("", at: 0, "a field needs a path") }
    return paths
  }

  init(_ text: String, _ read: () throws(PathError) -> RecordPath) {
    items = [Item(text: text, read: Result { () throws(PathError) in try read() })]
  }

  init(_ lists: [_FieldPaths]) { items = lists.flatMap(\.items) }

  /// Themselves.
  public var _paths: _FieldPaths { self }
}

extension String: _FieldPath {
  /// The path that the text is read as.
  public var _paths: _FieldPaths { _FieldPaths(self) { () throws(PathError) in try RecordPath(self) } }
}

extension RecordPath: _FieldPath {
  /// The path.
  public var _paths: _FieldPaths { _FieldPaths(text) { self } }
}

extension Array: _FieldPath where Element: _FieldPath {
  /// The paths one after the other.
  public var _paths: _FieldPaths { _FieldPaths(map(\._paths)) }
}

extension _FieldPath where Self == _FieldPaths {
  /// The member of this name, as ``RecordPath/init(literal:)`` says.
  public static func literal(_ name: String) -> _FieldPaths { RecordPath(literal: name)._paths }

  /// Names between delimiters, as ``RecordPath/init(_:delimiter:)`` says.
  public static func path(_ text: String, delimiter: String) -> _FieldPaths {
    _FieldPaths(text) { () throws(PathError) in try RecordPath(text, delimiter: delimiter) }
  }

  /// A path with the names of Swift, as ``RecordPath/init(_:style:)`` says.
  public static func path(_ text: String, style: KeyStyle) -> _FieldPaths {
    _FieldPaths(text) { () throws(PathError) in try RecordPath(text, style: style) }
  }
}
