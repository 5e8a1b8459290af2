public import Foundation
public import StreamMap
import Synchronization

extension Transform where Source == String, Value == Date {
  /// Returns a transform of dates by a Unicode pattern (UTS #35), such as `EEE MMM dd HH:mm:ss Z yyyy`. It uses
  /// English and the Gregorian calendar, whatever the user's settings.
  ///
  /// - Parameters:
  ///   - pattern: the pattern.
  ///   - zone: the time zone of dates whose text has none, and of written dates.
  public static func date(pattern: String, zone: TimeZone = .gmt) -> Transform<String, Date> {
    let formatter = PatternFormatter(pattern, zone)
    return Transform(
      "a date as \(pattern)", decode: { formatter.date($0) }, encode: { formatter.text($0) })
  }
}

/// A formatter that all threads share, one at a time, because the state that it keeps between dates is costly.
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
