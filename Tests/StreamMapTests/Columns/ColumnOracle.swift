@testable import StreamMap
@testable import TestSupport

/// The rows that columns have, computed column by column over the tree of each record. It is slow and simple, and shares
/// with the library only the columns' names of types and policies.
struct ColumnOracle {
  struct Rejection: Equatable {
    /// The number of the record, from 1.
    var record: Int
    /// The offset of the first value that does not fit. Nil for a malformed record.
    var offset: Int?
    /// The errors that its columns have there.
    var kinds: Set<MappingError.Kind> = []
  }

  private let columns: [(column: Column, path: PathInterpreter)]
  private(set) var rows: [[ColumnValue]] = []
  private(set) var rejected: [Rejection] = []

  init(_ schema: ColumnSchema, reading text: [UInt8]) { self.init(schema.columns, reading: text) }

  init(_ columns: [(column: Column, path: PathInterpreter)], reading text: [UInt8]) {
    self.columns = columns
    for record in ReferenceLines.read(text) {
      do throws(Misfit) {
        // Only the first record can begin with a byte order mark.
        guard case .success = record.result, let root = try? ReferenceParser.parse(record.bytes) else {
          rejected.append(Rejection(record: record.number))
          continue
        }
        rows.append(try row(of: Record(root: root, bytes: record.bytes)))
      } catch {
        rejected.append(
          Rejection(record: record.number, offset: record.offset + error.offset, kinds: error.kinds))
      }
    }
  }

  /// The number of rows of each batch. A batch ends with the row that reaches one of the limits.
  func batches(rows rowLimit: Int, bytes byteLimit: Int) -> [Int] {
    var counts: [Int] = []
    var (count, held) = (0, 0)
    for row in rows {
      count += 1
      held += (columns.count + 63) / 64 * 8
      for (value, (column, _)) in zip(row, columns) { held += Self.size(of: value, column.type) }
      guard count == rowLimit || held >= byteLimit else { continue }
      counts.append(count)
      (count, held) = (0, 0)
    }
    return count > 0 ? counts + [count] : counts
  }

  /// The number of bytes that a value has in a batch.
  private static func size(of value: ColumnValue, _ type: ColumnType) -> Int {
    switch (value, type) {
    case (.list(let items), .list(let item)): items.reduce(4) { $0 + 1 + size(of: $1, item) }
    case (.list(let items), .map(let value)): items.reduce(4) { $0 + 1 + size(of: $1, .entry(value)) }
    case (.members(let members), .struct(let types)):
      zip(members, types).reduce(0) { $0 + 1 + size(of: $1.0, $1.1.type) }
    case (_, .struct(let types)): types.reduce(0) { $0 + 1 + size(of: .null, $1.type) }
    case (.text(let bytes), _): 4 + bytes.count
    case (_, .bool): 1
    case (_, .date), (_, .string), (_, .text), (_, .json), (_, .list), (_, .map): 4
    default: 8
    }
  }

  // MARK: Records

  private struct Record {
    var root: ReferenceValue
    var bytes: [UInt8]
  }

  /// A value that does not fit its column.
  private struct Misfit: Error {
    var kinds: Set<MappingError.Kind>
    var offset: Int

    init(_ kind: MappingError.Kind, at offset: Int) {
      kinds = [kind]
      self.offset = offset
    }

    /// The first of all errors of a record.
    init?(_ all: [Misfit]) {
      guard let first = all.min(by: { $0.offset < $1.offset }) else { return nil }
      self = first
      for other in all where other.offset == offset { kinds.formUnion(other.kinds) }
    }
  }

  private func row(of record: Record) throws(Misfit) -> [ColumnValue] {
    guard !PathInterpreter.isWrongKind(record.root, for: columns.map(\.path)) else {
      throw Misfit(.typeMismatch, at: record.root.range.lowerBound)
    }
    var misfits: [Misfit] = []
    let row = columns.map { column, path in
      do throws(Misfit) {
        return try Self.value(of: column, path.segments, record)
      } catch {
        if column.mismatch == .reject || column.presence == .required { misfits.append(error) }
        return .null
      }
    }
    if let first = Misfit(misfits) { throw first }
    return row
  }

