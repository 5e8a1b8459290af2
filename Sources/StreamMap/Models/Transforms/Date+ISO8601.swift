#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Date {
  /// Creates a date from text in RFC 3339 format, as the transform ``Transform/iso8601`` does, without making a string:
  /// `2025-03-01T00:00:00.023Z`. Returns nil for text in another format.
  public init?(iso8601 text: BorrowedText) {
    // SAFETY: the bytes are read during the call.
    guard let date = unsafe text.withUTF8({ Date(iso8601: $0) }) else { return nil }
    self = date
  }

  /// Creates a date from RFC 3339 text, as Foundation's ISO 8601 style does, but without making a string. Returns nil
  /// for any other text.
  init?(iso8601 text: Span<UInt8>) {
    guard text.count >= 20, text[4] == ASCII.minus, text[7] == ASCII.minus, text[10] == ASCII.upperT,
      text[13] == ASCII.colon, text[16] == ASCII.colon,
      let century = text.twoDigits(at: 0), let ofCentury = text.twoDigits(at: 2),
      let month = text.twoDigits(at: 5), let day = text.twoDigits(at: 8),
      let hour = text.twoDigits(at: 11), let minute = text.twoDigits(at: 14),
      let second = text.twoDigits(at: 17)
    else { return nil }
    let year = century * 100 + ofCentury
    guard (1...12).contains(month), (1...Date.days(of: month, year)).contains(day), hour < 24, minute < 60,
      // A leap second counts as the first second of the next minute.
      second <= 60
    else { return nil }

    var index = 19
    var fraction = 0.0
    if text[index] == ASCII.dot {
      index += 1
      let start = index
      var billionths = 0
      while index < text.count, ASCII.isDigit(text[index]) {
        if index - start < 9 { billionths = billionths * 10 + Int(text[index] - ASCII.zero) }
        index += 1
      }
      guard index > start else { return nil }
      for _ in min(index - start, 9)..<9 { billionths *= 10 }
      fraction = Double(billionths) / 1e9
    }
    guard let offset = text.zone(at: index) else { return nil }
    let seconds = Date.daysBefore(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  private static func isLeap(_ year: Int) -> Bool {
    // The calendar is Julian until 1582.
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0 || year < 1582)
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns the number of days from the beginning of 2001 to a date.
  ///
  /// It uses the day number of Henry F. Fliegel and Thomas C. Van Flandern, "A Machine Algorithm for Processing
  /// Calendar Dates", 1968. Years begin in March, so a leap day is the last day of its year.
  private static func daysBefore(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let isJulian = (year, month, day) < (1582, 10, 15)
    let centuries = isJulian ? -2 : years / 400 - years / 100
    // The first of January 2001 has the number 730,791.
    return years * 365 + (years + 400) / 4 - 100 + centuries + (months * 153 + 2) / 5 + day - 730_792
  }
}

extension Span<UInt8> {
  /// Returns the number of two digits.
  fileprivate func twoDigits(at index: Int) -> Int? {
    let tens = self[index] &- ASCII.zero
    let ones = self[index + 1] &- ASCII.zero
    return tens < 10 && ones < 10 ? Int(tens * 10 + ones) : nil
  }

  /// Returns the seconds of a time zone's offset, which ends the text: `Z`, `+01:00`, `+0100` or `+01`.
  fileprivate func zone(at index: Int) -> Int? {
    guard index < count else { return nil }
    if self[index] == ASCII.upperZ { return index + 1 == count ? 0 : nil }
    let isWest = self[index] == ASCII.minus
    guard isWest || self[index] == ASCII.plus, index + 3 <= count, let hours = twoDigits(at: index + 1) else {
      return nil
    }
    var minutes = 0
    switch count - index {
    case 3: break
    case 5: minutes = twoDigits(at: index + 3) ?? 60
    case 6 where self[index + 3] == ASCII.colon: minutes = twoDigits(at: index + 4) ?? 60
    default: return nil
    }
    guard minutes < 60, hours * 60 + minutes <= 18 * 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}
