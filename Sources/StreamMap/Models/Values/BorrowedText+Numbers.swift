// Numbers as text, without a `String`. The initializers are disfavored, so that a literal stays a `String`.
//
// SAFETY: only bytes of the text are read, during the call.

extension FixedWidthInteger {
  /// Creates the integer that a text stands for: decimal digits, after an optional sign. Returns nil for any other text,
  /// and for a number that the type cannot represent. The result is that of `init(_: String)`.
  @inlinable
  @_disfavoredOverload
  public init?(_ text: BorrowedText) {
    if let value = unsafe text.shortInteger {
      self.init(exactly: value)
    } else {
      unsafe self.init(String(text))
    }
  }
}

extension BorrowedText {
  /// The integer that the text stands for, if it is one of up to eighteen digits.
  @usableFromInline
  var shortInteger: Int64? {
    unsafe withUTF8 { text in
      let isNegative = text.count > 0 && text[0] == ASCII.minus
      let first = isNegative || text.count > 0 && text[0] == ASCII.plus ? 1 : 0
      guard first < text.count, text.count <= first + 18 else { return nil }
      var magnitude: Int64 = 0
      for index in first..<text.count {
        guard ASCII.isDigit(text[index]) else { return nil }
        magnitude = magnitude &* 10 &+ Int64(text[index] &- ASCII.zero)
      }
      return isNegative ? -magnitude : magnitude
    }
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
