// Patterns are of ICU, which the whole of Foundation has.
public import Foundation
import Synchronization

extension Transform where Source == String, Value == Date {
  /// A date by a pattern of Unicode's (UTS #35), `EEE MMM dd HH:mm:ss Z yyyy`, in English and the
  /// Gregorian calendar, whatever the user's.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - zone: that of dates whose text says none, and in which they are written.
  public static func date(pattern: String, zone: TimeZone = .gmt) -> Transform<String, Date> {
    let formatter = PatternFormatter(pattern, zone)
    return Transform(
      "a date as \(pattern)", decode: { formatter.date($0) }, encode: { formatter.text($0) })
  }
}

/// One formatter for all threads, one after the other: what it keeps between two dates is costly.
private final class PatternFormatter: Sendable {
  private let formatter: Mutex<DateFormatter>

  init(_ pattern: String, _ zone: TimeZone) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = zone
    formatter.isLenient = false
    formatter.dateFormat = pattern
    self.formatter = Mutex(formatter)
  }

  func date(_ text: String) -> Date? { formatter.withLock { $0.date(from: text) } }

  func text(_ date: Date) -> String { formatter.withLock { $0.string(from: date) } }
}