  private static func value(
    of column: Column, _ path: [PathInterpreter.Segment], _ record: Record
  ) throws(Misfit) -> ColumnValue {
    let wildcard = path.firstIndex(where: \.isWildcard) ?? path.count
    var value: ColumnValue?
    // A record that no path of a column can enter has no value for it.
    if path.isEmpty || path[0].goesInto(record.root),
      let start = try follow(path[..<wildcard], from: record.root)
    {
      if wildcard < path.count {
        value = try entries(of: start, path[wildcard...], column, record).map(ColumnValue.list)
      } else {
        value = try convert(start, column.type, column.mismatch, record)
        if value == .null, column.presence == .required {
          throw Misfit(.unexpectedNull, at: start.range.lowerBound)
        }
      }
    }
    if value == nil, column.presence == .required {
      throw Misfit(.missingField, at: innermost(path[..<wildcard], in: record.root).range.upperBound - 1)
    }
    return value ?? .null
  }

  // MARK: Paths

  /// Follows names and indexes. Returns nil if there is no such value, or if a value on the way is null.
  private static func follow(
    _ path: ArraySlice<PathInterpreter.Segment>, from start: ReferenceValue
  ) throws(Misfit) -> ReferenceValue? {
    var value = start
    for segment in path {
      if value.isNull { return nil }
      guard segment.goesInto(value) else { throw Misfit(.typeMismatch, at: value.range.lowerBound) }
      guard let child = children(of: value, segment).first else { return nil }
      value = child
    }
    return value
  }

  /// Returns the last object or array on the way to an absent value.
  private static func innermost(
    _ path: ArraySlice<PathInterpreter.Segment>, in root: ReferenceValue
  ) -> ReferenceValue {
    var value = root
    for segment in path {
      guard let child = children(of: value, segment).first, !child.isNull else { break }
      value = child
    }
    return value
  }

  private static func children(
    of value: ReferenceValue, _ segment: PathInterpreter.Segment
  ) -> [ReferenceValue] {
    PathInterpreter(segments: []).children(of: value, by: segment)
  }

  /// Returns the list entries of a container's elements. Returns nil if there is null in place of the container.
  ///
  /// - Parameter path: a path that begins with a wildcard.
  private static func entries(
    of container: ReferenceValue, _ path: ArraySlice<PathInterpreter.Segment>, _ column: Column,
    _ record: Record
  ) throws(Misfit) -> [ColumnValue]? {
    guard !container.isNull, let wildcard = path.first else { return nil }
    guard wildcard.goesInto(container) else {
      throw Misfit(.typeMismatch, at: container.range.lowerBound)
    }
    let steps = path.dropFirst().prefix { !$0.isWildcard }
    let rest = path.dropFirst(1 + steps.count)
    var all: [ColumnValue] = []
    for element in children(of: container, wildcard) {
      do throws(Misfit) {
        let value = try follow(steps, from: element)
        if !rest.isEmpty {
          if let value { all += try entries(of: value, rest, column, record) ?? [] }
        } else if let value {
          all.append(try convert(value, column.type.item, column.mismatch, record))
        } else {
          // An element without the value keeps its place.
          all.append(.null)
        }
      } catch {
        if column.mismatch == .reject { throw error }
        all.append(.null)
      }
    }
    return all
  }

  // MARK: Values

