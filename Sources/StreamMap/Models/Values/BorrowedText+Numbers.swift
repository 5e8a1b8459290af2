// Numbers and dates as text, without a `String`. The initializers are disfavored, so that a literal stays a `String`.
//
// SAFETY: only bytes of the text are read, during the call.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FixedWidthInteger {
  /// Creates the integer that a text stands for: decimal digits, after an optional sign. Returns nil for any other text,
  /// and for a number that the type cannot represent. The result is that of `init(_: String)`.
  @inlinable
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    if let value = unsafe text.plainInteger {
      self.init(exactly: value)
    } else {
      unsafe self.init(String(text))
    }
  }
}

extension BorrowedText {
  /// The integer of the most common texts: up to nineteen digits without a leading zero. Nil for others.
  @usableFromInline
  var plainInteger: Int64? {
    unsafe utf8.baseAddress.flatMap { unsafe NumberText.plainInteger($0, count) }
  }
}

extension Double {
  /// Creates the nearest number to the one that a text stands for. The result is that of `init(_: String)`, which is
  /// used for text that is not a JSON number, such as `inf` and `0x1p3`.
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    if let value = unsafe text.withUTF8({ NumberText.double($0) }) {
      self = value
    } else {
      unsafe self.init(String(text))
    }
  }
}

extension Float {
  /// Creates the nearest number to the one that a text stands for. The result is that of `init(_: String)`, which is
  /// used for text that is not a JSON number, such as `inf` and `0x1p3`.
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    if let value = unsafe text.withUTF8({ NumberText.float($0) }) {
      self = value
    } else {
      unsafe self.init(String(text))
    }
  }
}

extension Date {
  /// Creates a date from text in RFC 3339 format, as the transform ``Transform/iso8601`` does, without making a string:
  /// `2025-03-01T00:00:00.023Z`. Returns nil for text in another format.
  public init?(iso8601 text: BorrowedText) {
    guard let date = unsafe text.withUTF8({ Date(iso8601: $0) }) else { return nil }
    self = date
  }
}
