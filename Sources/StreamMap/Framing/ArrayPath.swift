/// Where in a JSON text the array is whose elements are the records: names and indexes.
///
///     try ArrayPath("data.items")            // {"data": {"items": [record, record]}}
///     try ArrayPath("pages[2].items[*]")     // the same with `[*]` at the end or without
public struct ArrayPath: Sendable, Hashable, CustomStringConvertible {
  /// The steps to the array, outermost first; no wildcard among them.
  public let segments: [Path.Segment]

  /// The text itself is the array.
  public static let root = ArrayPath(segments: [])

  private init(segments: [Path.Segment]) {
    self.segments = segments
  }

  /// Takes a path that leads to one array, or by a `[*]` at its end to the elements of one.
  ///
  /// - Throws: ``PathError`` for any other wildcard.
  public init(_ path: Path) throws(PathError) {
    var segments = path.segments
    if segments.last == .everyElement { segments.removeLast() }
    if let wildcard = segments.firstIndex(where: { $0 == .everyElement || $0 == .everyMember }) {
      throw PathError(
        path.text, at: path.positions[wildcard],
        "the way to an array of records has no wildcard, but at its end [*]")
    }
    self.init(segments: segments)
  }

  /// Reads a path as ``Path/init(_:)`` does.
  ///
  /// - Throws: ``PathError`` with the byte position at which the text is no path, or has a wildcard.
  public init(_ text: String) throws(PathError) {
    try self.init(Path(text))
  }

  /// The path, in the shortest form that reads back as the same steps.
  public var description: String { text(of: segments.count) }

  /// The first steps of the path.
  func text(of count: Int) -> String {
    var text = PathText()
    for segment in segments.prefix(count) { text.append(segment) }
    return text.description
  }
}
