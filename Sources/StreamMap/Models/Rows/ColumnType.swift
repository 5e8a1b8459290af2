/// The type of a column's values.
///
///     Column("created", path: "created_at", .timestamp(.microseconds))
///     Column("tags", path: "entities.hashtags[*].text", .list(.string))
///
/// A value of another JSON type is a mismatch, and so is a number that the type cannot hold exactly.
///
/// | type | JSON value | Arrow type |
/// |---|---|---|
/// | `bool` | `true` or `false` | bool |
/// | `int64`, `uint64` | a number without a fraction, within the range | int64, uint64 |
/// | `double` | a number | float64 |
/// | `string` | a string | utf8 |
/// | `timestamp(unit)` | a string in RFC 3339 format, with a time zone: `T` and `Z` in either case, or a space for `T` | timestamp in UTC |
/// | `date` | a string such as `2025-03-01` | date32 |
/// | `list(type)` | an array | list |
/// | `json` | any value, as its JSON text without white space | utf8 |
public indirect enum ColumnType: Sendable, Hashable {
  case bool
  case int64
  case uint64
  case double
  case string
  /// A point in time of the years 0 to 9999 in UTC, counted from 1970-01-01T00:00:00Z. A finer fraction is rounded down
  /// to the unit. The calendar is Gregorian at all times.
  case timestamp(TimeUnit)
  /// A day, counted from 1970-01-01.
  case date
  /// The elements of an array, or the values of a path with a wildcard. An element can be null. Lists do not nest.
  case list(ColumnType)
  case json

  /// The unit of a timestamp.
  public enum TimeUnit: String, Sendable, Hashable, CaseIterable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
  }
}

extension ColumnType.TimeUnit {
  /// The number of units in a second.
  package var perSecond: Int {
    switch self {
    case .seconds: 1
    case .milliseconds: 1_000
    case .microseconds: 1_000_000
    case .nanoseconds: 1_000_000_000
    }
  }
}

extension ColumnType: CustomStringConvertible {
  /// The type as ``init(_:)`` parses it: `int64`, `timestamp[us]`, `list(string)`.
  public var description: String {
    switch self {
    case .bool: "bool"
    case .int64: "int64"
    case .uint64: "uint64"
    case .double: "double"
    case .string: "string"
    case .timestamp(let unit): "timestamp[\(unit.rawValue)]"
    case .date: "date"
    case .list(let element): "list(\(element))"
    case .json: "json"
    }
  }

  /// Parses a type: `bool`, `int64`, `uint64`, `double`, `string`, `date`, `json`, `timestamp[s]`, `timestamp[ms]`,
  /// `timestamp[us]`, `timestamp[ns]` or `list(TYPE)`. Returns nil for any other text, and for a list of lists.
  public init?(_ text: String) {
    let isList = text.hasPrefix("list(") && text.hasSuffix(")")
    let item = isList ? text.dropFirst(5).dropLast() : text[...]
    guard let type = Self.plain.first(where: { $0.description == item }) else { return nil }
    self = isList ? .list(type) : type
  }

  /// The types that are not lists.
  private static var plain: [ColumnType] {
    [.bool, .int64, .uint64, .double, .string, .date, .json]
      + TimeUnit.allCases.map { .timestamp($0) }
  }

  package var isList: Bool { if case .list = self { true } else { false } }

  /// The type of a list's elements, or the type itself.
  package var item: ColumnType { if case .list(let element) = self { element } else { self } }
}
