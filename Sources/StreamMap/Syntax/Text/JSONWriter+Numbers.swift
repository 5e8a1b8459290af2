// Numbers as text.
extension JSONWriter {
  /// Writes an integer of any width.
  @inlinable public mutating func integer(_ value: some FixedWidthInteger) {
    if let small = Int64(exactly: value) {
      if small < 0 { put(ASCII.minus) }
      integer(small.magnitude)
    } else if let large = UInt64(exactly: value) {
      integer(large)
    } else {
      put(plain: String(value))
    }
  }

  /// Writes the decimal digits of a number.
  @usableFromInline
  package mutating func integer(_ value: UInt64) {
    if value < 100_000_000 { leading(value) } else { large(value) }
  }

  @inline(never)
  private mutating func large(_ value: UInt64) {
    let (upper, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
    if upper < 100_000_000 {
      leading(upper)
    } else {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      leading(first)
      put(word: EightDigits.text(middle), 8)
    }
    put(word: EightDigits.text(last), 8)
  }

  /// Writes a number of at most eight digits.
  @inline(__always)
  private mutating func leading(_ value: UInt64) {
    let text = EightDigits.text(value)
    // The last digit is written even if it is zero.
    let zeros = ((text ^ EightDigits.zeros) | 1 &<< 56).trailingZeroBitCount &>> 3
    put(word: text &>> UInt64(truncatingIfNeeded: zeros &* 8), 8 &- zeros)
  }

  /// Writes the decimal digits of a number, with leading zeros up to `least` digits.
  private mutating func digits(_ value: UInt64, least: Int = 1) {
    put(digits: value, max(Self.length(of: value), least))
  }

  /// Returns the number of decimal digits.
  @inline(always)
  private static func length(of value: UInt64) -> Int {
    // 1233 / 4096 is slightly more than log10(2). The product is the number of digits, or one less.
    let most = ((64 &- (value | 1).leadingZeroBitCount) &* 1233) &>> 12
    return value < powers[most] ? max(most, 1) : most &+ 1
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Writes a number with the fewest digits that parse to the same `Double`.
  public mutating func double(_ value: Double) {
    guard value.isFinite else { return nonFinite() }
    finite(value, hasFraction: true)
  }

  /// Writes a finite number with the fewest digits that parse to the same `Double`. A whole number has no fraction:
  /// `1`.
  package mutating func shortDouble(_ value: Double) {
    finite(value, hasFraction: false)
  }

  /// Writes a finite number with the fewest digits that parse to the same `Float`. A whole number has no fraction.
  package mutating func shortFloat(_ value: Float) {
    let text = value.description
    put(plain: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a finite number in the form of Swift's `description`.
  ///
  /// - Parameter hasFraction: whether a whole number is written with a fraction, too.
  private mutating func finite(_ value: Double, hasFraction: Bool) {
    var decimal = ShortestDecimal(value)
    decimal.trim()
    if value.sign == .minus { put(ASCII.minus) }
    let count = Self.length(of: decimal.digits)
    // The number of digits before the point.
    let whole = count &+ decimal.exponent
    if value.magnitude > 0x1p53 || whole < -3 {
      return exponential(decimal.digits, count, whole &- 1)
    }
    if decimal.exponent >= 0 {
      put(digits: decimal.digits, count)
      for _ in 0..<decimal.exponent { put(ASCII.zero) }
      if hasFraction { put(".0") }
    } else if whole <= 0 {
      put("0.")
      put(digits: decimal.digits, 0 &- decimal.exponent)
    } else {
      put(digits: decimal.digits, count, pointAfter: whole)
    }
  }

  /// Writes the first digit, the others as a fraction, and an exponent of at least two digits.
  private mutating func exponential(_ digits: UInt64, _ count: Int, _ exponent: Int) {
    if count == 1 { put(digits: digits, 1) } else { put(digits: digits, count, pointAfter: 1) }
    put(ASCII.lowerE)
    put(exponent < 0 ? ASCII.minus : ASCII.plus)
    self.digits(UInt64(exponent.magnitude), least: 2)
  }

  /// Writes a number with the fewest digits that parse to the same `Float`.
  public mutating func float(_ value: Float) {
    guard value.isFinite else { return nonFinite() }
    put(plain: value.description)
  }

  private mutating func nonFinite() {
    nonFiniteCount += 1
    fail(nil)
  }
}
