/// A date and a time of day: `2025-03-01T00:00:00.023Z`.
package struct TimestampText {
  /// What a text may look like.
  package enum Format {
    /// RFC 3339, with the lower-case letters and the space that its sections 5.6 and notes allow.
    case rfc3339
    /// The same without a time zone. The seconds are those from midnight of the date.
    case local
    /// Foundation's ISO 8601 style, which also accepts the offsets `+0100` and `+01`.
    case foundation
  }

  let date: CalendarDate
  /// The seconds from midnight UTC of the date. Negative or more than a day where the time zone's offset does so.
  let seconds: Int
  let nanoseconds: Int
  /// The number of digits of the fraction. More than nine are not in the nanoseconds.
  package let digits: Int

  /// Parses a text. Returns nil for another format. The day may exceed its month: see ``CalendarDate``.
  package init?(_ text: Span<UInt8>, _ format: Format) {
    guard text.count >= 19, let date = CalendarDate(text.extracting(first: 10)),
      text[10] == ASCII.upperT
        || format != .foundation && (text[10] == ASCII.lowerT || text[10] == ASCII.space),
      text[13] == ASCII.colon, text[16] == ASCII.colon,
      let hour = text.twoDigits(at: 11), let minute = text.twoDigits(at: 14),
      let second = text.twoDigits(at: 17),
      // A leap second counts as the first second of the next minute.
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var index = 19
    var nanoseconds = 0
    var digits = 0
    if index < text.count, text[index] == ASCII.dot {
      index += 1
      let start = index
      while index < text.count, ASCII.isDigit(text[index]) {
        if index - start < 9 { nanoseconds = nanoseconds * 10 + Int(text[index] - ASCII.zero) }
        index += 1
      }
      digits = index - start
      guard digits > 0 else { return nil }
      for _ in min(digits, 9)..<9 { nanoseconds *= 10 }
    }
    guard let offset = format == .local ? index == text.count ? 0 : nil : text.zone(at: index, format) else {
      return nil
    }
    self.date = date
    self.nanoseconds = nanoseconds
    self.digits = digits
    seconds = hour * 3_600 + minute * 60 + second - offset
  }

  /// Returns the number of digits in the fraction of a time as most are written: in UTC with `T` and `Z`, in the years 1900 to
  /// 2199, on a day that every month has, and with at most nine digits. Returns nil for any other text.
  package static func fractionDigits(ofPlainUTC text: Span<UInt8>) -> Int? {
    let last = text.count - 1
    guard last >= 19, last <= 29, text[last] == ASCII.upperZ, text[4] == ASCII.minus, text[7] == ASCII.minus,
      text[10] == ASCII.upperT, text[13] == ASCII.colon, text[16] == ASCII.colon,
      let century = text.twoDigits(at: 0), 19...21 ~= century, text.twoDigits(at: 2) != nil,
      let month = text.twoDigits(at: 5), 1...12 ~= month, let day = text.twoDigits(at: 8), 1...28 ~= day,
      let hour = text.twoDigits(at: 11), hour < 24, let minute = text.twoDigits(at: 14), minute < 60,
      let second = text.twoDigits(at: 17), second < 60
    else { return nil }
    if last == 19 { return 0 }
    guard text[19] == ASCII.dot, last > 20 else { return nil }
    for index in 20..<last where !ASCII.isDigit(text[index]) { return nil }
    return last - 20
  }
}

/// A date in the format `2025-03-01`.
package struct CalendarDate {
  package let year, month, dayOfMonth: Int

  /// The seconds of the years 0 to 9999, from 1970-01-01.
  static var seconds: Range<Int> { (-719_528 * 86_400)..<(2_932_897 * 86_400) }

  /// The number of days from 1970-01-01 to 2001-01-01.
  static var daysBefore2001: Int { 11_323 }

  /// Parses a text. Returns nil for another format, but not for a day that its month does not have in some calendar.
  package init?(_ text: Span<UInt8>) {
    guard text.count == 10, text[4] == ASCII.minus, text[7] == ASCII.minus,
      let century = text.twoDigits(at: 0), let ofCentury = text.twoDigits(at: 2),
      let month = text.twoDigits(at: 5), let dayOfMonth = text.twoDigits(at: 8), (1...12).contains(month)
    else { return nil }
    year = century * 100 + ofCentury
    self.month = month
    self.dayOfMonth = dayOfMonth
  }

  /// Returns the number of days from 1970-01-01. Returns nil if the month has no such day.
  ///
  /// It uses the day number of Henry F. Fliegel and Thomas C. Van Flandern, "A Machine Algorithm for Processing
  /// Calendar Dates", 1968. Years begin in March, so a leap day is the last day of its year.
  ///
  /// - Parameter changesFromJulian: whether the calendar is Julian before 1582-10-15. Otherwise it is Gregorian at all
  ///   times.
  package func day(changesFromJulian: Bool = false) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || changesFromJulian && year < 1582)
    let length =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    guard (1...length).contains(dayOfMonth) else { return nil }
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let isJulian = changesFromJulian && (year, month, dayOfMonth) < (1582, 10, 15)
    // The years are moved by 400, because January and February of the year 0 belong to the year before it.
    let centuries = isJulian ? -2 : (years + 400) / 400 - (years + 400) / 100 + 3
    // The first of January 1970 has the number 719,468.
    return years * 365 + (years + 400) / 4 - 100 + centuries + (months * 153 + 2) / 5 + dayOfMonth - 719_469
  }
}

extension CalendarDate {
  /// Creates a date of the Gregorian calendar, given by the number of days from 1970-01-01.
  ///
  /// It inverts ``day(changesFromJulian:)`` with eras of 400 years (Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms", 2013).
  package init(day: Int) {
    // Counted from 0000-03-01.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let months = (5 * dayOfYear + 2) / 153
    dayOfMonth = dayOfYear - (153 * months + 2) / 5 + 1
    month = months < 10 ? months + 3 : months - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }
}

extension Span<UInt8> {
  /// Returns the number of two digits.
  @inline(__always)
  fileprivate func twoDigits(at index: Int) -> Int? {
    let tens = self[index] &- ASCII.zero
    let ones = self[index + 1] &- ASCII.zero
    return tens < 10 && ones < 10 ? Int(tens &* 10 &+ ones) : nil
  }

  /// Returns the seconds of a time zone's offset, which ends the text.
  fileprivate func zone(at index: Int, _ format: TimestampText.Format) -> Int? {
    guard index < count else { return nil }
    if self[index] == ASCII.upperZ || format == .rfc3339 && self[index] == ASCII.lowerZ {
      return index + 1 == count ? 0 : nil
    }
    let isWest = self[index] == ASCII.minus
    guard isWest || self[index] == ASCII.plus, index + 3 <= count, let hours = twoDigits(at: index + 1) else {
      return nil
    }
    var minutes = 0
    switch count - index {
    case 3 where format == .foundation: break
    case 5 where format == .foundation: minutes = twoDigits(at: index + 3) ?? 60
    case 6 where self[index + 3] == ASCII.colon: minutes = twoDigits(at: index + 4) ?? 60
    default: return nil
    }
    guard minutes < 60, format == .rfc3339 ? hours < 24 : hours * 60 + minutes <= 18 * 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}
