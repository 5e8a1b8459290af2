#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Transform where Source == Double, Value == Date {
  /// Seconds since the start of 1970 in UTC, as a number or in a string.
  public static var unixSeconds: Transform<Double, Date> {
    unixTime("seconds since 1970", unit: 1)
  }

  /// Milliseconds since the start of 1970 in UTC, as a number or in a string. They are written as a whole number.
  public static var unixMilliseconds: Transform<Double, Date> {
    unixTime("milliseconds since 1970", unit: 1000)
  }

  /// Microseconds since the start of 1970 in UTC, as a number or in a string. They are written rounded, as a
  /// `Double`, so with an exponent. A `Date`
  /// of this century has a precision of 0.1 to 0.2 microseconds.
  public static var unixMicroseconds: Transform<Double, Date> {
    unixTime("microseconds since 1970", unit: 1e6)
  }

  /// Nanoseconds since the start of 1970 in UTC, as a number or in a string. They are written as a whole number. A `Date` of
  /// this century has a precision of 100 to 200 nanoseconds.
  public static var unixNanoseconds: Transform<Double, Date> {
    unixTime("nanoseconds since 1970", unit: 1e9)
  }

  private static func unixTime(_ expectation: String, unit: Double) -> Transform<Double, Date> {
    Transform(
      expectation, decode: { Date(timeIntervalSince1970: $0 / unit) },
      encode: { date in
        let time = date.timeIntervalSince1970 * unit
        return unit == 1 ? time : time.rounded()
      },
      reading: { Date(timeIntervalSince1970: try $0.number(as: Double.self) / unit) })
  }
}

extension Transform where Source == String, Value == Date {
  /// A date and time in RFC 3339 format, a profile of ISO 8601, with or without a fraction of the second:
  /// `2024-02-29T12:34:56Z`, `2024-02-29T12:34:56.789+01:00`. An offset can also be `+0100` or `+01`, and is at most
  /// 18 hours. The date is written in UTC and in whole seconds.
  ///
  /// The calendar is Foundation's. Nine digits of a fraction count.
  public static var iso8601: Transform<String, Date> {
    iso8601(Date.ISO8601FormatStyle())
  }

  /// A date and time in RFC 3339 format, as ``Transform/iso8601``, but written with milliseconds.
  public static var iso8601WithMilliseconds: Transform<String, Date> {
    iso8601(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// A date and time without a time zone, which is taken to be in UTC: `2024-02-29T12:34:56`, with or without a fraction of
  /// the second, and with a `T` or a space. It is written with a `T` and in whole seconds.
  ///
  /// The calendar is Foundation's. Nine digits of a fraction count.
  public static var iso8601WithoutZone: Transform<String, Date> {
    Transform(
      "a date and time without a time zone", text: { Date($0, .local) },
      encode: { String(Date.ISO8601FormatStyle().format($0).dropLast()) })
  }

  /// A date, as the beginning of that day in UTC: `2024-02-29`.
  ///
  /// The calendar is Foundation's.
  public static var iso8601Day: Transform<String, Date> {
    Transform(
      "a date such as \"2025-03-01\"", text: { Date(day: $0) },
      encode: { String(Date.ISO8601FormatStyle().format($0).prefix { $0 != "T" }) })
  }

  private static func iso8601(_ style: Date.ISO8601FormatStyle) -> Transform<String, Date> {
    Transform(
      "an ISO 8601 date", text: { Date(iso8601: $0) },
      encode: { date in
        // The style truncates. Half a millisecond is more than the error of a `Date`.
        style.includingFractionalSeconds ? style.format(date + 0.000_5) : style.format(date)
      })
  }
}

extension Date {
  /// Creates a date from RFC 3339 text, as Foundation's ISO 8601 style does, but without making a string. Returns nil
  /// for any other text.
  package init?(iso8601 text: Span<UInt8>) { self.init(text, .foundation) }

  /// Creates a date from text in a format. Returns nil for any other text.
  fileprivate init?(_ text: Span<UInt8>, _ format: TimestampText.Format) {
    guard let time = TimestampText(text, format) else { return nil }
    self.init(time.date, seconds: time.seconds, nanoseconds: time.nanoseconds)
  }

  /// Creates the beginning of a day in UTC. Returns nil for any other text.
  fileprivate init?(day text: Span<UInt8>) {
    guard let date = CalendarDate(text) else { return nil }
    self.init(date)
  }

  private init?(_ date: CalendarDate, seconds: Int = 0, nanoseconds: Int = 0) {
    // The calendar is Julian until 1582.
    guard let day = date.day(changesFromJulian: true) else { return nil }
    let seconds = (day - CalendarDate.daysBefore2001) * 86_400 + seconds
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + Double(nanoseconds) / 1e9)
  }
}