  private static func convert(
    _ value: ReferenceValue, _ type: ColumnType, _ mismatch: Column.Mismatch, _ record: Record
  ) throws(Misfit) -> ColumnValue {
    let offset = value.range.lowerBound
    switch (type, value.node) {
    case (_, .null): return .null
    case (.bool, .bool(let flag)): return .bool(flag)
    case (.int64, .number(let literal)):
      return .int(try integer(literal, at: offset))
    case (.uint64, .number(let literal)):
      return .unsigned(try integer(literal, at: offset))
    case (.double, .number(let literal)):
      guard let number = Double(literal), number.isFinite else { throw Misfit(.outOfRange, at: offset) }
      return .double(number.bitPattern)
    case (.string, .string(let bytes)): return .text(bytes)
    case (.text, .string(let bytes)): return .text(bytes)
    case (.text, .number(let literal)): return .text(Array(literal.utf8))
    case (.text, .bool(let flag)): return .text(Array("\(flag)".utf8))
    case (.json, _): return .text(value.compactText(in: record.bytes))
    case (.date, .string(let bytes)):
      guard let day = ReferenceTime.day(bytes) else { throw Misfit(.invalidValue, at: offset) }
      return .int(Int64(day))
    case (.timestamp(let unit), .string(let bytes)):
      return try time(ReferenceTime.nanoseconds(bytes), unit, at: offset)
    case (.datetime(let unit), .string(let bytes)):
      return try time(ReferenceTime.nanoseconds(bytes, hasZone: false), unit, at: offset)
    case (.unix(let unit, as: let stored), .number(let literal)):
      return try time(ReferenceTime.nanoseconds(literal, of: unit), stored, at: offset)
    case (.unix(let unit, as: let stored), .string(let bytes)):
      let number = String(decoding: bytes, as: UTF8.self)
      guard number.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
        throw Misfit(.invalidValue, at: offset)
      }
      return try time(ReferenceTime.nanoseconds(number, of: unit), stored, at: offset)
    case (.list(let item), .array(let elements)):
      return .list(try parts(elements.map { ($0, item) }, mismatch, record))
    case (.map(let item), .object(let members)):
      var names: Set<[UInt8]> = []
      let first = members.filter { names.insert($0.name).inserted }
      let values = try parts(first.map { ($0.value, item) }, mismatch, record)
      return .list(zip(first, values).map { .members([.text($0.name), $1]) })
    case (.struct(let types), .object(let members)):
      let values = types.map { type in
        (members.first { $0.name == Array(type.name.utf8) }?.value, type.type)
      }
      return .members(try parts(values, mismatch, record))
    default: throw Misfit(.typeMismatch, at: offset)
    }
  }

  /// Converts a time in nanoseconds.
  private static func time(
    _ time: Int128?, _ unit: ColumnType.TimeUnit, at offset: Int
  ) throws(Misfit) -> ColumnValue {
    guard let time else { throw Misfit(.invalidValue, at: offset) }
    guard ReferenceTime.years.contains(time), let count = Int64(exactly: time.roundedDown(to: unit)) else {
      throw Misfit(.outOfRange, at: offset)
    }
    return .int(count)
  }

  /// Converts the values in a value. One that does not fit is null, if that is allowed.
  private static func parts(
    _ values: [(ReferenceValue?, ColumnType)], _ mismatch: Column.Mismatch, _ record: Record
  ) throws(Misfit) -> [ColumnValue] {
    var misfits: [Misfit] = []
    let parts = values.map { value, type -> ColumnValue in
      guard let value else { return .null }
      do throws(Misfit) {
        return try convert(value, type, mismatch, record)
      } catch {
        misfits.append(error)
        return .null
      }
    }
    if mismatch == .reject, let first = Misfit(misfits) { throw first }
    return parts
  }

  private static func integer<Value: FixedWidthInteger>(
    _ literal: String, at offset: Int
  ) throws(Misfit) -> Value {
    guard case .exact(let exact) = DecimalReference(Array(literal.utf8)) else {
      let isFraction = DecimalReference(Array(literal.utf8)) == .fraction
      throw Misfit(isFraction ? .notAnInteger : .outOfRange, at: offset)
    }
    guard let value = Value(exactly: exact) else { throw Misfit(.outOfRange, at: offset) }
    return value
  }
}

/// Dates and times, counted year by year.
private enum ReferenceTime {
  private static let nanosecondsPerDay: Int128 = 86_400_000_000_000

  /// The years 0 to 9999, in nanoseconds.
  static let years =
    Int128(days(before: 0)) * nanosecondsPerDay..<Int128(days(before: 10_000)) * nanosecondsPerDay

