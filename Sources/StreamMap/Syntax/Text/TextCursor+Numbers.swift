// Numbers as text.
//
// SAFETY: there is room for `number` bytes and for the slack.
extension TextCursor {
  /// The largest number of bytes of a number.
  @inlinable package static var number: Int { 32 }

  /// Writes the first `length` bytes of a word, the lowest first.
  @inlinable @inline(__always)
  mutating func put(word: UInt64, _ length: Int) {
    unsafe next.storeBytes(of: word, as: UInt64.self)
    unsafe next += length
  }

  /// Writes a number with at least its `length` digits, which are at most twenty-four.
  @inlinable @inline(__always)
  mutating func put(digits value: UInt64, _ length: Int) {
    let start = unsafe next
    unsafe next += length
    /// Stores the last `count` of eight digits. The digits after them are stored later.
    @inline(__always)
    func store(_ digits: UInt64, _ count: Int = 8, at place: Int) {
      let text = EightDigits.text(digits) &>> UInt64(truncatingIfNeeded: (8 &- count) &* 8)
      unsafe start.storeBytes(of: text, toByteOffset: place, as: UInt64.self)
    }
    if length <= 8 { return store(value, length, at: 0) }
    let (upper, last) = value.quotientAndRemainder(dividingBy: 100_000_000)
    if length <= 16 {
      store(upper, length &- 8, at: 0)
    } else {
      let (first, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
      store(first, length &- 16, at: 0)
      store(middle, at: length &- 16)
    }
    store(last, at: length &- 8)
  }

  /// Writes a number of `length` digits with a point after the first `whole` of them.
  @inline(__always)
  private mutating func put(digits value: UInt64, _ length: Int, pointAfter whole: Int) {
    put(ASCII.dot)
    put(digits: value, length)
    // The first digits move to the left of the point.
    let start = unsafe next - (length &+ 1)
    if whole < 8 {
      let digits = unsafe start.loadUnaligned(fromByteOffset: 1, as: UInt64.self)
      let before: UInt64 = 1 &<< UInt64(truncatingIfNeeded: whole &* 8) &- 1
      let word = digits & before | (before &+ 1) &* UInt64(ASCII.dot) | digits &<< 8 & ~(before &<< 8 | 0xFF)
      unsafe start.storeBytes(of: word, as: UInt64.self)
    } else {
      unsafe start.copyMemory(from: start + 1, byteCount: whole)
      unsafe start.storeBytes(of: ASCII.dot, toByteOffset: whole, as: UInt8.self)
    }
  }

  /// Writes `true` or `false`.
  @inline(__always)
  mutating func bool(_ value: Bool) {
    put(word: value ? JSONWriter.true : JSONWriter.false, value ? 4 : 5)
  }

  /// Writes `null`.
  @inline(__always)
  mutating func null() { put(word: JSONWriter.null, 4) }

  /// Writes an integer.
  @inline(__always)
  mutating func integer(_ value: Int64) {
    if value < 0 { put(ASCII.minus) }
    integer(value.magnitude)
  }

  /// Writes the decimal digits of a number.
  @inline(__always)
  mutating func integer(_ value: UInt64) {
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

  /// Writes a number of at most three digits.
  @inline(__always)
  private mutating func short(_ value: UInt64) {
    let tens = (value &* 6_554) &>> 16
    let hundreds = (value &* 5_243) &>> 19
    let text = hundreds | (tens &- 10 &* hundreds) &<< 8 | (value &- 10 &* tens) &<< 16 | 0x30_3030
    let zeros = (value < 10 ? 1 : 0) &+ (value < 100 ? 1 : 0)
    put(word: text &>> UInt64(truncatingIfNeeded: zeros &* 8), 3 &- zeros)
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

  /// Writes a number in the form of Swift's `description`. A decimal of at most fifteen digits, as most are, is written
  /// without its zeros being counted. Returns false, and writes nothing, if the number is infinite or NaN.
  ///
  /// - Parameter hasFraction: whether a whole number is written with a fraction, too.
  @inline(__always)
  mutating func double(_ value: Double, hasFraction: Bool) -> Bool {
    guard let decimal = ShortestDecimal.Fixed(value.magnitude) else {
      return shortest(value, hasFraction: hasFraction)
    }
    if value.sign == .minus { put(ASCII.minus) }
    fixed(decimal, hasFraction: hasFraction)
    return true
  }

  @inline(__always)
  private mutating func fixed(_ decimal: ShortestDecimal.Fixed, hasFraction: Bool) {
    if decimal.whole < 1_000 { short(decimal.whole) } else { leading(decimal.whole) }
    unsafe next.storeBytes(of: ASCII.dot, as: UInt8.self)
    let first = EightDigits.text(decimal.first)
    unsafe next.storeBytes(of: first, toByteOffset: 1, as: UInt64.self)
    // Zeros at the end are not written.
    if decimal.next != 0 {
      let text = EightDigits.lastFour(decimal.next)
      unsafe next.storeBytes(of: text, toByteOffset: 9, as: UInt32.self)
      let zeros = UInt32(truncatingIfNeeded: EightDigits.zeros)
      unsafe next += 13 &- (text ^ zeros).leadingZeroBitCount &>> 3
    } else if decimal.first != 0 {
      unsafe next += 9 &- (first ^ EightDigits.zeros).leadingZeroBitCount &>> 3
    } else if hasFraction {
      unsafe next += 2
    }
  }

  @inline(never)
  private mutating func shortest(_ value: Double, hasFraction: Bool) -> Bool {
    guard value.isFinite else { return false }
    if value.sign == .minus { put(ASCII.minus) }
    var decimal = ShortestDecimal(value)
    decimal.trim()
    let count = Self.length(of: decimal.digits)
    // The number of digits before the point.
    let whole = count &+ decimal.exponent
    if value.magnitude > 0x1p53 || whole < -3 {
      exponential(decimal.digits, count, whole &- 1)
    } else if decimal.exponent >= 0 {
      put(digits: decimal.digits, count)
      for _ in 0..<decimal.exponent { put(ASCII.zero) }
      if hasFraction { put(word: 0x302E, 2) }
    } else if whole <= 0 {
      put(word: 0x2E30, 2)
      put(digits: decimal.digits, 0 &- decimal.exponent)
    } else {
      put(digits: decimal.digits, count, pointAfter: whole)
    }
    return true
  }

  /// Writes the first digit, the others as a fraction, and an exponent of at least two digits.
  private mutating func exponential(_ digits: UInt64, _ count: Int, _ exponent: Int) {
    if count == 1 { put(digits: digits, 1) } else { put(digits: digits, count, pointAfter: 1) }
    put(ASCII.lowerE)
    put(exponent < 0 ? ASCII.minus : ASCII.plus)
    self.digits(UInt64(exponent.magnitude), least: 2)
  }
}
