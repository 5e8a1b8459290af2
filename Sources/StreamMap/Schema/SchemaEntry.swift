/// One path of a ``InferredSchema``, and what stands there.
public struct SchemaEntry: Sendable, Hashable {
  /// The path, as a ``Mapping`` and a ``Projection`` take it: `user.name`, `tags[*].text`, `counts.*`.
  public let path: RecordPath

  /// How many values there were of each type.
  public let counts: [ValueType: Int]

  /// In how many of the objects around it the member does not stand; 0 of what is no member. A member of a
  /// dictionary is absent nowhere.
  public let absences: Int

  /// The objects around it, of a member; 0 of anything else.
  public let parents: Int

  /// The least and the greatest of its numbers.
  public let numbers: ClosedRange<SchemaNumber>?

  /// The lengths of its strings, in bytes of UTF-8, escapes decoded.
  public let lengths: ClosedRange<Int>?

  /// The elements of its arrays.
  public let elements: ClosedRange<Int>?

  /// The members of its objects.
  public let members: ClosedRange<Int>?

  /// The first different values that are neither null nor a container.
  public let examples: [Example]

  /// Whether its objects are dictionaries: they have names without number, and values that are alike.
  public let isDictionary: Bool

  /// A type of JSON, numbers apart by how they are written.
  public enum ValueType: String, Sendable, Hashable, CaseIterable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number without a fraction and an exponent.
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

  /// A value.
  public struct Example: Sendable, Hashable {
    /// The text of a string, decoded; the literal of a number or a boolean. Of a long one the beginning.
    public let text: String
    /// It is a string.
    public let isString: Bool
    /// It was longer.
    public let isCut: Bool
  }

  /// The values.
  public var count: Int { counts.values.reduce(0, +) }

  /// How many of the values are null, from 0 to 1.
  public var nullRate: Double { count == 0 ? 0 : Double(counts[.null] ?? 0) / Double(count) }

  /// How many of the objects around it lack the member, from 0 to 1.
  public var absenceRate: Double { parents == 0 ? 0 : Double(absences) / Double(parents) }
}

/// A number of a ``SchemaEntry``: an exact integer, or the nearest `Double`.
public enum SchemaNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// An integer.
  case integer(Int)
  /// Any other number.
  case decimal(Double)

  /// By what they stand for, integers exactly.
  public static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.integer(let left), .decimal(let right)): Double(left) < right
    case (.decimal(let left), .integer(let right)): left < Double(right)
    }
  }

  /// As JSON has it.
  public var description: String {
    switch self {
    case .integer(let value): "\(value)"
    case .decimal(let value): "\(value)"
    }
  }
}