  /// Returns the number of days from 1970-01-01 to a date such as 2025-03-01.
  static func day(_ text: [UInt8]) -> Int? {
    guard let date = String(decoding: text, as: UTF8.self).wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/),
      let year = Int(date.1), let month = Int(date.2), let day = Int(date.3)
    else { return nil }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[month - 1]).contains(day) else { return nil }
    return days(before: year) + lengths[..<(month - 1)].reduce(0, +) + day - 1
  }

  /// Returns the time of a number of units, rounded down. A number of the wrong range is one of the year 10000.
  static func nanoseconds(_ literal: String, of unit: ColumnType.TimeUnit) -> Int128 {
    let parts = literal.lowercased().split(separator: "e")
    let isNegative = literal.hasPrefix("-")
    let digits = parts[0].drop { $0 == "-" }.split(separator: ".")
    let fraction = digits.count > 1 ? digits[1] : ""
    let places: Int =
      switch unit {
      case .seconds: 9
      case .milliseconds: 6
      case .microseconds: 3
      case .nanoseconds: 0
      }
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + places - fraction.count
    var text = (digits[0] + fraction).drop { $0 == "0" }
    guard !text.isEmpty else { return 0 }
    var isCut = false
    if exponent >= 0 {
      text += String(repeating: "0", count: min(exponent, 40))
    } else {
      isCut = text.suffix(-exponent).contains { $0 != "0" }
      text = text.dropLast(-exponent)
    }
    guard text.count <= 30 else { return isNegative ? years.lowerBound - 1 : years.upperBound }
    let value = Int128(text) ?? 0
    return isNegative ? -value - (isCut ? 1 : 0) : value
  }

  /// Returns the time from 1970-01-01T00:00:00Z to a time in RFC 3339 format, or to one without a time zone.
  static func nanoseconds(_ text: [UInt8], hasZone: Bool = true) -> Int128? {
    if !hasZone {
      if text.last.map({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) != true { return nil }
      return nanoseconds(text + Array("Z".utf8))
    }
    let time =
      /([Tt ])([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?([Zz]|[-+][0-9]{2}:[0-9]{2})/
    guard let day = day(Array(text.prefix(10))),
      let match = String(decoding: text.dropFirst(10), as: UTF8.self).wholeMatch(of: time),
      let hour = Int(match.2), let minute = Int(match.3), let second = Int(match.4),
      hour < 24, minute < 60, second <= 60, let zone = seconds(ofZone: match.6)
    else { return nil }
    let digits = (match.5?.dropFirst() ?? "").prefix(9)
    let fraction = Int128(digits + String(repeating: "0", count: 9 - digits.count)) ?? 0
    let seconds = hour * 3_600 + minute * 60 + second - zone
    return Int128(day) * nanosecondsPerDay + Int128(seconds) * 1_000_000_000 + fraction
  }

  private static func seconds(ofZone zone: Substring) -> Int? {
    guard zone.count > 1 else { return 0 }
    guard let hours = Int(zone.dropFirst().prefix(2)), let minutes = Int(zone.suffix(2)), hours < 24,
      minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (zone.hasPrefix("-") ? -60 : 60)
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Returns the number of days from 1970-01-01 to the beginning of a year. Negative before 1970.
  private static func days(before year: Int) -> Int { daysFromZero[year] - daysFromZero[1970] }

  /// The number of days from 0000-01-01 to the beginning of each year.
  private static let daysFromZero: [Int] = {
    var days = [0]
    for year in 0..<10_000 { days.append(days[year] + (isLeap(year) ? 366 : 365)) }
    return days
  }()
}

extension Int128 {
  /// Returns a number of nanoseconds in whole units.
  fileprivate func roundedDown(to unit: ColumnType.TimeUnit) -> Int128 {
    let divisor: Int128 =
      switch unit {
      case .seconds: 1_000_000_000
      case .milliseconds: 1_000_000
      case .microseconds: 1_000
      case .nanoseconds: 1
      }
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
