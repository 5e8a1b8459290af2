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
    // The calendar is Julian until 1582.
    guard let time = TimestampText(text, .foundation), let day = time.date.day(changesFromJulian: true) else {
      return nil
    }
    let seconds = (day - CalendarDate.daysBefore2001) * 86_400 + time.seconds
    self.init(timeIntervalSinceReferenceDate: Double(seconds) + Double(time.nanoseconds) / 1e9)
  }
}
