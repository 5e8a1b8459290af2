/// One path of an ``InferredSchema``, with a summary of its values.
public struct SchemaEntry: Sendable, Hashable {
  /// The path in the syntax of a ``Mapping`` and a ``Projection``: `user.name`, `tags[*].text`, `counts.*`.
  public let path: RecordPath

  /// The number of values of each type.
  public let counts: [ValueType: Int]

  /// The number of enclosing objects that lack the member. It is 0 for a value that is not a member, and for a member
  /// of a dictionary.
  public let absences: Int

  /// The number of enclosing objects of a member. It is 0 for any other value.
  public let parents: Int

  /// The range of its numbers.
  public let numbers: ClosedRange<SchemaNumber>?

  /// The range of the lengths of its strings, in bytes of decoded UTF-8.
  public let lengths: ClosedRange<Int>?

  /// The range of the element counts of its arrays.
  public let elements: ClosedRange<Int>?

  /// The range of the member counts of its objects.
  public let members: ClosedRange<Int>?

  /// The first distinct values that are neither null nor a container.
  public let examples: [Example]

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

  /// An example value.
  public struct Example: Sendable, Hashable {
    /// The decoded text of a string, or the literal of a number or a boolean. A long text is truncated.
    public let text: String
    /// Whether the value is a string.
    public let isString: Bool
    /// Whether the text is truncated.
    public let isCut: Bool
  }

  /// The number of values.
  public var count: Int { counts.values.reduce(0, +) }

  /// The share of values that are null, from 0 to 1.
  public var nullRate: Double { count == 0 ? 0 : Double(counts[.null] ?? 0) / Double(count) }

  /// The share of enclosing objects that lack the member, from 0 to 1.
  public var absenceRate: Double { parents == 0 ? 0 : Double(absences) / Double(parents) }
}

/// A number of a ``SchemaEntry``: an exact integer, or the nearest `Double`.
public enum SchemaNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// An integer.
  case integer(Int)
  /// Any other number.
  case decimal(Double)

  /// Compares by value. Integers are compared exactly.
  public static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.integer(let left), .decimal(let right)): Double(left) < right
    case (.decimal(let left), .integer(let right)): left < Double(right)
    }
  }

  /// The number as JSON text.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    }
  }
}
