import Foundation
import StreamMap

/// Converts dates to seconds or milliseconds since 1970, as a number or a string. A string that is not a number is 0.
open class DateTransform: TransformType {
  /// The type of the property.
  public typealias Object = Date
  /// The type of the JSON value.
  public typealias JSON = Double

  /// The unit of the number.
  public enum Unit: TimeInterval, Sendable {
    /// Seconds.
    case seconds = 1
    /// Milliseconds.
    case milliseconds = 1000
  }

  private let unit: Unit

  /// Creates a transform.
  public init(unit: Unit = .seconds) {
    self.unit = unit
  }

  /// Returns the date for a number, or for a string with a number.
  open func transformFromJSON(_ value: Any?) -> Date? {
    if let time = value as? Double { return Date(timeIntervalSince1970: time / unit.rawValue) }
    guard let text = value as? String else { return nil }
    return Date(timeIntervalSince1970: NSString(string: text).doubleValue / unit.rawValue)
  }

  /// Returns the number for a date.
  open func transformToJSON(_ value: Date?) -> Double? {
    value.map { $0.timeIntervalSince1970 * unit.rawValue }
  }
}

/// Converts dates with a formatter.
open class DateFormatterTransform: TransformType {
  /// The type of the property.
  public typealias Object = Date
  /// The type of the JSON value.
  public typealias JSON = String

  /// The formatter.
  public let dateFormatter: DateFormatter

  /// Creates a transform.
  public init(dateFormatter: DateFormatter) {
    self.dateFormatter = dateFormatter
  }

  /// Returns the date for a string.
  open func transformFromJSON(_ value: Any?) -> Date? {
    (value as? String).flatMap { dateFormatter.date(from: $0) }
  }

  /// Returns the string for a date.
  open func transformToJSON(_ value: Date?) -> String? {
    value.map { dateFormatter.string(from: $0) }
  }
}

/// Converts dates with a `DateFormatter` pattern in English, such as `yyyy-MM-dd`.
open class CustomDateFormatTransform: DateFormatterTransform {
  /// Creates a transform.
  public init(formatString: String) {
    super.init(dateFormatter: DateFormatter(withFormat: formatString, locale: "en_US_POSIX"))
  }
}

/// Converts dates in ISO 8601 format with whole seconds, such as `2024-02-29T12:34:56Z`.
open class ISO8601DateTransform: DateFormatterTransform {
  /// The formatter shared by all transforms.
  public static let reusableISODateFormatter = DateFormatter(
    withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")

  /// Creates a transform.
  public init() {
    super.init(dateFormatter: Self.reusableISODateFormatter)
  }

  /// Returns the date for a string.
  open override func transformFromJSON(_ value: Any?) -> Date? {
    (value as? String).flatMap { Self.commonDate($0) ?? dateFormatter.date(from: $0) }
  }

  /// Returns the date for a string of the usual form, for which the formatter takes longer than for the rest of a record.
  private static func commonDate(_ text: String) -> Date? {
    let bytes = text.utf8.span
    // Other seconds, and years of the Julian calendar, are left to the formatter.
    guard (20...25).contains(bytes.count), bytes[17] < UInt8(ascii: "6"), bytes[19] != UInt8(ascii: "."),
      text >= "1600"
    else { return nil }
    return Date(iso8601: bytes)
  }
}

extension DateFormatter {
  /// Creates a formatter that depends on no user settings except the time zone, for a format without one.
  ///
  /// - Parameters:
  ///   - format: a pattern, as for `dateFormat`.
  ///   - locale: the identifier of a locale.
  public convenience init(withFormat format: String, locale: String) {
    self.init()
    self.locale = Locale(identifier: locale)
    dateFormat = format
  }
}
