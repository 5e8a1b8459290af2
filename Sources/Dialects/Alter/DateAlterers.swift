public import Foundation
import Synchronization

/// A date as the time since 1970 in whole seconds or milliseconds.
public struct UnixLongDateAlterer: TypeAlterer, Sendable {
  /// What is counted.
  public enum Unit: Sendable {
    /// Milliseconds.
    case milisecond
    /// Seconds.
    case second

    var perSecond: Double { self == .milisecond ? 1000 : 1 }
  }

  /// What is counted.
  public let unit: Unit

  /// Seconds, if nothing is said.
  public init(unit: Unit = .second) {
    self.unit = unit
  }

  /// The time, cut off to whole units; a number that was read is the number that is written. A date beyond what can be
  /// counted is the last one that can, and 0 stands for one that is none.
  public func alter(value: Date) -> Int64 {
    let time = value.timeIntervalSince1970 * unit.perSecond
    let nearest = count(time.rounded())
    // What a date keeps of a time is not exact.
    return alterBack(value: nearest) == value ? nearest : count(time)
  }

  /// The date of a time since 1970.
  public func alterBack(value: Int64) -> Date {
    Date(timeIntervalSince1970: Double(value) / unit.perSecond)
  }

  private func count(_ time: Double) -> Int64 {
    if time.isNaN { return 0 }
    return Int64(exactly: time.rounded(.towardZero)) ?? (time < 0 ? .min : .max)
  }
}

/// A date as text by a pattern of Unicode's (UTS #35), in the user's locale and time zone.
public struct StringDateAlterer: TypeAlterer, Sendable {
  /// The pattern: `dd-MM-yyyy`.
  public let pattern: String

  /// A new formatter for the pattern.
  public var formatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.dateFormat = pattern
    return formatter
  }

  /// Dates by a pattern.
  public init(pattern: String) {
    self.pattern = pattern
  }

  /// The date's text.
  public func alter(value: Date) -> String { PatternFormatters.use(self) { $0.string(from: value) } }

  /// The date of a text; `Date.distantPast` if it is none.
  public func alterBack(value: String) -> Date {
    PatternFormatters.use(self) { $0.date(from: value) } ?? .distantPast
  }
}

/// A formatter for each pattern, as one costs more than many records: alterers are made anew with every model.
private enum PatternFormatters {
  private struct Key: Hashable {
    let pattern: String
    let locale: Locale
    let zone: TimeZone
  }

  private static let known = Mutex<[Key: DateFormatter]>([:])
  private static var capacity: Int { 64 }

  static func use<Result>(_ alterer: StringDateAlterer, _ body: (DateFormatter) -> Result) -> Result {
    // A formatter keeps those that were current when it was made; a program may set a time zone of its own.
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
