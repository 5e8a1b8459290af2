/// A place, or many, in a JSON value.
///
/// A subset of RFC 9535's JSONPath, with the dotted shorthand that mapping
/// libraries use:
///
///     path    = ["$"] segment *segment
///     segment = ["."] name | "." "*" | "[" index "]" | "[" "*" "]"
///             | "['" text "']" | "[\"" text "\"]"
///
/// `user.screen_name`, `$.items[*].price`, `a['key.with.dots'][0]`. `$` alone is
/// the value itself. A plain name ends at the next `.` or `[`; anything else can be
/// written in quotes, where a backslash stands before a quote or a backslash.
/// `[*]` goes over the elements of an array, `.*` over the members of an object.
public struct Path: Sendable, Hashable {
  /// One step down.
  public enum Segment: Sendable, Hashable {
    /// The member of an object with this name.
    case name(String)
    /// The element of an array at this index, from 0.
    case index(Int)
    /// Every element of an array.
    case everyElement
    /// Every member of an object.
    case everyMember
  }

  /// The steps from the value itself, outermost first.
  public let segments: [Segment]

  /// The path as it was written.
  public let text: String

  /// Where in ``text`` each segment begins, in bytes.
  let positions: [Int]

  init(segments: [Segment], text: String, positions: [Int]) {
    self.segments = segments
    self.text = text
    self.positions = positions
  }

  /// Whether the path can yield more than one value.
  public var isMultiple: Bool {
    segments.contains { $0 == .everyElement || $0 == .everyMember }
  }

  /// Two paths are equal when they take the same steps, however written.
  public static func == (left: Path, right: Path) -> Bool {
    left.segments == right.segments
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
  }
}

extension Path: CustomStringConvertible {
  /// The path as it was written.
  public var description: String { text }
}
