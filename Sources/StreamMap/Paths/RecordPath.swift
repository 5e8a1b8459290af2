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
/// written in quotes, where a backslash stands before the quote, another backslash, or
/// `u` and four hexadecimal digits.
/// `[*]` goes over the elements of an array, `.*` over the members of an object.
public struct RecordPath: Sendable, Hashable {
  /// One step down.
  public enum Segment: Sendable, Hashable {
    /// The member of an object with this name.
    case name(String)
    /// The element of an array at this index, from 0.
    case index(Int)
    /// The element of an array at this index, or the member of an object that has the number for its name:
    /// what libraries mean that write `items.0.price`. See ``RecordPath/init(_:delimiter:)``.
    case indexOrName(Int)
    /// Every element of an array.
    case everyElement
    /// Every member of an object.
    case everyMember

    /// Names are equal when their bytes are: JSON knows no canonical equivalence.
    public static func == (left: Segment, right: Segment) -> Bool {
      switch (left, right) {
      case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
      case (.index(let left), .index(let right)): left == right
      case (.indexOrName(let left), .indexOrName(let right)): left == right
      case (.everyElement, .everyElement), (.everyMember, .everyMember): true
      default: false
      }
    }

    /// Hashes the bytes of a name.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .name(let name): hasher.combine(Array(name.utf8))
      case .index(let index): hasher.combine(index)
      case .indexOrName(let index): hasher.combine(-3 - index)
      case .everyElement: hasher.combine(-1)
      case .everyMember: hasher.combine(-2)
      }
    }
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

  /// The most steps a path can have, those of the models it is nested in included: the
  /// compilation recurses once a step.
  static let maximumSteps = 512

  /// Whether the path can yield more than one value.
  public var isMultiple: Bool {
    segments.contains { $0 == .everyElement || $0 == .everyMember }
  }

  /// Two paths are equal when they take the same steps, however written.
  public static func == (left: RecordPath, right: RecordPath) -> Bool {
    left.segments == right.segments
  }

  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(segments)
  }
}

extension RecordPath: CustomStringConvertible {
  /// The path as it was written.
  public var description: String { text }
}
