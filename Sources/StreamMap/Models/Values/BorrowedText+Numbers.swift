// Numbers as text, without a `String`. The initializers are disfavored, so that a literal stays a `String`.
//
// SAFETY: only bytes of the text are read, during the call.

extension FixedWidthInteger {
  /// Creates the integer that a text stands for: decimal digits, after an optional sign. Returns nil for any other text,
  /// and for a number that the type cannot represent. The result is that of `init(_: String)`.
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    guard let value = unsafe text.withUTF8({ Self.value(of: $0) }) else { return nil }
    self = value
  }

  private static func value(of text: Span<UInt8>) -> Self? {
    var index = 0
    let isNegative = text.count > 0 && text[0] == ASCII.minus
    if isNegative || text.count > 0 && text[0] == ASCII.plus { index = 1 }
    if index == text.count { return nil }
    var value: Self = 0
    while index < text.count {
      guard ASCII.isDigit(text[index]) else { return nil }
      let digit = Self(truncatingIfNeeded: text[index] - ASCII.zero)
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || overflows { return nil }
      value = sum
      index += 1
    }
    return value
  }
}

extension Double {
  /// Creates the nearest number to the one that a text stands for. The result is that of `init(_: String)`, which is
  /// used for text that is no number of JSON, such as `inf` and `0x1p3`.
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
  /// used for text that is no number of JSON, such as `inf` and `0x1p3`.
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    if let value = unsafe text.withUTF8({ NumberText.float($0) }) {
      self = value
    } else {
      unsafe self.init(String(text))
    }
  }
}
