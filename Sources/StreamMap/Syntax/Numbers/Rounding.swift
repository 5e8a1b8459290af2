/// Rounds a decimal number to a binary format, once, ties to even.
///
/// The digits, one word, are multiplied by 128 bits of a power of five. The leading 128 of the 192 result bits are
/// examined (Lemire, "Number parsing at a gigabyte per second", 2021). In units of the last of the 128 bits, the
/// examined bits are
///
/// - the truncated exact product for powers from 0 to 55, whose bits are exact.
/// - less than the exact product by less than two, for powers that were truncated. This matters only if all bits
///   below the rounding place are ones, or all but the last.
/// - more than the exact product by less than one, or equal, for powers from -27 to -1. There the digits over 5^27 or
///   less are an exact tie, or further from one than 2^10 of these units. Thus zeros below the rounding place are a
///   tie, and no other bits are mistaken for one.
///
/// In a tie, 5^-q divides the digits, or 5^q divides the odd part. With 54 bits and a word of 64 bits this is only
/// possible from -4 to 23, and with 25 bits from -17 to 10.
enum Rounding {
  /// Returns the bits of the `Double` nearest to the magnitude of a number. They are infinity's if it is too large.
  /// Returns nil if the available bits are not enough to decide.
  static func double(_ decimal: NumberText.Decimal) -> UInt64? {
    bits(decimal) { bits($0, $1, fractionBits: 52, bias: 1023, ties: -4...23) }
  }

  /// Returns the bits of the `Float` nearest to the magnitude of a number.
  static func float(_ decimal: NumberText.Decimal) -> UInt64? {
    bits(decimal) { bits($0, $1, fractionBits: 23, bias: 127, ties: -17...10) }
  }

  @inline(__always)
  private static func bits(
    _ decimal: NumberText.Decimal, _ nearest: (UInt64, Int) -> UInt64?
  ) -> UInt64? {
    let bits = nearest(decimal.digits, decimal.exponent)
    // The dropped digits are less than one unit of the last digit.
    if decimal.isCut, bits != nearest(decimal.digits &+ 1, decimal.exponent) { return nil }
    return bits
  }

  /// Returns the bits nearest to `digits` × 10^`exponent`.
  ///
  /// - Parameters:
  ///   - fractionBits: the number of bits after the leading one, which is not stored.
  ///   - bias: the bias of the binary exponent.
  ///   - ties: the powers of ten at which ties are possible.
  @inline(__always)
  private static func bits(
    _ digits: UInt64, _ exponent: Int, fractionBits: Int, bias: Int, ties: ClosedRange<Int>
  ) -> UInt64? {
    if digits == 0 || exponent < PowersOfFive.exponents.lowerBound { return 0 }
    let infinity = UInt64(truncatingIfNeeded: 2 &* bias &+ 1) &<< UInt64(truncatingIfNeeded: fractionBits)
    if exponent > PowersOfFive.largestExponent { return infinity }

    let power = PowersOfFive.table[exponent &- PowersOfFive.exponents.lowerBound]
    let zeros = digits.leadingZeroBitCount
    let word = digits &<< UInt64(truncatingIfNeeded: zeros)
    var (high, low) = word.multipliedFullWidth(by: power.high)
    let (sum, carry) = low.addingReportingOverflow(word.multipliedFullWidth(by: power.low).high)
    low = sum
    high &+= carry ? 1 : 0

    // The product's leading bit is the first or the second. 217706 / 2^16 is log2(10), precise enough for these
    // exponents.
    let upper = Int(truncatingIfNeeded: high &>> 63)
    var biased = (exponent &* 217_706) &>> 16 &+ 63 &+ upper &- zeros &+ bias
    // The number of bits to drop from the high word. The leading one, the fraction and one rounding bit are kept. For
    // a subnormal number, more bits are dropped.
    var dropped = 61 &- fractionBits &+ upper
    if biased <= 0 {
      dropped &+= 1 &- biased
      biased = 1
      if dropped > 63 { return 0 }
    }
    let mask: UInt64 = (1 &<< UInt64(truncatingIfNeeded: dropped)) &- 1
    let rest = high & mask
    if rest == mask, low >= ~1, exponent < -27 || exponent > 55 { return nil }
    var kept = high &>> UInt64(truncatingIfNeeded: dropped)
    // Rounds to the nearest number, and in a tie to the even one.
    let isTie = rest == 0 && low == 0 && exponent >= ties.lowerBound && exponent <= ties.upperBound
    if !isTie || kept & 2 != 0 { kept &+= kept & 1 }
    kept &>>= 1
    // The leading one, if there is one, adds to the exponent, and so does a carry.
    return min(
      UInt64(truncatingIfNeeded: biased &- 1) &<< UInt64(truncatingIfNeeded: fractionBits) &+ kept, infinity)
  }
}
