/// A path to one or more values in a JSON value.
///
///     let name = try value[RecordPath("user.screen_name")]     // `value` is a JSONValue
///
/// It is a subset of RFC 9535's JSONPath, with the dotted shorthand that mapping libraries use:
///
///     path    = ["$"] segment *segment
///     segment = ["."] name | "." "*" | "[" index "]" | "[" "*" "]"
///             | "['" text "']" | "[\"" text "\"]"
///
/// Examples: `user.screen_name`, `$.items[*].price`, `a['key.with.dots'][0]`. `$` alone is the value itself. A plain
/// name ends at the next `.` or `[`. Any other name can be written in quotes. In quotes, a backslash may only precede
/// the quote, another backslash, or `u` and four hexadecimal digits. `[*]` selects all elements of an array, `.*` all
/// members of an object.
public struct RecordPath: Sendable, Hashable {
  /// One step of a path.
  public enum Segment: Sendable, Hashable {
    /// The member of an object with this name.
    case name(String)
    /// The element of an array at this index, from 0.
    case index(Int)
    /// The element of an array at this index, or the member of an object whose name is this number. It is for
    /// libraries with paths like `items.0.price`. See ``RecordPath/init(_:delimiter:)``.
    case indexOrName(Int)
    /// Every element of an array.
    case everyElement
    /// Every member of an object.
    case everyMember

    /// Compares the bytes of names, because JSON has no canonical equivalence.
    public static func == (left: Segment, right: Segment) -> Bool {
      switch (left, right) {
      case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
      case (.index(let left), .index(let right)): left == right
      case (.indexOrName(let left), .indexOrName(let right)): left == right
      case (.everyElement, .everyElement), (.everyMember, .everyMember): true
      default: false
      }
    }

    /// Hashes the bytes of a name, or the index. A wildcard adds nothing.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .name(let name): hasher.combine(Array(name.utf8))
      case .index(let index), .indexOrName(let index): hasher.combine(index)
      case .everyElement, .everyMember: break
      }
    }
  }

  /// The steps from the value itself, outermost first.
  public let segments: [Segment]

  /// The path as it was written.
  public let text: String

  /// The byte offset in ``text`` of each segment.
  package let positions: [Int]

  /// The steps to the strings whose text has the value, outermost first. A list of columns has such paths, as
  /// `json(a).b`. The segments are then those in the innermost text.
  package let texts: [[Segment]]

  package init(segments: [Segment], text: String, positions: [Int], texts: [[Segment]] = []) {
    self.segments = segments
    self.text = text
    self.positions = positions
    self.texts = texts
  }

  /// The maximum number of steps of a path, including those of the models it is nested in. The compilation recurses
  /// once for each step.
  package static let maximumSteps = 512

  /// Whether the path can yield more than one value.
  public var isMultiple: Bool {
    segments.contains { $0 == .everyElement || $0 == .everyMember }
  }

  /// Compares the steps of two paths. Their text may differ.
  public static func == (left: RecordPath, right: RecordPath) -> Bool {
    left.segments == right.segments && left.texts == right.texts
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
    hasher.combine(texts)
  }
}

extension RecordPath: CustomStringConvertible {
  /// The path as it was written.
  public var description: String { text }
}
