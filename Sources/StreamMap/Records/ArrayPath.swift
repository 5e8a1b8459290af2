/// The path of the records in a JSON text: names and indexes that lead to an array or to an object. The records are the
/// elements of the array, or the values of the object's members.
///
///     try ArrayPath("data.items")            // {"data": {"items": [record, record]}}
///     try ArrayPath("pages[2].items[*]")     // the same with `[*]` at the end or without
///     try ArrayPath("data.*")                // {"data": {"key": record, "other": record}}
public struct ArrayPath: Sendable, Hashable, CustomStringConvertible {
  /// The steps to the array or object, outermost first. They contain no wildcard.
  public let segments: [RecordPath.Segment]

  /// Whether the records are the values of an object's members. True if the path ended with `*`.
  public let isObject: Bool

  /// The path to a text that is itself the array.
  public static let root = ArrayPath(segments: [], isObject: false)

  private init(segments: [RecordPath.Segment], isObject: Bool) {
    self.segments = segments
    self.isObject = isObject
  }

  /// Creates the path of one array or object. A path to an array may end with `[*]`. A path to an object
  /// ends with `*`.
  ///
  /// - Throws: ``PathError`` for any other wildcard.
  public init(_ path: RecordPath) throws(PathError) {
    var segments = path.segments
    let isObject = segments.last == .everyMember
    if isObject || segments.last == .everyElement { segments.removeLast() }
    if let wildcard = segments.firstIndex(where: { $0 == .everyElement || $0 == .everyMember }) {
      throw PathError(
        path.text, at: path.positions[wildcard],
        "the path to the records can have a wildcard only at its end: [*] or .*")
    }
    self.init(segments: segments, isObject: isObject)
  }

  /// Parses a path as ``RecordPath/init(_:)`` does.
  ///
  /// - Throws: ``PathError`` with the byte position of the syntax error or the wildcard.
  public init(_ text: String) throws(PathError) {
    try self.init(RecordPath(text))
  }

  /// The path in the shortest form that parses to the same steps.
  public var description: String {
    let text = text(of: segments.count)
    guard isObject else { return text }
    return segments.isEmpty ? "*" : "\(text).*"
  }

  /// Returns the text of the first steps of the path.
  func text(of count: Int) -> String {
    var text = PathText()
    for segment in segments.prefix(count) { text.append(segment) }
    return text.description
  }
}
