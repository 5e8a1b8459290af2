/// The decimal with the fewest digits that parses to a `Double`, and of those the nearest one: `digits` × 10^`exponent`.
///
/// The bounds of the interval of decimals that parse to the number, and the number itself, are scaled by a power of ten
/// so that the interval contains one or more integers, but no two multiples of ten. 128 bits of the power are enough to
/// compare them with integers (Giulietti, "The Schubfach way to render doubles", 2020).
struct ShortestDecimal {
  private(set) var digits: UInt64
  private(set) var exponent: Int

  /// - Parameter value: a finite number. Its sign is ignored.
  @inline(__always)
  init(_ value: Double) {
    let fraction = value.significandBitPattern
    let biased = Int(truncatingIfNeeded: value.exponentBitPattern)
    let isSubnormal = biased == 0
    let significand = isSubnormal ? fraction : fraction | 1 &<< 52
    let binaryExponent = (isSubnormal ? 1 : biased) &- 1075

    // A small integer.
    if binaryExponent <= 0, binaryExponent > -53 {
      let fractionBits = UInt64(truncatingIfNeeded: 0 &- binaryExponent)
      if significand & ((1 &<< fractionBits) &- 1) == 0 {
        (digits, exponent) = (significand &>> fractionBits, 0)
        return
      }
    }
    if significand == 0 {
      (digits, exponent) = (0, 0)
      return
    }

    // The number and its bounds, times four. Below a power of two, the lower bound is nearer.
    let isLowerBoundNearer = fraction == 0 && biased > 1
    let number = 4 &* significand
    let lower = number &- (isLowerBoundNearer ? 1 : 2)
    let upper = number &+ 2
    // The bounds themselves parse to an even significand.
    let margin: UInt64 = significand & 1

    // The decimal exponent: floor(log10(2^q)), or floor(log10(3/4 × 2^q)) if the lower bound is nearer.
    let decimalExponent = (binaryExponent &* 1_262_611 &- (isLowerBoundNearer ? 524_031 : 0)) &>> 22
    let shift = UInt64(
      truncatingIfNeeded: binaryExponent &+ ((0 &- decimalExponent) &* 1_741_647) &>> 19 &+ 1)
    let power = Self.power(0 &- decimalExponent)
    let scaledLower = Self.product(power, lower &<< shift) &+ margin
    let scaled = Self.product(power, number &<< shift)
    let scaledUpper = Self.product(power, upper &<< shift) &- margin

    let whole = scaled &>> 2
    // At most one of two neighbouring multiples of ten is inside the bounds.
    let tens = whole / 10
    let isTensInside = scaledLower <= 40 &* tens
    let isNextTensInside = 40 &* tens &+ 40 <= scaledUpper
    if whole >= 10, isTensInside != isNextTensInside {
      (digits, exponent) = (tens &+ (isNextTensInside ? 1 : 0), decimalExponent &+ 1)
      return
    }
    let isWholeInside = scaledLower <= 4 &* whole
    let isNextInside = 4 &* whole &+ 4 <= scaledUpper
    exponent = decimalExponent
    if isWholeInside != isNextInside {
      digits = whole &+ (isNextInside ? 1 : 0)
      return
    }
    // Both or none are inside: the nearer one, or the even one.
    let half = 4 &* whole &+ 2
    digits = whole &+ (scaled > half || scaled == half && whole & 1 != 0 ? 1 : 0)
  }

  /// A decimal of at most fifteen digits that parses to a number: its whole part, the first eight digits of its fraction,
  /// and the next four.
  ///
  /// It is found by one multiplication. No other such decimal parses to the same number, and the correctly rounded
  /// quotient is what this one parses to.
  struct Fixed {
    let whole, first, next: UInt64

    /// Returns nil if there is none, and for numbers between 0 and 0.0001, and from 100,000,000 on.
    @inline(__always)
    init?(_ magnitude: Double) {
      let least = 1e-4.bitPattern
      guard magnitude.bitPattern &- least < 1e8.bitPattern &- least || magnitude == 0 else { return nil }
      // The last bit of such a sum is worth one. So it is rounded to an integer, which its bits are.
      let offset = 0x1p52
      if magnitude < 1e3 {
        let sum = magnitude * 1e12 + offset
        guard (sum - offset) / 1e12 == magnitude else { return nil }
        let nearest = sum.significandBitPattern
        let upper = nearest / 10_000
        whole = upper / 100_000_000
        first = upper &- whole &* 100_000_000
        next = nearest &- upper &* 10_000
      } else {
        let sum = magnitude * 1e7 + offset
        guard (sum - offset) / 1e7 == magnitude else { return nil }
        let nearest = sum.significandBitPattern
        whole = nearest / 10_000_000
        first = (nearest &- whole &* 10_000_000) &* 10
        next = 0
      }
    }
  }

  /// Removes zeros at the end.
  @inline(__always)
  mutating func trim() {
    if digits % 10 != 0 || digits == 0 { return }
    // At most seventeen digits.
    if digits % 100_000_000 == 0 {
      digits /= 100_000_000
      exponent &+= 8
    }
    if digits % 10_000 == 0 {
      digits /= 10_000
      exponent &+= 4
    }
    while digits % 10 == 0 {
      digits /= 10
      exponent &+= 1
    }
  }

  /// Returns the leading 128 bits of a power of ten. If they are not exact, the next larger number.
  @inline(__always)
  private static func power(_ exponent: Int) -> PowersOfFive.Power {
    var power = PowersOfFive.table[exponent &- PowersOfFive.exponents.lowerBound]
    if exponent < -27 || exponent > 55 {
      power.low &+= 1
      power.high &+= power.low == 0 ? 1 : 0
    }
    return power
  }

  /// Returns the high 64 bits of a product. Its last bit is one if any lower bit is, except the lowest 65.
  @inline(__always)
  private static func product(_ power: PowersOfFive.Power, _ value: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: value)
    let high = power.high.multipliedFullWidth(by: value)
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    return (high.high &+ (carry ? 1 : 0)) | (middle > 1 ? 1 : 0)
  }
}
