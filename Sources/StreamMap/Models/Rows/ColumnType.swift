/// The type of a column's values.
///
///     Column("created", path: "created_at", .timestamp(.microseconds))
///     Column("tags", path: "entities.hashtags[*].text", .list(.string))
///     Column("items", .list(.struct([.init("sku", .string), .init("price", .double)])))
///
/// A value of another JSON type is a mismatch, and so is a number that the type cannot hold exactly.
///
/// | type | JSON value | Arrow type |
/// |---|---|---|
/// | `bool` | `true` or `false` | bool |
/// | `int64`, `uint64` | a number without a fraction, within the range | int64, uint64 |
/// | `double` | a number | float64 |
/// | `string` | a string | utf8 |
/// | `text` | a string, or a number or Boolean as its text: `"01234"`, `12345`, `true` | utf8 |
/// | `timestamp(unit)` | a string in RFC 3339 format, with a time zone: `T` and `Z` in either case, or a space for `T` | timestamp in UTC |
/// | `datetime(unit)` | the same without a time zone: `2024-05-19T10:00:00`, with or without a fraction | timestamp without a time zone |
/// | `unix(unit)` | a number of units since 1970, or a string of one | timestamp in UTC |
/// | `date` | a string such as `2025-03-01` | date32 |
/// | `list(type)` | an array | list |
/// | `struct(name:type, …)` | an object. Only the members that are named are read | struct |
/// | `map(type)` | an object with any names. All members are read | map with utf8 keys |
/// | `json` | any value, as its JSON text without white space | utf8 |
public indirect enum ColumnType: Sendable, Hashable {
  case bool
  case int64
  case uint64
  case double
  case string
  /// The text of any scalar. A string is decoded, and a number keeps its digits.
  case text
  /// A point in time of the years 0 to 9999 in UTC, counted from 1970-01-01T00:00:00Z. A finer fraction is rounded down
  /// to the unit. The calendar is Gregorian at all times.
  case timestamp(TimeUnit)
  /// A date and a time of day of the years 0 to 9999, counted from 1970-01-01T00:00:00 without a time zone. A finer fraction
  /// is rounded down to the unit.
  case datetime(TimeUnit)
  /// A number of units since 1970-01-01T00:00:00Z, which is stored in another unit. It can have a fraction, whose finer
  /// part is rounded down to that unit, and is negative before 1970. The point in time is one of the years 0 to 9999.
  case unix(TimeUnit, as: TimeUnit)
  /// A day, counted from 1970-01-01.
  case date
  /// The elements of an array, or the values of a path with a wildcard. An element can be null.
  case list(ColumnType)
  /// Some members of an object, by their names. A member that the object does not have is null. There is at least one, and
  /// no two have the same name.
  case `struct`([Member])
  /// All members of an object. Of members with the same name, the first counts.
  case map(ColumnType)
  case json

  /// A member of a struct.
  public struct Member: Sendable, Hashable {
    /// The name, as it is in the object.
    public let name: String
    /// The type of its values.
    public let type: ColumnType

    /// Creates a member.
    public init(_ name: String, _ type: ColumnType) { (self.name, self.type) = (name, type) }
  }

  /// The unit of a time.
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

  /// The number of digits of a fraction of a second.
  package var digits: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: 3
    case .microseconds: 6
    case .nanoseconds: 9
    }
  }
}

extension ColumnType {
  /// A number of units since 1970-01-01T00:00:00Z, which is stored in the same unit. A fraction is rounded down.
  public static func unix(_ unit: TimeUnit) -> ColumnType { .unix(unit, as: unit) }

  package var isList: Bool { if case .list = self { true } else { false } }

  /// The type of a list's elements, or the type itself.
  package var item: ColumnType { if case .list(let element) = self { element } else { self } }

  /// Whether values have others in them.
  package var isNested: Bool {
    switch self {
    case .list, .struct, .map: true
    default: false
    }
  }

  /// The number of types that can be in one another.
  package static var maximumDepth: Int { 32 }

  /// The type of a map's member, as Arrow has it.
  package static func entry(_ value: ColumnType) -> ColumnType {
    .struct([Member("key", .string), Member("value", value)])
  }

  /// Why a column cannot have this type. Nil if it can.
  package var problem: String? { problem(depth: 1) }

  private func problem(depth: Int) -> String? {
    guard depth <= Self.maximumDepth else { return "types nest at most \(Self.maximumDepth) deep" }
    switch self {
    case .list(let item), .map(let item): return item.problem(depth: depth + 1)
    case .struct(let members):
      if members.isEmpty { return "a struct has at least one member" }
      // Names are bytes. Strings are also equal if they are canonically equivalent.
      var names: Set<[UInt8]> = []
      for member in members {
        guard names.insert(Array(member.name.utf8)).inserted else {
          return "duplicate member name '\(member.name)'"
        }
        if let problem = member.type.problem(depth: depth + 1) { return problem }
      }
      return nil
    default: return nil
    }
  }
}
