public import Foundation
import Synchronization

/// Converts a date to the time since 1970 in whole seconds or milliseconds.
public struct UnixLongDateAlterer: TypeAlterer, Sendable {
  /// The unit of the number.
  public enum Unit: Sendable {
    /// Milliseconds.
    case milisecond
    /// Seconds.
    case second

    var perSecond: Double { self == .milisecond ? 1000 : 1 }
  }

  /// The unit of the number.
  public let unit: Unit

  /// Creates an alterer. The default unit is seconds.
  public init(unit: Unit = .second) {
    self.unit = unit
  }

  /// Returns the time, truncated to whole units. A number that was decoded is encoded unchanged. A date out of range is
  /// clamped to the nearest number in range, and a NaN date gives 0.
  public func alter(value: Date) -> Int64 {
    let time = value.timeIntervalSince1970 * unit.perSecond
    let nearest = count(time.rounded())
    // `Date` does not store every time exactly.
    return alterBack(value: nearest) == value ? nearest : count(time)
  }

  /// Returns the date of a time since 1970.
  public func alterBack(value: Int64) -> Date {
    Date(timeIntervalSince1970: Double(value) / unit.perSecond)
  }

  private func count(_ time: Double) -> Int64 {
    if time.isNaN { return 0 }
    return Int64(exactly: time.rounded(.towardZero)) ?? (time < 0 ? .min : .max)
  }
}

/// Converts a date to text by a Unicode date pattern (UTS #35), in the user's locale and time zone.
public struct StringDateAlterer: TypeAlterer, Sendable {
  /// The pattern, such as `dd-MM-yyyy`.
  public let pattern: String

  /// A new formatter for the pattern.
  public var formatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.dateFormat = pattern
    return formatter
  }

  /// Creates an alterer for a pattern.
  public init(pattern: String) {
    self.pattern = pattern
  }

  /// Returns the date's text.
  public func alter(value: Date) -> String { PatternFormatters.use(self) { $0.string(from: value) } }

  /// Returns the date of a text, or `Date.distantPast` if the text does not match.
  public func alterBack(value: String) -> Date {
    PatternFormatters.use(self) { $0.date(from: value) } ?? .distantPast
  }
}

/// Caches one formatter per pattern. Alterers are created anew with every model, and creating a formatter costs more
/// than decoding many records.
private enum PatternFormatters {
  private struct Key: Hashable {
    let pattern: String
    let locale: Locale
    let zone: TimeZone
  }

  private static let known = Mutex<[Key: DateFormatter]>([:])
  private static var capacity: Int { 64 }

  static func use<Result>(_ alterer: StringDateAlterer, _ body: (DateFormatter) -> Result) -> Result {
    // A formatter keeps the locale and time zone current at its creation. A program may change its default time zone.
    let key = Key(pattern: alterer.pattern, locale: Locale.current, zone: NSTimeZone.default)
    return known.withLock { known in
      if let formatter = known[key] { return body(formatter) }
      if known.count >= capacity { known.removeAll() }
      let formatter = alterer.formatter
      known[key] = formatter
      return body(formatter)
    }
  }
}
