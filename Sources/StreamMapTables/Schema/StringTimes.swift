import StreamMap

/// Whether all strings of a path are dates, or all are times, and in which unit.
///
/// A string is at most one of a date, a time with a time zone and a time without one. So the strings of two parts of an
/// input are of one kind if those of each are, whatever the parts. Once some are not, strings need no more be included.
struct StringTimes: Sendable, Hashable {
  private var kind: Kind?
  /// The maximum number of digits in a fraction.
  private var digits: UInt8 = 0
  /// Whether a time cannot be counted in nanoseconds.
  private var exceedsNanoseconds = false

  private enum Kind: UInt8 {
    case date, timestamp, datetime
    /// Some string is neither, or they are not alike.
    case other
  }

  /// Creates the kind of no strings.
  init() {}

  private init(_ text: Span<UInt8>) {
    kind = .other
    // Nearly all other strings differ here.
    guard text.count >= 10, text[4] == ASCII.minus, text[7] == ASCII.minus else { return }
    if text.count == 10 {
      if CalendarDate(text)?.day() != nil { kind = .date }
      return
    }
    guard text.count >= 19 else { return }
    let last = text[text.count - 1] | 0x20
    let sign = text[text.count - 6]
    let hasZone = last == UInt8(ascii: "z") || sign == ASCII.plus || sign == ASCII.minus
    // More digits would be lost.
    guard let time = TimestampText(text, hasZone ? .rfc3339 : .local), time.digits <= 9,
      let seconds = try? time.count(in: .seconds)
    else { return }
    kind = hasZone ? .timestamp : .datetime
    digits = UInt8(time.digits)
    // Nanoseconds count at least to 9 × 10^9 seconds.
    exceedsNanoseconds = abs(seconds) > 9_000_000_000 && (try? time.count(in: .nanoseconds)) == nil
  }

  /// Whether the strings so far are of one kind, or there are none.
  @inline(__always)
  var areAlike: Bool { kind != .other }

  /// Adds a string.
  @inline(never)
  mutating func include(_ text: Span<UInt8>) {
    if kind == .timestamp, let digits = TimestampText.fractionDigits(ofPlainUTC: text) {
      self.digits = max(self.digits, UInt8(digits))
    } else {
      merge(StringTimes(text))
    }
  }

  mutating func merge(_ other: StringTimes) {
    kind = kind == nil || kind == other.kind ? other.kind : other.kind == nil ? kind : .other
    digits = max(digits, other.digits)
    exceedsNanoseconds = exceedsNanoseconds || other.exceedsNanoseconds
    // After a string that is no time, later strings are not read, so their digits are unknown.
    if kind == .other { (digits, exceedsNanoseconds) = (0, false) }
  }

  /// The type of the strings as dates or times, in the largest unit that has all digits. Nil if they have none.
  var type: ColumnType? {
    switch kind {
    case .date: .date
    case .timestamp: unit.map(ColumnType.timestamp)
    case .datetime: unit.map(ColumnType.datetime)
    case .other, nil: nil
    }
  }

  private var unit: ColumnType.TimeUnit? {
    let unit = ColumnType.TimeUnit.allCases.first { $0.digits >= digits }
    return unit == .nanoseconds && exceedsNanoseconds ? nil : unit
  }
}
