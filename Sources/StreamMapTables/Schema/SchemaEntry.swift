import StreamMap

/// One path of an ``InferredSchema``, with a summary of its values.
public struct SchemaEntry: Sendable, Hashable {
  /// The path in the syntax of a `Mapping` and a ``Projection``: `user.name`, `tags[*].text`, `counts.*`.
  public let path: RecordPath

  /// The number of values of each type.
  public let counts: [ValueType: Int]

  /// The number of enclosing objects that lack the member. It is 0 for a value that is not a member, and for a member
  /// of a dictionary.
  public let absences: Int

  /// The number of enclosing objects of a member. It is 0 for any other value.
  public let parents: Int

  /// The number of members that follow one of the same name in their object. As in a mapping, the first counts: their
  /// values are in no other number here.
  public let duplicates: Int

  /// The range of its integers, without those outside the range of `Int`.
  public let integers: ClosedRange<Int>?

  /// The range of its other numbers, each as the nearest `Double`.
  public let decimals: ClosedRange<Double>?

  /// The number of integers outside the range of `Int`, and of other numbers outside that of `Double`.
  public let outOfRange: Int

  /// The range of the lengths of its strings, in bytes of decoded UTF-8.
  public let lengths: ClosedRange<Int>?

  /// The type that its strings have as dates or times: `date`, `timestamp` or `datetime`, in the largest unit that keeps
  /// all digits. Nil if there are no strings, and if not all of them are dates, or times of one kind.
  public let times: ColumnType?

  /// The range of the element counts of its arrays.
  public let elements: ClosedRange<Int>?

  /// The range of the member counts of its objects.
  public let members: ClosedRange<Int>?

  /// The first distinct values that are neither null nor a container, as JSON text: `12`, `"ada"`.
  ///
  /// A value that is longer than ``InferredSchema/Bounds/exampleBytes`` is a string of its beginning and an ellipsis,
  /// even if it is a number: `"3.14159…"`.
  public let examples: [String]

  /// Whether its objects are dictionaries, with an open set of names and similar values.
  public let isDictionary: Bool

  /// A JSON type. Numbers have two types, depending on how they are written.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number with neither a fraction nor an exponent.
    case integer
    /// Any other number.
    case decimal
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// The number of values.
  public var count: Int { counts.values.reduce(0, +) }

  /// The share of values that are null, from 0 to 1.
  public var nullRate: Double { count == 0 ? 0 : Double(counts[.null] ?? 0) / Double(count) }

  /// The share of enclosing objects that lack the member, from 0 to 1.
  public var absenceRate: Double { parents == 0 ? 0 : Double(absences) / Double(parents) }
}
