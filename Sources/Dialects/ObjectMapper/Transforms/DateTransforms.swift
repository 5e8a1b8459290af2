import Foundation

/// Dates as seconds or milliseconds since 1970 began, as a number or in a string. A string that is no number is 0.
open class DateTransform: TransformType {
  /// What a property is.
  public typealias Object = Date
  /// What stands in the JSON.
  public typealias JSON = Double

  /// What is counted.
  public enum Unit: TimeInterval, Sendable {
    /// Seconds.
    case seconds = 1
    /// Milliseconds.
    case milliseconds = 1000
  }

  private let unit: Unit

  /// A transform.
  public init(unit: Unit = .seconds) {
    self.unit = unit
  }

  /// The date of a number, or of a string that has one.
  open func transformFromJSON(_ value: Any?) -> Date? {
    if let time = value as? Double { return Date(timeIntervalSince1970: time / unit.rawValue) }
    guard let text = value as? String else { return nil }
    return Date(timeIntervalSince1970: NSString(string: text).doubleValue / unit.rawValue)
  }

  /// The number of a date.
  open func transformToJSON(_ value: Date?) -> Double? {
    value.map { $0.timeIntervalSince1970 * unit.rawValue }
  }
}

/// Dates as a formatter reads and writes them.
open class DateFormatterTransform: TransformType {
  /// What a property is.
  public typealias Object = Date
  /// What stands in the JSON.
  public typealias JSON = String

  /// The formatter.
  public let dateFormatter: DateFormatter

  /// A transform.
  public init(dateFormatter: DateFormatter) {
    self.dateFormatter = dateFormatter
  }

  /// The date of a string.
  open func transformFromJSON(_ value: Any?) -> Date? {
    (value as? String).flatMap { dateFormatter.date(from: $0) }
  }

  /// The string of a date.
  open func transformToJSON(_ value: Date?) -> String? {
    value.map { dateFormatter.string(from: $0) }
  }
}

/// Dates in a format of `DateFormatter`'s, in English: `yyyy-MM-dd`.
open class CustomDateFormatTransform: DateFormatterTransform {
  /// A transform.
  public init(formatString: String) {
    super.init(dateFormatter: DateFormatter(withFormat: formatString, locale: "en_US_POSIX"))
  }
}

/// Dates by ISO 8601, in whole seconds: `2024-02-29T12:34:56Z`.
open class ISO8601DateTransform: DateFormatterTransform {
  /// The formatter of all such transforms.
  public static let reusableISODateFormatter = DateFormatter(
    withFormat: "yyyy-MM-dd'T'HH:mm:ssZZZZZ", locale: "en_US_POSIX")

  /// A transform.
  public init() {
    super.init(dateFormatter: Self.reusableISODateFormatter)
  }
}

extension DateFormatter {
  /// One that depends on no user's settings but the time zone, for a format that has none.
  ///
  /// - Parameters:
  ///   - format: as `dateFormat` has it.
  ///   - locale: the identifier of a locale.
  public convenience init(withFormat format: String, locale: String) {
    self.init()
    self.locale = Locale(identifier: locale)
    dateFormat = format
  }
}
