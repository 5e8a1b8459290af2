/// How a decimal number is rounded to a binary format, once, ties to even.
///
/// The digits, a word, are multiplied by 128 bits of a power of five, and the leading 128 of
/// 192 bits are looked at (Lemire, "Number parsing at a gigabyte per second", 2021). In units
/// of the last of the 128, the bits looked at are
///
/// - the exact product's, cut off, for powers from 0 to 55, whose bits are exact;
/// - less than it, by less than two, for powers that were cut off: unless all bits below the
///   rounding place are ones, or all but the last, it does not matter;
/// - more than it, by less than one, or equal, for powers from -27 to -1: there the digits over
///   5^27 or less are an exact tie, or further from one than 2^10 of these units, so that
///   zeros below the rounding place are a tie, and nothing else is mistaken for one.
///
/// A tie has a digit word that 5^-q divides, or an odd part that 5^q does: with 54 bits and
/// a word of 64 that is possible from -4 to 23 only, and with 25 bits from -17 to 10.
enum Rounding {
  /// The bits of the `Double` nearest to a number without its sign; infinity's if it is too large.
  /// Nil if what is at hand does not decide.
  static func double(_ decimal: NumberText.Decimal) -> UInt64? {
    bits(decimal) { bits($0, $1, fractionBits: 52, bias: 1023, ties: -4...23) }
  }

  /// The bits of the `Float` nearest to a number.
  static func float(_ decimal: NumberText.Decimal) -> UInt64? {
    bits(decimal) { bits($0, $1, fractionBits: 23, bias: 127, ties: -17...10) }
  }

  @inline(__always)
  private static func bits(
    _ decimal: NumberText.Decimal, _ nearest: (UInt64, Int) -> UInt64?
  ) -> UInt64? {
    let bits = nearest(decimal.digits, decimal.exponent)
    // What was cut off the digits is less than one of them.
    if decimal.isCut, bits != nearest(decimal.digits &+ 1, decimal.exponent) { return nil }
    return bits
  }

  /// The bits nearest to `digits` × 10^`exponent`.
  ///
  /// - Parameters:
  ///   - fractionBits: the bits behind the leading one, which is not stored.
  ///   - bias: what is added to the power of two.
  ///   - ties: the powers of ten at which there can be ties.
  @inline(__always)
  private static func bits(
    _ digits: UInt64, _ exponent: Int, fractionBits: Int, bias: Int, ties: ClosedRange<Int>
  ) -> UInt64? {
    if digits == 0 || exponent < PowersOfFive.exponents.lowerBound { return 0 }
    let infinity = UInt64(truncatingIfNeeded: 2 &* bias &+ 1) &<< UInt64(truncatingIfNeeded: fractionBits)
    if exponent > PowersOfFive.exponents.upperBound { return infinity }

    let power = PowersOfFive.table[exponent &- PowersOfFive.exponents.lowerBound]
    let zeros = digits.leadingZeroBitCount
    let word = digits &<< UInt64(truncatingIfNeeded: zeros)
    var (high, low) = word.multipliedFullWidth(by: power.high)
    let (sum, carry) = low.addingReportingOverflow(word.multipliedFullWidth(by: power.low).high)
    low = sum
    high &+= carry ? 1 : 0

    // The product's leading bit is the first or the second; 217706 / 2^16 is the logarithm of
    // ten to the base two, precise enough for these exponents.
    let upper = Int(truncatingIfNeeded: high &>> 63)
    var biased = (exponent &* 217_706) &>> 16 &+ 63 &+ upper &- zeros &+ bias
    // What is not kept of the high word: all but the leading one, the fraction and one bit more,
    // which says where to round; of a number too small for a leading one, more.
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
    // To the nearest; of two that are, to the even one.
    let isTie = rest == 0 && low == 0 && exponent >= ties.lowerBound && exponent <= ties.upperBound
    if !isTie || kept & 2 != 0 { kept &+= kept & 1 }
    kept &>>= 1
    // The leading one, if there is one, adds to the exponent, and so does a carry.
    return min(
      UInt64(truncatingIfNeeded: biased &- 1) &<< UInt64(truncatingIfNeeded: fractionBits) &+ kept, infinity)
  }
}
