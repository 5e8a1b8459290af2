// Dates and times of columns.

extension ColumnType.TimeUnit {
  /// The name, for messages.
  var name: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .microseconds: "microseconds"
    case .nanoseconds: "nanoseconds"
    }
  }

  /// The years of the times that can be counted in the unit, for messages.
  var years: String { self == .nanoseconds ? "1677 to 2262" : "0 to 9999" }
}

extension Literal {
  /// Returns the number of days from 1970-01-01 to a date.
  func days() throws(_LiteralFailure) -> Int32 {
    guard kind == .string else { throw .typeMismatch }
    guard let day = withText({ CalendarDate($0)?.day() }) else { throw .invalidValue }
    return Int32(day)
  }

  /// Returns the time from 1970-01-01T00:00:00 to that of a text, in whole units.
  func time(
    _ format: TimestampText.Format, _ unit: ColumnType.TimeUnit
  ) throws(_LiteralFailure) -> Int {
    guard kind == .string else { throw .typeMismatch }
    guard let time = withText({ TimestampText($0, format) }) else { throw .invalidValue }
    return try time.count(in: unit)
  }

  /// Returns the time of a number of units since 1970-01-01T00:00:00Z, in whole units of another size.
  func time(
    countedIn unit: ColumnType.TimeUnit, as stored: ColumnType.TimeUnit
  ) throws(_LiteralFailure) -> Int {
    guard kind == .number || kind == .string else { throw .typeMismatch }
    let count: Int
    do throws(NumberText.Failure) {
      count = try roundedDown(movedBy: stored.digits - unit.digits)
    } catch {
      throw error == .malformed && kind == .string ? .invalidValue : _LiteralFailure(error)
    }
    let seconds = count.dividedDown(by: stored.perSecond).quotient
    guard CalendarDate.seconds.contains(seconds) else { throw .outOfRange }
    return count
  }
}

extension TimestampText {
  /// Returns the time from 1970-01-01T00:00:00 in whole units. Throws if the month has no such day, and if the time is out of
  /// range.
  package func count(in unit: ColumnType.TimeUnit) throws(_LiteralFailure) -> Int {
    guard let day = date.day() else { throw .invalidValue }
    let seconds = day * 86_400 + self.seconds
    // In UTC, the time may be before the year 0 or after 9999, which no such text can say.
    guard CalendarDate.seconds.contains(seconds) else { throw .outOfRange }
    // The fraction is positive, so the division rounds down for times before 1970, too.
    let fraction = nanoseconds / (1_000_000_000 / unit.perSecond)
    // Only nanoseconds can overflow, and a product that does may still be in range with its fraction.
    let (whole, isTooLarge) = (seconds + (seconds < 0 ? 1 : 0)).multipliedReportingOverflow(
      by: unit.perSecond)
    let (count, isOutside) = whole.addingReportingOverflow(fraction - (seconds < 0 ? unit.perSecond : 0))
    if isTooLarge || isOutside { throw .outOfRange }
    return count
  }
}

extension Int {
  /// Returns the quotient rounded down, and the remainder, which is not negative.
  package func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
